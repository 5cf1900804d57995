import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import {
  archiveId,
  archiveView,
  backupsView,
  createArchive,
  deletedView,
  verifiedView,
} from "../../../../runtime/backups/views.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { requireEverySite } from "../backups/everySite.ts";
import { command, download, readRoute } from "./makers.ts";
import { word } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";

const permission = "backups.manage";
const backup = word(archiveId, "Id of a backup.");
const limits = { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "archives" } as const;

/** The same route, for members who manage the backups of every site of the tenant. */
const ofEverySite = (route: Route): Route => ({
  ...route,
  async run(call) {
    await requireEverySite(call);
    return route.run(call);
  },
});

const ADDRESSES: readonly Route[] = [
  readRoute({
    path: "/api/backups",
    summary: "List the backups of this tenant, newest first, and whether the platform offers point-in-time recovery.",
    permission,
    params: {},
    query: {},
    output: backupsView,
    run: async ({ workspace, member }) => expectValue(await workspace.read("backups", member.site)),
  }),
  command({
    method: "POST",
    path: "/api/backups",
    summary:
      "Make a backup: an archive of all sites of this tenant and the media files they use. If one request cannot copy all " +
      "files, the answer is CONFLICT with the remaining number. Send the request again, with the same key, to continue.",
    permission,
    command: "backup.create",
    versioned: null,
    params: {},
    body: createArchive,
    output: archiveView,
    status: 201,
    limits,
  }),
  command({
    method: "POST",
    path: "/api/backups/{backup}/verify",
    summary: "Verify a backup: read every row and check that its media files exist.",
    permission,
    command: "backup.verify",
    versioned: null,
    params: { backup },
    body: null,
    output: verifiedView,
    status: 200,
    limits: { ...limits, bodyBytes: 0 },
  }),
  command({
    method: "DELETE",
    path: "/api/backups/{backup}",
    summary: "Delete a backup, and the file copies that no other archive uses. This cannot be undone.",
    permission,
    command: "backup.delete",
    versioned: null,
    params: { backup },
    body: null,
    output: deletedView,
    status: 200,
    limits: { ...limits, bodyBytes: 0 },
  }),
  command({
    method: "POST",
    path: "/api/exports",
    summary:
      "Make an export: an archive of all sites of this tenant. `GET /api/exports/{export}` returns it for one day.",
    permission,
    command: "export.create",
    versioned: null,
    params: {},
    body: createArchive,
    output: archiveView,
    status: 201,
    limits,
  }),
  download({
    path: "/api/exports/{export}",
    summary: "Download an export as lines of JSON. The first line describes the content.",
    permission,
    params: { export: word(archiveId, "Id of an export.") },
    query: {},
    answers: "application/jsonl",
    run: async ({ workspace, member, params }) => {
      const id = params.export;
      return {
        ...expectValue(await workspace.read("export.file", member.site, { id })),
        name: `${member.tenant}-${id}.jsonl`,
      };
    },
  }),
];

export const backups: readonly Route[] = ADDRESSES.map(ofEverySite);
