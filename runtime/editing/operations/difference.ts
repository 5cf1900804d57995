/** Lists the differences between two versions of a page as an editor sees them. Sections are matched by id. */
import type { Page } from "../../documents/content/content.ts";
import type { Section } from "../../documents/content/section.ts";
import { shownSections } from "../../documents/content/entry.ts";
import { differingMembers } from "./sameJson.ts";

export interface SectionChange {
  readonly id: string;
  readonly type: string;
}

export interface PageDifference {
  /** Names of the page's members that differ, without `sections`. */
  readonly members: string[];
  readonly sections: {
    readonly added: SectionChange[];
    readonly removed: SectionChange[];
    /** `fields` are the names of differing fields, `members` of other differing members: `type`, `variant`. */
    readonly changed: (SectionChange & { readonly fields: string[]; readonly members: string[] })[];
    /** Sections with another parent or slot, or another order among their siblings. */
    readonly moved: SectionChange[];
  };
}

interface Placed {
  readonly section: Section;
  /** The list of siblings that contains the section. */
  readonly list: string;
}

type Tree = ReadonlyMap<string, Placed>;

export function pageDifference(before: Page, after: Page): PageDifference {
  const [was, is] = [treeOf(shownSections(before)), treeOf(shownSections(after))];
  const kept = [...is.values()].flatMap(({ section }) => was.get(section.id) ?? []);
  return {
    members: differingMembers(before, after).filter((name) => name !== "sections" && name !== "values"),
    sections: {
      added: [...is.values()].filter(({ section }) => !was.has(section.id)).map(changeOf),
      removed: [...was.values()].filter(({ section }) => !is.has(section.id)).map(changeOf),
      changed: kept.flatMap(({ section }) => sectionChange(section, is.get(section.id)?.section)),
      moved: movedBetween(was, is).map(changeOf),
    },
  };
}

export const isDifferent = ({ members, sections }: PageDifference): boolean =>
  members.length + sections.added.length + sections.removed.length + sections.changed.length + sections.moved.length >
  0;

const changeOf = ({ section }: Placed): SectionChange => ({ id: section.id, type: section.type });

function sectionChange(before: Section, after: Section | undefined): PageDifference["sections"]["changed"] {
  if (!after) return [];
  const members = differingMembers(before, after).filter((name) => name !== "fields" && name !== "children");
  const fields = differingMembers(before.fields, after.fields);
  return members.length + fields.length === 0 ? [] : [{ id: after.id, type: after.type, fields, members }];
}

function treeOf(sections: readonly Section[], list = "", into = new Map<string, Placed>()): Map<string, Placed> {
  for (const section of sections) {
    into.set(section.id, { section, list });
    for (const [slot, nested] of Object.entries(section.children ?? {})) treeOf(nested, `${section.id}/${slot}`, into);
  }
  return into;
}

function movedBetween(was: Tree, is: Tree): Placed[] {
  const stayed = [...is.values()].filter(({ section, list }) => was.get(section.id)?.list === list);
  const moved = [...is.values()].filter(
    ({ section, list }) => was.has(section.id) && was.get(section.id)?.list !== list,
  );
  const before = new Map([...was.keys()].map((id, position) => [id, position]));
  const reordered = [...Map.groupBy(stayed, ({ list }) => list).values()].flatMap((siblings) => {
    const inOrder = longestRising(siblings.map(({ section }) => before.get(section.id) ?? 0));
    return siblings.filter((_, index) => !inOrder.has(index));
  });
  return [...moved, ...reordered];
}

/** Indexes of the longest increasing subsequence: the siblings that count as not moved. */
function longestRising(positions: readonly number[]): Set<number> {
  const best: { length: number; previous: number }[] = [];
  for (const position of positions) {
    const before = best.reduce(
      (found, { length }, other) =>
        (positions[other] ?? 0) < position && length > (best[found]?.length ?? 0) ? other : found,
      -1,
    );
    best.push({ length: (best[before]?.length ?? 0) + 1, previous: before });
  }
  const rising = new Set<number>();
  let at = best.reduce((found, { length }, index) => (length > (best[found]?.length ?? 0) ? index : found), -1);
  for (; at >= 0; at = best[at]?.previous ?? -1) rising.add(at);
  return rising;
}
