/** The origins that the parts of a page embed. */
import type { Contributions } from "../../contributions/points.ts";
import type { Page } from "../../documents/content/content.ts";
import { shownSections } from "../../documents/content/entry.ts";
import { eachSection } from "../../documents/content/sectionWalk.ts";

/** The origins of its section types, and of directives whose names stand in it. */
export function embeddedOrigins(page: Page, { sections, inline }: Contributions): readonly string[] {
  const types = [...eachSection(shownSections(page))].map(({ section }) => sections.get(section.type));
  const embedding = [...inline.values()].filter(({ item: { frames = [] } }) => frames.length > 0);
  const text = embedding.length === 0 ? "" : JSON.stringify(page);
  const entries = [...types, ...embedding.filter(({ qualified }) => text.includes(qualified))];
  return [...new Set(entries.flatMap((entry) => entry?.item.frames ?? []))];
}
