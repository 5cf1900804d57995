import { Refusal } from "../../manifests/refusals/refusal.ts";
import { countRows } from "../database/anyTable.ts";
import { schemaVersion } from "../database/schema.ts";
import type { Powers } from "../powers/powers.ts";
import type { FormFiles } from "../submissions/files.ts";
import {
  type Archive,
  type ArchiveHead,
  type ArchiveMember,
  type ArchiveRow,
  AUDIT_MEMBER,
  archiveProblem,
} from "./archive.ts";
import { columnsOf } from "./columns.ts";
import type { ArchiveCopy } from "./copy.ts";
import type { ArchiveParts } from "./making.ts";
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

/** The workspace, and the copied rows of the archive that it is compared with. */
export interface MatchParts extends Pick<ArchiveParts, "powers" | "tables" | "sites" | "archiveCopy"> {
  readonly formFiles: FormFiles;
}

/** Visitors' rows and files that an archive lacks. */
export interface Unkept {
  readonly submissions: number;
  readonly files: number;
}

/** Refuses to delete what visitors sent and the archive lacks. `isDiscarding` is true if the operator accepts that. */
export function requireVisitorsKept({ submissions, files }: Unkept, isDiscarding: boolean): void {
  if (isDiscarding) return;
  if (submissions > 0)
    throw new Refusal("CONFLICT", {
      conflict: "submissions_left",
      reason: "The archive does not contain the visitors' submissions. Set `discardSubmissions` to delete them.",
      rows: submissions,
    });
  if (files > 0)
    throw new Refusal("CONFLICT", {
      conflict: "quarantined_files_left",
      reason:
        "No archive contains the files in quarantine. Accept or delete them first, or set `discardSubmissions` to delete them.",
      files,
    });
}

/** The rows that some tables hold together. */
export const countedRows = ({ powers }: Pick<MatchParts, "powers">, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + countRows(powers.sql, name), 0);

/** Refuses an archive that does not hold the workspace to the byte. The caller holds the transaction. */
export function requireSame(parts: MatchParts, archive: ArchiveHead): void {
  if (!isSame(parts, archive))
    throw new Refusal("CONFLICT", {
      conflict: "archive_outdated",
      reason: "The workspace has changed since the archive was made. Make a new archive.",
      stale: true,
    });
}

/**
 * Compares the copied archive with the workspace value by value. Audit is left out, because it is not in this database.
 */
function isSame({ powers: { sql }, sites, tables, archiveCopy }: MatchParts, archive: ArchiveHead): boolean {
  const names = archive.submissions ? tables.namesOf("archived", "submitted") : tables.namesOf("archived");
  const siteIds = sites.all().map(({ site }) => site);
  if (
    archive.schema !== schemaVersion(sql) ||
    archive.sites.join() !== siteIds.join() ||
    tablesIn(archive).join() !== [...names, AUDIT_MEMBER].join()
  )
    return false;
  const isLike = ({ name, columns }: ArchiveMember): boolean =>
    name === AUDIT_MEMBER || columns.join() === columnsOf(sql, name)?.all.join();
  return archive.members.every(isLike) && names.every((name) => archiveCopy.isOf(name));
}
