/** The page of a new entry of a type, as the form for new pages begins it. */
import { PATH_MAX_CHARS, TITLE_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { entryPath, innerAddress, needsPageDate } from "../../../manifests/shapes/entryAddress.ts";
import { slugOf } from "../../../manifests/shapes/pagePath.ts";
import type { CatalogueView } from "../../../runtime/editing/views.ts";

type NewEntryType = Pick<CatalogueView["contentTypes"][number], "type" | "address" | "start" | "sections">;

/** `today` is the date of entries whose address has one. */
export function newEntry({ type, address, start, sections }: NewEntryType, title: string, today: string): object {
  const slug = slugOf(title);
  const dateOf = (field: string | undefined): string => (field === undefined ? today : String(start[field] ?? ""));
  const path = entryPath(address ?? innerAddress(type), slug, dateOf) ?? `/${slug}`;
  return {
    title: title.slice(0, TITLE_MAX_CHARS),
    path: path.slice(0, PATH_MAX_CHARS),
    ...(address !== null && needsPageDate(address) && { date: today }),
    type,
    values: start,
    sections: sections.map((section, index) => ({ id: `section-${index + 1}`, ...section })),
  };
}
