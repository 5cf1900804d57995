import type * as z from "zod/mini";
import { Refusal } from "../../manifests/refusal.ts";
import type { Command } from "../command.ts";
import { parseWith } from "../parse.ts";
import { schemaVersion } from "../schema.ts";
import type { Archive, ArchiveProblem } from "./archive.ts";
import { problemOf, readArchive, rowsOf } from "./archive.ts";
import type { ArchiveParts } from "./making.ts";
import { hashBy, makeArchive, tenantOf } from "./making.ts";
import { mediaIn } from "./mediaIn.ts";
import type { ArchiveKind, StoredArchive, Vault } from "./vault.ts";
import type { ArchiveView, VerifiedView } from "./views.ts";
import { createArchive, verifyBackup } from "./views.ts";

type Create = z.infer<typeof createArchive>;

const create = (parts: ArchiveParts, name: string, kind: ArchiveKind): Command<Create, ArchiveView> => ({
  name,
  parse: parseWith(createArchive),
  async prepare(envelope, { includeSubmissions = false }) {
    const facts = await makeArchive(parts, kind, envelope, includeSubmissions);
    return () => facts;
  },
});

export const backupCreate = (parts: ArchiveParts): Command<Create, ArchiveView> => create(parts, "backup.create", "backups");
export const exportCreate = (parts: ArchiveParts): Command<Create, ArchiveView> => create(parts, "export.create", "exports");

/** Reads a backup as a restore would, to the last row, and looks whether its files are there. */
export function backupVerify(parts: ArchiveParts): Command<z.infer<typeof verifyBackup>, VerifiedView> {
  return {
    name: "backup.verify",
    parse: parseWith(verifyBackup),
    async prepare({ site }, { backup: id }) {
      const tenant = tenantOf(parts, site);
      const vault = parts.vaultOf(tenant);
      const stored = await vault.read("backups", id);
      if (!stored) throw new Refusal("NOT_FOUND", { backup: id });
      const checked = await verified(parts, vault, tenant, stored);
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

function problemInRows(archive: Archive): ArchiveProblem | undefined {
  try {
    for (const index of archive.head.members.keys()) for (const _row of rowsOf(archive, index)) continue;
    return undefined;
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return problem;
  }
}
