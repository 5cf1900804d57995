/** Says what belongs where the draft shows nothing: a section that is empty still can be found and written. */
import type { MarkedText } from "./marks.ts";
import { contentText, marksIn } from "./marks.ts";

/** An element whose only text is not written yet, with the name of the field. */
const EMPTY = "data-editor-empty";
/** A section of which nothing is seen, with the name of its type. */
const HOLLOW = "data-editor-hollow";

/** Less is no line of text, in CSS pixels. */
const SEEN_PX = 12;

export function nameEmpties(document: Document, labelOf: (mark: MarkedText) => string): void {
  for (const name of [EMPTY, HOLLOW])
    for (const old of document.querySelectorAll(`[${name}]`)) old.removeAttribute(name);
  for (const mark of marksIn(document.body)) {
    const box = mark.open.parentElement;
    if (contentText(mark).trim() === "" && box?.textContent?.trim() === "" && !box.querySelector("img, svg"))
      box.setAttribute(EMPTY, labelOf(mark));
  }
  for (const section of document.querySelectorAll<HTMLElement>("[data-section-title]"))
    if (section.getBoundingClientRect().height < SEEN_PX)
      section.setAttribute(HOLLOW, section.dataset["sectionTitle"] ?? "");
}

/** The text that belongs at a place that shows only the name of its field. */
export function emptyAt(element: Element): MarkedText | undefined {
  const box = element.closest(`[${EMPTY}]`);
  return box ? marksIn(box)[0] : undefined;
}
