import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { type BackupsView, archiveDigest, archiveId } from "../../../../runtime/backups/views.ts";
import type { Env } from "../../powers/env.ts";
import type { Download } from "../request/route.ts";
import { workspaceOf } from "./workspaceOf.ts";

/** A tenant's backups, for an operator who names one by id and digest in a restore. */
export async function listBackups(env: Env, tenant: string): Promise<BackupsView> {
  return expectValue(await (await workspaceOf(env, tenant)).backups(tenant));
}

/** A backup as one file, for an operator who keeps a copy elsewhere. */
export async function openBackup(env: Env, tenant: string, backup: string): Promise<Download> {
  if (!archiveId.safeParse(backup).success) throw new Refusal("NOT_FOUND");
  const file = expectValue(await (await workspaceOf(env, tenant)).openArchived(tenant, { backup }));
  return { ...file, name: `${tenant}-${backup}.jsonl` };
}

/** A media file that backups name. */
export async function openKeptFile(env: Env, tenant: string, digest: string): Promise<Download> {
  if (!archiveDigest.safeParse(digest).success) throw new Refusal("NOT_FOUND");
  return {
    ...expectValue(await (await workspaceOf(env, tenant)).openArchived(tenant, { file: digest })),
    name: digest,
  };
}
