import type * as z from "zod/mini";
import { EXPORT_KEPT_MS } from "../../manifests/bounds/backups.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command } from "../area/command.ts";
import { parseWith } from "../commands/parse.ts";
import { type ArchiveProblem, problemIn } from "./archive.ts";
import { type ArchiveParts, makeArchive, tenantOf } from "./making.ts";
import { eachMember, storedArchive } from "./named.ts";
import type { ArchiveKind, MediaRef, Vault } from "./vault.ts";
import { type ArchiveView, type DeletedBackupView, type VerifiedView, createArchive, namedBackup } from "./views.ts";

type Create = z.infer<typeof createArchive>;

const create = (parts: ArchiveParts, kind: ArchiveKind): Command<Create, ArchiveView> => ({
  parse: parseWith(createArchive),
  async prepare(envelope, { includeSubmissions = false }) {
    const facts = await parts.archiveTurn.run(() => makeArchive(parts, kind, envelope, includeSubmissions));
    return () => {
      keep(parts, kind, facts);
      return facts;
    };
  },
});

/**
 * Makes an archive permanent (a backup) or gives it an expiry (an export), in the transaction of its command. An
 * archive whose command did not commit is removed.
 */
function keep({ archiveGarbage }: ArchiveParts, kind: ArchiveKind, { id, createdAt }: ArchiveView): void {
  if (kind === "exports") archiveGarbage.add(kind, id, createdAt + EXPORT_KEPT_MS);
  else archiveGarbage.spare(kind, id);
}

export const backupCreate = (parts: ArchiveParts): Command<Create, ArchiveView> => create(parts, "backups");
export const exportCreate = (parts: ArchiveParts): Command<Create, ArchiveView> => create(parts, "exports");

/** Deletes a backup. From the commit on it cannot be read; storage is emptied later. */
export function backupDelete(parts: ArchiveParts): Command<z.infer<typeof namedBackup>, DeletedBackupView> {
  return {
    parse: parseWith(namedBackup),
    async prepare({ site }, { backup: id }) {
      const { powers, archiveGarbage } = parts;
      const requireThere = (there: boolean): void => {
        if (!there || archiveGarbage.isDue("backups", id, powers.now())) throw new Refusal("NOT_FOUND", { backup: id });
      };
      const found = await parts.vaultOf(tenantOf(parts, site)).find("backups", id);
      requireThere(found !== undefined);
      return () => {
        requireThere(true);
        archiveGarbage.add("backups", id, powers.now());
        return { id };
      };
    },
  };
}

/** Reads every row of a backup, as a restore would, and checks that its files exist. */
export function backupVerify(parts: ArchiveParts): Command<z.infer<typeof namedBackup>, VerifiedView> {
  return {
    parse: parseWith(namedBackup),
    async prepare({ site }, { backup: id }) {
      const checked = await verified(parts, parts.vaultOf(tenantOf(parts, site)), tenantOf(parts, site), id);
      return () => ({ id, ...checked });
    },
  };
}

async function verified(
  parts: ArchiveParts,
  vault: Vault,
  tenant: string,
  id: string,
): Promise<Omit<VerifiedView, "id">> {
  const facts = await vault.find("backups", id);
  const read = await storedArchive(parts, vault, "backups", id, { sha256: facts?.sha256 ?? "", tenant });
  if (!read.ok) return unsound(read.error);
  let [files, rows]: [readonly MediaRef[], number] = [[], 0];
  const problem = await problemIn(async () => {
    files = await eachMember(read.value, (_, found) => {
      for (const _row of found) rows += 1;
    });
  });
  if (problem) return unsound(problem);
  const kept = await vault.keptMedia();
  return {
    sound: true,
    problem: null,
    rows,
    media: { files: files.length, missing: files.filter(({ digest }) => !kept.has(digest)).length },
  };
}

const unsound = (problem: ArchiveProblem): Omit<VerifiedView, "id"> => ({
  sound: false,
  problem,
  rows: 0,
  media: { files: 0, missing: 0 },
});
