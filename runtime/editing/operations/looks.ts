/**
 * Finds the sections whose HTML may have changed since the version that a caller saw, from the documents alone.
 * Rendering and comparing both versions would double the wait after each change.
 */
import type { Page } from "../../documents/content/content.ts";
import type { Section } from "../../documents/content/section.ts";
import { shownSections } from "../../documents/content/entry.ts";
import { differingMembers, sameJson } from "./sameJson.ts";

export interface ChangedLooks {
  /** Ids of the outermost changed sections, in page order. */
  readonly sections: readonly string[];
  /** True if more may have changed: the page's own members, or which section comes first. */
  readonly beyond: boolean;
}

/** Everything that a section's HTML depends on: the section, its place, and the ids of the sections in it. */
interface Placed {
  readonly section: Section;
  readonly parent: string;
  readonly slot: string;
}

/** Without the version that the caller saw, everything counts as changed. */
export function looksSince(seen: Page | undefined, now: Page): ChangedLooks {
  if (!seen) return { sections: [], beyond: true };
  const before = new Map(placed(shownSections(seen)).map((place) => [place.section.id, place]));
  return { sections: outermost(shownSections(now), before), beyond: isBeyond(seen, now) };
}

/** Lists changed sections. A changed section includes all sections in it. */
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

/**
 * Tells whether changes reach beyond the sections. If the first section shows the page's title, neither the layout nor
 * another section does.
 */
function isBeyond(seen: Page, now: Page): boolean {
  const [[was], [is]] = [shownSections(seen), shownSections(now)];
  return (
    was?.id !== is?.id ||
    was?.type !== is?.type ||
    differingMembers({ ...seen, sections: [] }, { ...now, sections: [] }).length > 0
  );
}
