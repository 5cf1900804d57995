/** Backups and files that come back from an operator's copy. */
import type * as z from "zod/mini";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { actorNamed } from "../../../../runtime/area/actor.ts";
import type { ArchivePiece } from "../../../../runtime/backups/vault.ts";
import { archiveDigest, archiveId, type returnRequest } from "../../../../runtime/backups/views.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { ReturnedArchive } from "../../../../runtime/operating/archiveReturns.ts";
import type { Env } from "../../powers/env.ts";
import type { OperatorAudit } from "../hostnames/verify.ts";
import { workspaceOf } from "./workspaceOf.ts";

export async function listLacking(env: Env, tenant: string, digests: readonly string[]): Promise<readonly string[]> {
  return expectValue(await (await workspaceOf(env, tenant)).lackingFiles(tenant, digests));
}

/** Names become parts of storage keys. One of another form names nothing. */
function requireNames(names: { readonly backup?: string; readonly piece?: string; readonly file?: string }): void {
  const { backup = "any", piece = NO_DIGEST, file = NO_DIGEST } = names;
  if (archiveId.safeParse(backup).success && [piece, file].every((one) => archiveDigest.safeParse(one).success)) return;
  throw new Refusal("NOT_FOUND");
}

const NO_DIGEST = "0".repeat(64);

/** Hands a file or a piece on to the workspace as a stream. False if it is there already. */
export async function takePiece(
  env: Env,
  tenant: string,
  piece: ArchivePiece,
  body: ReadableStream<Uint8Array>,
): Promise<boolean> {
  requireNames(piece);
  return expectValue(await (await workspaceOf(env, tenant)).takeArchived(tenant, piece, body));
}

export async function returnBackup(
  env: Env,
  { tenant, backup }: { readonly tenant: string; readonly backup: string },
  { sha256, withoutFiles = false }: z.infer<typeof returnRequest>,
  { actor, requestId }: OperatorAudit,
): Promise<ReturnedArchive> {
  requireNames({ backup });
  const input = { tenant, backup, sha256, withoutFiles, actor: actorNamed(actor), requestId };
  return expectValue(await (await workspaceOf(env, tenant)).returnBackup(input));
}
