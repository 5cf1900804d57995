import type { Powers } from "../powers/powers.ts";
import { type Archive, type ArchiveHead, type ArchiveRow, AUDIT_MEMBER, archiveProblem } from "./archive.ts";
import type { ArchiveCopy } from "./copy.ts";
import { eachMember } from "./named.ts";
import type { MediaRef } from "./vault.ts";

/** The tables to copy, and the database they are in. */
interface CopyParts {
  readonly powers: Powers;
  readonly archiveCopy: ArchiveCopy;
}

/** The tables of an archive, each once. A large table has several members. */
export const tablesIn = ({ members }: ArchiveHead): string[] => [...new Set(members.map(({ name }) => name))];

/**
 * Copies an archive's rows into copy tables, one member at a time, and answers the files that they name. The caller can
 * compare the copy with the workspace or insert it. The workspace's own tables stay unchanged.
 */
export async function copied({ powers, archiveCopy }: CopyParts, archive: Archive): Promise<MediaRef[]> {
  const begun = new Set<string>();
  archiveCopy.drop();
  return eachMember(archive, (index, rows) =>
    powers.sql.atomically(() => {
      const { name = "", columns = [] } = archive.head.members[index] ?? {};
      if (!begun.has(name)) archiveCopy.begin(name, columns.length);
      begun.add(name);
      const isKnown = knownBy(archive.head, index);
      for (const row of rows) archiveCopy.add(name, isKnown(row));
    }),
  );
}

/** Checks that each row belongs to a site of the head. Audit rows are checked later, by the restore. */
function knownBy({ sites, members }: ArchiveHead, index: number): (row: ArchiveRow) => ArchiveRow {
  const { name = "", columns = [] } = members[index] ?? {};
  const [known, at] = [new Set(sites), name === AUDIT_MEMBER ? -1 : columns.indexOf("site")];
  return (row) => {
    if (at !== -1 && !known.has(String(row[at]))) throw archiveProblem("other_site", `/members/${index}`);
    return row;
  };
}
