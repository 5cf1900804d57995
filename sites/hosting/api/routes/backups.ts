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
    summary: "List the backups of this tenant, newest first, and whether the platform can go back by itself.",
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
      "Keep an archive of all sites of this tenant and the media files they use. If there are more files than one " +
      "request copies, it answers CONFLICT with what is left. Send it again, with the same key, to go on.",
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
    summary: "Read a backup to its last row and look whether its media files are there.",
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
    summary: "Delete a backup, and with it the copies of files that no other archive names. It cannot be undone.",
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
    summary: "Make an archive of all sites of this tenant to take away: `GET /api/exports/{export}` has it for a day.",
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
    summary: "Take an export away: lines of JSON, the first of which says what follows.",
    permission,
    params: { export: word(archiveId, "Id of an export.") },
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
