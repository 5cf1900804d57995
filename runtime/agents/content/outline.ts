import type { PageText, TextHeading } from "../../rendering/markdown/pageText.ts";
import { fold } from "../../search/words.ts";

/** A heading, with the name by which its part of the page can be requested. */
export interface Anchored extends TextHeading {
  readonly section: string;
}

/** Lists headings, each with a unique name made from its words. No name equals a section's. */
export function outlineOf({ outline, sections }: PageText): Anchored[] {
  const taken = new Set(sections.map(({ id }) => id));
  return outline.map((heading) => {
    const section = free(slug(heading.text), taken);
    taken.add(section);
    return { ...heading, section };
  });
}

function free(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let n = 2; ; n++) if (!taken.has(`${name}-${n}`)) return `${name}-${n}`;
}

const slug = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "part";

/** Finds the range of a section, or of the text under a heading. */
export function rangeOf(text: PageText, name: string): { start: number; end: number } | undefined {
  const section = text.sections.find(({ id }) => id === name);
  if (section) return section;
  const headings = outlineOf(text);
  const index = headings.findIndex((heading) => heading.section === name);
  const heading = headings[index];
  if (!heading) return undefined;
  const after = headings.slice(index + 1).find(({ level }) => level <= heading.level);
  return { start: heading.at, end: after?.at ?? text.markdown.length };
}

/** The smallest named part of a page that contains a position. Undefined if only the whole page does. */
export function partAround(text: PageText, at: number): string | undefined {
  const section = text.sections.find(({ start, end }) => start <= at && at < end);
  const heading = outlineOf(text).findLast((one) => one.at <= at);
  const isInside = heading && heading.level > 1 && heading.at >= (section?.start ?? 0);
  return isInside ? heading.section : text.sections.length > 1 ? section?.id : undefined;
}
