import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { FormFiles } from "../submissions/files.ts";
import { countRows } from "../database/anyTable.ts";
import { schemaVersion } from "../database/schema.ts";
import { type ArchiveHead, type ArchiveMember, AUDIT_MEMBER } from "./archive.ts";
import { columnsOf } from "./columns.ts";
import { tablesIn } from "./copied.ts";
import type { ArchiveParts } from "./making.ts";

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
export const rowsIn = ({ powers }: Pick<MatchParts, "powers">, names: readonly string[]): number =>
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
