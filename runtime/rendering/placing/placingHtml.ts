import type { PlacingSection } from "../../documents/content/placing.ts";
import { isRightToLeft } from "../languages/direction.ts";
import type { SectionEntry } from "../../contributions/points.ts";
import { attributes, escapeHtml } from "../../templates/escape.ts";
import { type DrawnIn, type SectionSpot, editAttributes } from "./sectionPlace.ts";

const NOTHING =
  '<p role="note">Nothing is shown here: no entry is chosen, it has no sections, or this page shows too many sections of entries.</p>';

export const languageAttributes = (language: string | undefined): string =>
  language === undefined ? "" : attributes({ lang: language, dir: isRightToLeft(language) ? "rtl" : "ltr" });

/**
 * The sections of an entry. Visitors get them without an element around, as if the page had them itself, unless they are
 * in another language. In the editor they are one part, which is changed at the entry.
 */
export function placingHtml(
  text: string,
  section: PlacingSection,
  spot: SectionSpot,
  { qualified, item }: SectionEntry,
  input: DrawnIn,
): string {
  const language = languageAttributes(section.language);
  if (input.mode === "published") return language === "" || text === "" ? text : `<div${language}>\n${text}\n</div>`;
  const edit = editAttributes(section.id, spot, input, { "data-section-title": item.title });
  const place = `id="${escapeHtml(section.id)}" data-section="${qualified}"${edit}`;
  return `<div ${place}${language}>\n${text === "" ? NOTHING : text}\n</div>`;
}
