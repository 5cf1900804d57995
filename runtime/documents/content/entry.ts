/** An entry: a page with a content type and values. The values are one more section, which the kernel places first. */
import type { Page } from "./content.ts";
import type { Section } from "./section.ts";

/** The id of the section that draws an entry's values. No section of a member can have it. */
export const ENTRY = "entry_values";

/** The section of an entry's values. Undefined for a page without a type. */
export const entrySection = ({ type, values }: Pick<Page, "type" | "values">): Section | undefined =>
  type === undefined ? undefined : { id: ENTRY, type, fields: values ?? {} };

/** The sections that a page shows from top to bottom: an entry's values first, then what members placed. */
export function shownSections(page: Pick<Page, "type" | "values" | "sections">): readonly Section[] {
  const entry = entrySection(page);
  return entry ? [entry, ...page.sections] : page.sections;
}
