/** Functions on the immutable tree of a page's sections: each returns a new tree that shares the unchanged parts. */
import type { Page } from "../../documents/content/content.ts";
import type { Section } from "../../documents/content/section.ts";
import { ENTRY, entrySection } from "../../documents/content/entry.ts";
import { eachSection } from "../../documents/content/sectionWalk.ts";

/** A list of siblings: the top level of the page, or a slot of a section. */
export interface Siblings {
  readonly parent: string;
  readonly slot: string;
}

export const sectionIds = (sections: readonly Section[]): string[] =>
  [...eachSection(sections)].map(({ section }) => section.id);

export function findSection(sections: readonly Section[], id: string): Section | undefined {
  return [...eachSection(sections)].find(({ section }) => section.id === id)?.section;
}

/** A section of a page, or the section of an entry's values. */
export const findShown = (page: Page, id: string): Section | undefined =>
  id === ENTRY ? entrySection(page) : findSection(page.sections, id);

/** Replaces one section by the result of `change`. */
export function withSection(
  sections: readonly Section[],
  id: string,
  change: (section: Section) => Section,
): Section[] {
  return sections.map((section) =>
    section.id === id ? change(section) : withSlots(section, (nested) => withSection(nested, id, change)),
  );
}

/** Removes a section with all sections in it. */
export function withoutSection(sections: readonly Section[], id: string): Section[] {
  return sections
    .filter((section) => section.id !== id)
    .map((section) => withSlots(section, (nested) => withoutSection(nested, id)));
}

/** Changes one list of siblings. Returns the same sections if its parent does not exist. */
export function withSiblings(
  sections: readonly Section[],
  at: Siblings | undefined,
  change: (siblings: readonly Section[]) => readonly Section[],
): Section[] {
  if (!at) return [...change(sections)];
  return withSection(sections, at.parent, (parent) => {
    const slots = new Map(Object.entries(parent.children ?? {}));
    slots.set(at.slot, [...change(slots.get(at.slot) ?? [])]);
    return withChildren(parent, [...slots]);
  });
}

/** Finds a section's list of siblings and its index there. */
export function placeOf(
  sections: readonly Section[],
  id: string,
  at?: Siblings,
): { siblings: Siblings | undefined; index: number } | undefined {
  const index = sections.findIndex((section) => section.id === id);
  if (index >= 0) return { siblings: at, index };
  for (const section of sections) {
    for (const [slot, nested] of Object.entries(section.children ?? {})) {
      const found = placeOf(nested, id, { parent: section.id, slot });
      if (found) return found;
    }
  }
  return undefined;
}

export function siblingsAt(sections: readonly Section[], at: Siblings | undefined): readonly Section[] {
  if (!at) return sections;
  const slots = new Map(Object.entries(findSection(sections, at.parent)?.children ?? {}));
  return slots.get(at.slot) ?? [];
}

function withSlots(section: Section, change: (nested: readonly Section[]) => Section[]): Section {
  if (!section.children) return section;
  return withChildren(
    section,
    Object.entries(section.children).map(([slot, nested]) => [slot, change(nested)]),
  );
}

/** Leaves empty slots out, so that removing an inserted section restores the original document. */
function withChildren({ children: _children, ...section }: Section, slots: readonly [string, Section[]][]): Section {
  const filled = slots.filter(([, nested]) => nested.length > 0);
  return filled.length === 0 ? section : { ...section, children: Object.fromEntries(filled) };
}
