import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { ARCHIVE_MAX_BYTES, LACKING_MAX, LACKING_MAX_BYTES } from "../../../../manifests/bounds/backups.ts";
import { MEDIA_MAX_BYTES } from "../../../../manifests/bounds/media.ts";
import {
  archiveDigest,
  archiveId,
  archiveView,
  backupsView,
  eraseRequest,
  restoreRequest,
  returnRequest,
  rewindRequest,
} from "../../../../runtime/backups/views.ts";
import { eraseWorkspace } from "../backups/erase.ts";
import { listBackups, openBackup, openKeptFile } from "../backups/list.ts";
import { restoreWorkspace } from "../backups/restore.ts";
import { listLacking, returnBackup, takePiece } from "../backups/returning.ts";
import { rewindTenant } from "../backups/rewind.ts";
import { word } from "../request/parameter.ts";
import {
  type OperatorCall,
  type OperatorRoute,
  type OperatorFile,
  creating,
  giving,
  plain,
  receiving,
  taking,
} from "./route.ts";
import { erasedView, restoredView, rewoundView, takenView } from "./views.ts";

const id = word(z.string(), "Id of a tenant.");
const backup = word(archiveId, "Id of a backup.");
const named = ({ params }: OperatorCall, name: string): string => params[name] ?? "";

type Piece = { readonly file: string } | { readonly backup: string; readonly piece: string };

async function taken(call: OperatorCall<OperatorFile>, piece: Piece): Promise<z.infer<typeof takenView>> {
  const { stream, bytes } = call.body;
  return { taken: await takePiece(call.env, named(call, "id"), { ...piece, bytes }, stream) };
}

/** Routes about a tenant's backups: list, copy, return, and what is done with one. */
export const BACKUP_ROUTES: readonly OperatorRoute[] = [
  plain({
    method: "GET",
    path: "/api/admin/tenants/{id}/backups",
    summary: "List a tenant's backups, newest first. This also works while its workspace is empty.",
    params: { id },
    output: backupsView,
    run: (call) => listBackups(call.env, named(call, "id")),
  }),
  giving("application/jsonl", {
    method: "GET",
    path: "/api/admin/tenants/{id}/backups/{backup}",
    summary: "Download a backup as lines of JSON: its first line, and every member after it.",
    params: { id, backup },
    run: (call) => openBackup(call.env, named(call, "id"), named(call, "backup")),
  }),
  creating(SMALL_BODY_MAX_BYTES, returnRequest, {
    method: "PUT",
    path: "/api/admin/tenants/{id}/backups/{backup}",
    summary:
      "Make a backup of pieces that were sent before, after every row was read. Its files must lie beside the backups, unless `withoutFiles` is set.",
    params: { id, backup },
    output: archiveView,
    refuses: ["CONFLICT"],
    async run(call) {
      const ref = { tenant: named(call, "id"), backup: named(call, "backup") };
      const { created, facts } = await returnBackup(call.env, ref, call.body, call.audit);
      return { status: created ? 201 : 200, value: facts };
    },
  }),
  receiving(ARCHIVE_MAX_BYTES, {
    method: "PUT",
    path: "/api/admin/tenants/{id}/backups/{backup}/pieces/{digest}",
    summary:
      "Send a piece of a backup that was copied elsewhere: its whole file, or its first line and each of its parts. A piece that is there stays. Pieces without a backup are removed after an hour.",
    params: { id, backup, digest: word(archiveDigest, "SHA-256 of the piece, as 64 hexadecimal digits.") },
    output: takenView,
    refuses: ["CONFLICT"],
    run: (call) => taken(call, { backup: named(call, "backup"), piece: named(call, "digest") }),
  }),
  giving("application/octet-stream", {
    method: "GET",
    path: "/api/admin/tenants/{id}/backups/files/{digest}",
    summary: "Download a media file that lies beside the backups, by the digest that a backup names.",
    params: { id, digest: word(z.string(), "SHA-256 of the file, as 64 hexadecimal digits.") },
    run: (call) => openKeptFile(call.env, named(call, "id"), named(call, "digest")),
  }),
  receiving(MEDIA_MAX_BYTES, {
    method: "PUT",
    path: "/api/admin/tenants/{id}/backups/files/{digest}",
    summary: "Send a media file that a backup names, to lie beside the backups. A file that is there stays.",
    params: { id, digest: word(archiveDigest, "SHA-256 of the file, as 64 hexadecimal digits.") },
    output: takenView,
    refuses: ["CONFLICT"],
    run: (call) => taken(call, { file: named(call, "digest") }),
  }),
  taking(
    LACKING_MAX_BYTES,
    z.strictObject({ digests: z.array(archiveDigest).check(z.minLength(1), z.maxLength(LACKING_MAX)) }),
    {
      method: "POST",
      path: "/api/admin/tenants/{id}/lacking-files",
      summary: "Answer which of these media files do not lie beside a tenant's backups. Nothing changes.",
      params: { id },
      output: z.strictObject({ digests: z.array(z.string()) }),
      run: async (call) => ({ digests: await listLacking(call.env, named(call, "id"), call.body.digests) }),
    },
  ),
  taking(SMALL_BODY_MAX_BYTES, restoreRequest, {
    method: "POST",
    path: "/api/admin/tenants/{id}/restore",
    summary: "Restore a backup into a tenant's empty workspace.",
    params: { id },
    output: restoredView,
    refuses: ["CONFLICT"],
    run: (call) => restoreWorkspace(call.env, named(call, "id"), call.body, call.audit),
  }),
  taking(SMALL_BODY_MAX_BYTES, eraseRequest, {
    method: "POST",
    path: "/api/admin/tenants/{id}/erase",
    summary: "Erase a suspended tenant's workspace. An archive must hold everything that is erased.",
    params: { id },
    output: erasedView,
    refuses: ["CONFLICT"],
    run: (call) => eraseWorkspace(call.env, named(call, "id"), call.body, call.audit),
  }),
  taking(SMALL_BODY_MAX_BYTES, rewindRequest, {
    method: "POST",
    path: "/api/admin/tenants/{id}/rewind",
    summary: "Rewind a tenant's workspace to an earlier moment, with the platform's point-in-time recovery.",
    params: { id },
    output: rewoundView,
    refuses: ["CONFLICT", "REWIND_UNAVAILABLE"],
    run: (call) => rewindTenant(call.env, named(call, "id"), call.body, call.audit),
  }),
];
