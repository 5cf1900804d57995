/** The sections of a page as rows of the outline. */
import type { Page } from "../../../../runtime/documents/content/content.ts";
import type { Section } from "../../../../runtime/documents/content/section.ts";
import { type Siblings, findSection, placeOf, siblingsAt } from "../../../../runtime/editing/operations/sectionTree.ts";
import type { SectionType } from "../../api/views.ts";

export interface TreeRow {
  readonly section: Section;
  readonly depth: number;
  readonly at: Siblings | undefined;
  readonly index: number;
  /** The number of siblings, including this section. */
  readonly of: number;
}

export function treeRows(sections: readonly Section[], depth = 0, at?: Siblings): readonly TreeRow[] {
  return sections.flatMap((section, index) => [
    { section, depth, at, index, of: sections.length },
    ...Object.entries(section.children ?? {}).flatMap(([slot, nested]) =>
      treeRows(nested, depth + 1, { parent: section.id, slot }),
    ),
  ]);
}

/** A place to move a section to: a list of sections, and the index in it. */
export interface DropTarget {
  readonly at: Siblings | undefined;
  readonly index: number;
}

const isRoom = (types: ReadonlyMap<string, SectionType>, page: Page, { parent, slot }: Siblings): boolean => {
  const parentSection = findSection(page.sections, parent);
  const known = parentSection && types.get(parentSection.type)?.slots.find(({ name }) => name === slot);
  const most = known?.max ?? Number.POSITIVE_INFINITY;
  return known !== undefined && siblingsAt(page.sections, { parent, slot }).length < most;
};

/** Every slot of the page that accepts one more section, except slots inside the moved section. */
export function slotsFor(page: Page, types: ReadonlyMap<string, SectionType>, moved: Section | undefined): Siblings[] {
  const inside = new Set(moved ? treeRows([moved]).map(({ section }) => section.id) : []);
  return treeRows(page.sections).flatMap(({ section }) =>
    inside.has(section.id)
      ? []
      : (types.get(section.type)?.slots ?? [])
          .map(({ name }) => ({ parent: section.id, slot: name }))
          .filter((slot) => isRoom(types, page, slot)),
  );
}

/** All places for a section, in the page's order, without its present place. */
export function targetsFor(page: Page, types: ReadonlyMap<string, SectionType>, moved: Section): DropTarget[] {
  const place = placeOf(page.sections, moved.id);
  return [undefined, ...slotsFor(page, types, moved)].flatMap((at) => {
    const others = siblingsAt(page.sections, at).filter(({ id }) => id !== moved.id);
    const isOwn = (index: number): boolean =>
      place !== undefined &&
      place.siblings?.parent === at?.parent &&
      place.siblings?.slot === at?.slot &&
      place.index === index;
    return Array.from({ length: others.length + 1 }, (_, index) => ({ at, index })).filter(
      ({ index }) => !isOwn(index),
    );
  });
}
