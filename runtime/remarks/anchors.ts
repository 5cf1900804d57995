import { decodePointer, encodePointer, valueAt } from "../../manifests/refusals/pointer.ts";
import type { Page } from "../documents/content/content.ts";
import { shownSections } from "../documents/content/entry.ts";
import type { Section } from "../documents/content/section.ts";
import type { RemarkPlace } from "./remarks.ts";
import type { RemarkView } from "./views.ts";

type Anchor = RemarkView["anchor"];
type Content = Pick<Page, "type" | "values" | "sections">;

/** Finds a section of a page by its id, wherever it stands. */
export function sectionOfPage(page: Content, id: string): Section | undefined {
  const among = (sections: readonly Section[]): Section | undefined => {
    for (const section of sections) {
      const found = section.id === id ? section : among(Object.values(section.children ?? {}).flat());
      if (found) return found;
    }
    return undefined;
  };
  return among(shownSections(page));
}

/** Reads the letters of texts, each text once. Many remarks may be about one long text. */
export class TextsRead {
  readonly #letters = new Map<string, string>();

  lettersOf(text: string): string {
    const found = this.#letters.get(text) ?? letters(text);
    this.#letters.set(text, found);
    return found;
  }
}

/** Tells what is left of the place that a remark means. */
export function anchorIn(
  page: Content | undefined,
  { section: id, pointer, quote }: RemarkPlace,
  texts: TextsRead,
): Anchor {
  if (!page) return "page_gone";
  if (id === null) return "there";
  const section = sectionOfPage(page, id);
  if (!section) return "section_gone";
  const value: unknown = pointer === null ? section.fields : valueAt(section.fields, decodePointer(pointer));
  if (value === undefined) return "text_gone";
  return quote === "" || texts.lettersOf(textsIn(value)).includes(letters(quote)) ? "there" : "text_gone";
}

/** All texts of a value, joined. */
function textsIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return String(value ?? "");
  return Object.values(value).map(textsIn).join(" ");
}

/** The target of a link in Markdown. It has no bracket, so that each sign of a text is looked at once. */
const LINK_TARGET = /\]\([^()]{0,2000}\)/gu;

/** The letters and digits of a text, so that marks, spaces and case make no difference. */
const letters = (text: string): string =>
  text
    .replace(LINK_TARGET, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** The first value of a page's sections that has a text. Undefined if no value has it. */
export function placeOfQuote(page: Content, quote: string): Pick<RemarkPlace, "section" | "pointer"> | undefined {
  const wanted = letters(quote);
  if (wanted === "") return undefined;
  const among = (sections: readonly Section[]): Pick<RemarkPlace, "section" | "pointer"> | undefined => {
    for (const { id, fields, children } of sections) {
      const field = Object.keys(fields).find((name) => letters(textsIn(fields[name])).includes(wanted));
      if (field !== undefined) return { section: id, pointer: encodePointer([field]) };
      const inside = among(Object.values(children ?? {}).flat());
      if (inside) return inside;
    }
    return undefined;
  };
  return among(shownSections(page));
}
