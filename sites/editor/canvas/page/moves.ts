/**
 * Changes of a page's structure as operations. Each names the ids of the sections that it creates, so that undo can
 * remove them.
 */
import type { Page } from "../../../../runtime/documents/content/content.ts";
import type { NewSection, Section } from "../../../../runtime/documents/content/section.ts";
import { ENTRY } from "../../../../runtime/documents/content/entry.ts";
import { freeId, idOf } from "../../../../runtime/editing/operations/newId.ts";
import type { PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import {
  type Siblings,
  findSection,
  placeOf,
  sectionIds,
  siblingsAt,
} from "../../../../runtime/editing/operations/sectionTree.ts";

type Operations = readonly PageOperation[];

/** Moves a section one place among its siblings; undefined if it is at the end already. */
export function movedBy(page: Page, id: string, by: 1 | -1): Operations | undefined {
  const place = placeOf(page.sections, id);
  if (!place) return undefined;
  const index = place.index + by;
  if (index < 0 || index >= siblingsAt(page.sections, place.siblings).length) return undefined;
  return [{ op: "move", section: id, to: { ...place.siblings, index } }];
}

export const movedTo = (id: string, at: Siblings | undefined, index: number): Operations => [
  { op: "move", section: id, to: { ...at, index } },
];

export const removed = (id: string): Operations => [{ op: "remove", section: id }];

/** Inserts a section after another one, into `into`, or at the end. Its sections get ids that are free on this page. */
export function inserted(page: Page, section: NewSection, after: string | null, into?: Siblings): Operations {
  const taken = new Set(sectionIds(page.sections));
  const place = after === null ? undefined : placeOf(page.sections, after);
  const at = into ?? place?.siblings;
  const last = siblingsAt(page.sections, at).length;
  // The values of an entry stand before all sections.
  const index = !into && after === ENTRY ? 0 : into || !place ? last : place.index + 1;
  return [{ op: "insert", section: withFreeIds(section, taken), at: { ...at, index } }];
}

/** Copies a section with everything in it and inserts the copy after it. */
export function duplicated(page: Page, id: string): Operations {
  const found = findSection(page.sections, id);
  return found ? inserted(page, found, id) : [];
}

export function withFreeIds({ id: named, children, ...section }: NewSection, taken: Set<string>): Section {
  const wanted = named ?? idOf(section.type.slice(section.type.indexOf("/") + 1), "section");
  const id = freeId(wanted, (candidate) => taken.has(candidate));
  taken.add(id);
  if (!children) return { ...section, id };
  const nested = Object.entries(children).map(([slot, list]) => [slot, list.map((child) => withFreeIds(child, taken))]);
  return { ...section, id, children: Object.fromEntries(nested) as Record<string, Section[]> };
}

/** The id of the section that the first operation inserts; null if that is no insert. */
export const sectionsMadeBy = ([first]: Operations): string | null =>
  first?.op === "insert" ? (first.section.id ?? null) : null;
