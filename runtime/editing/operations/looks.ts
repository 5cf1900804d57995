/**
 * Finds what of a page looks otherwise than a caller saw it, from the documents alone. Pure: rendering both versions to
 * compare them would double the wait after each change.
 */
import type { Page, Section } from "../../documents/content.ts";
import { differingMembers, sameJson } from "./sameJson.ts";

export interface ChangedLooks {
  /** Ids of the outermost sections that look otherwise, in the order of the page. */
  readonly sections: readonly string[];
  /** True if more than these may look otherwise: the page's own members, or which section comes first. */
  readonly beyond: boolean;
}

/** A section as its HTML depends on it: itself, where it stands, and which sections stand in it. */
interface Placed {
  readonly section: Section;
  readonly parent: string;
  readonly slot: string;
}

/** Without the page that the caller saw, everything may look otherwise. */
export function looksSince(seen: Page | undefined, now: Page): ChangedLooks {
  if (!seen) return { sections: [], beyond: true };
  const before = new Map(placed(seen.sections).map((place) => [place.section.id, place]));
  return { sections: outermost(now.sections, before), beyond: isBeyond(seen, now) };
}

/** A section that has changed stands for all in it. */
const outermost = (
  sections: readonly Section[],
  before: ReadonlyMap<string, Placed>,
  parent = "",
  slot = "",
): string[] =>
  sections.flatMap((section) => {
    if (looksOtherwise(before.get(section.id), { section, parent, slot })) return [section.id];
    return Object.entries(section.children ?? {}).flatMap(([name, nested]) =>
      outermost(nested, before, section.id, name),
    );
  });

function looksOtherwise(before: Placed | undefined, now: Placed): boolean {
  if (!before || before.parent !== now.parent || before.slot !== now.slot) return true;
  return !sameJson(withChildIds(before.section), withChildIds(now.section));
}

const withChildIds = ({ children = {}, ...section }: Section): object => ({
  ...section,
  children: Object.fromEntries(Object.entries(children).map(([slot, nested]) => [slot, nested.map(({ id }) => id)])),
});

const placed = (sections: readonly Section[], parent = "", slot = ""): Placed[] =>
  sections.flatMap((section) => [
    { section, parent, slot },
    ...Object.entries(section.children ?? {}).flatMap(([name, nested]) => placed(nested, section.id, name)),
  ]);

/** The first section may show the page's title, and then neither the layout nor another section does. */
function isBeyond(seen: Page, now: Page): boolean {
  const [was, is] = [seen.sections[0], now.sections[0]];
  return (
    was?.id !== is?.id ||
    was?.type !== is?.type ||
    differingMembers({ ...seen, sections: [] }, { ...now, sections: [] }).length > 0
  );
}
