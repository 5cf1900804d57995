/** Labels the empty places of the draft, so that a member finds an empty section and can write in it. */
import { type MarkedText, contentText, marksIn } from "./marks.ts";

/** Set on an element whose only text is still empty. The value is the name of the field. */
const EMPTY = "data-editor-empty";
/** Set on a section that shows nothing. The value is the name of its type. */
const HOLLOW = "data-editor-hollow";

/** A section lower than this shows no line of text, in CSS pixels. */
const SEEN_PX = 12;

export function nameEmpties(document: Document, labelOf: (mark: MarkedText) => string): void {
  for (const name of [EMPTY, HOLLOW])
    for (const old of document.querySelectorAll(`[${name}]`)) old.removeAttribute(name);
  for (const mark of marksIn(document.body)) {
    const box = mark.open.parentElement;
    if (contentText(mark).trim() === "" && box?.textContent?.trim() === "" && !box.querySelector("img, svg"))
      box.setAttribute(EMPTY, labelOf(mark));
  }
  // All heights are read before the first change, because a browser lays the page out again for a height after one.
  const sections = [...document.querySelectorAll<HTMLElement>("[data-section-title]")];
  const hollow = sections.filter((section) => section.getBoundingClientRect().height < SEEN_PX);
  for (const section of hollow) section.setAttribute(HOLLOW, section.dataset["sectionTitle"] ?? "");
}

/** The text of an element that shows only the name of its field. */
export function emptyAt(element: Element): MarkedText | undefined {
  const box = element.closest(`[${EMPTY}]`);
  return box ? marksIn(box)[0] : undefined;
}
