import type * as z from "zod/mini";
import { EXPORT_KEPT_MS } from "../../manifests/bounds.ts";
import { Refusal } from "../../manifests/refusal.ts";
import type { Command } from "../command.ts";
import { parseWith } from "../parse.ts";
import { schemaVersion } from "../schema.ts";
import type { ArchiveProblem } from "./archive.ts";
import { readArchive } from "./archive.ts";
import type { ArchiveParts } from "./making.ts";
import { hashBy, makeArchive, tenantOf } from "./making.ts";
import { mediaIn } from "./mediaIn.ts";
import { problemInRows, storedArchive } from "./named.ts";
import type { ArchiveKind, StoredArchive, Vault } from "./vault.ts";
import type { ArchiveView, DeletedView, VerifiedView } from "./views.ts";
import { createArchive, namedBackup } from "./views.ts";

type Create = z.infer<typeof createArchive>;

const create = (parts: ArchiveParts, name: string, kind: ArchiveKind): Command<Create, ArchiveView> => ({
  name,
  parse: parseWith(createArchive),
  async prepare(envelope, { includeSubmissions = false }) {
    const facts = await parts.archiveTurn.run(() => makeArchive(parts, kind, envelope, includeSubmissions));
    return () => {
      if (kind === "exports") parts.archiveGarbage.add(kind, facts.id, facts.createdAt + EXPORT_KEPT_MS);
      return facts;
    };
  },
});

export const backupCreate = (parts: ArchiveParts): Command<Create, ArchiveView> => create(parts, "backup.create", "backups");
export const exportCreate = (parts: ArchiveParts): Command<Create, ArchiveView> => create(parts, "export.create", "exports");

/** From its commit on nobody has it any more; storage follows. */
export function backupDelete(parts: ArchiveParts): Command<z.infer<typeof namedBackup>, DeletedView> {
  return {
    name: "backup.delete",
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

/** Reads a backup as a restore would, to the last row, and looks whether its files are there. */
export function backupVerify(parts: ArchiveParts): Command<z.infer<typeof namedBackup>, VerifiedView> {
  return {
    name: "backup.verify",
    parse: parseWith(namedBackup),
    async prepare({ site }, { backup: id }) {
      const tenant = tenantOf(parts, site);
      const vault = parts.vaultOf(tenant);
      const checked = await verified(parts, vault, tenant, await storedArchive(parts, vault, "backups", id));
      return () => ({ id, ...checked });
    },
  };
}

async function verified({ powers }: ArchiveParts, vault: Vault, tenant: string, { facts, bytes }: StoredArchive): Promise<Omit<VerifiedView, "id">> {
  const expected = { sha256: facts.sha256, tenant, schema: schemaVersion(powers.sql) };
  const read = await readArchive(bytes, expected, hashBy(powers));
  if (!read.ok) return unsound(read.problem);
  const problem = problemInRows(read.value);
  if (problem) return unsound(problem);
  const files = mediaIn(read.value);
  const kept = await vault.keptMedia();
  const rows = read.value.head.members.reduce((sum, member) => sum + member.rows, 0);
  return { sound: true, problem: null, rows, media: { files: files.length, missing: files.filter(({ digest }) => !kept.has(digest)).length } };
}

const unsound = (problem: ArchiveProblem): Omit<VerifiedView, "id"> => ({ sound: false, problem, rows: 0, media: { files: 0, missing: 0 } });
