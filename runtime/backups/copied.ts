import type { Powers } from "../powers.ts";
import type { Archive, ArchiveHead, Row } from "./archive.ts";
import { AUDIT_MEMBER, archiveProblem } from "./archive.ts";
import type { ArchiveCopy } from "./copy.ts";
import { eachMember } from "./named.ts";
import type { MediaRef } from "./vault.ts";

interface CopyParts {
  readonly powers: Powers;
  readonly archiveCopy: ArchiveCopy;
}

/** The tables of an archive, each once: where one is large, several members have its rows. */
export const tablesIn = ({ members }: ArchiveHead): string[] => [...new Set(members.map(({ name }) => name))];

/**
 * Copies the rows of an archive to where they can be compared with the workspace or put into it, a member at a time,
 * and answers the files it names. Nothing of the workspace is touched.
 */
export async function copied({ powers, archiveCopy }: CopyParts, archive: Archive): Promise<MediaRef[]> {
  const begun = new Set<string>();
  archiveCopy.drop();
  return eachMember(archive, (index, rows) => powers.sql.atomically(() => {
    const { name = "", columns = [] } = archive.head.members[index] ?? {};
    if (!begun.has(name)) archiveCopy.begin(name, columns.length);
    begun.add(name);
    const isKnown = knownBy(archive.head, index);
    for (const row of rows) archiveCopy.add(name, isKnown(row));
  }));
}

/** Each row is of a site the head names. Rows of the audit are looked at as a whole when they are told. */
function knownBy({ sites, members }: ArchiveHead, index: number): (row: Row) => Row {
  const { name = "", columns = [] } = members[index] ?? {};
  const [known, at] = [new Set(sites), name === AUDIT_MEMBER ? -1 : columns.indexOf("site")];
  return (row) => {
    if (at !== -1 && !known.has(String(row[at]))) throw archiveProblem("other_site", `/members/${index}`);
    return row;
  };
}
