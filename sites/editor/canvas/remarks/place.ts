import { REMARK_QUOTE_MAX_CHARS } from "../../../../manifests/bounds/publishing.ts";
import { contentText, markAround } from "../draft/marks.ts";
import { sectionAround, shownSectionId } from "../draft/sections.ts";
import type { NewRemark } from "../../remarks/remarking.ts";
import type { Studio } from "../studio/studio.ts";

/** The place of a new remark: the selected or written text of the draft, the chosen field, the section, or the page. */
export function placeHere({ editor, frame, field }: Studio): NewRemark {
  const page = editor.id;
  const view = frame.peek();
  const written = view?.writing;
  const selected = view ? selectedIn(view.document) : undefined;
  if (selected) return { page, ...selected };
  if (written)
    return { page, section: written.section, pointer: written.pointer, quote: shortened(contentText(written)) };
  const section = editor.selected.peek();
  if (section === null) return { page };
  const pointer = field.peek()?.pointer;
  return { page, section, ...(pointer !== undefined && { pointer }) };
}

/** The same for an entry of a menu: the text counts only if it is in the section of the menu. */
export function remarkPlace(studio: Studio, section: string | null): NewRemark {
  const here = placeHere(studio);
  if (here.section === section && section !== null) return here;
  return { page: here.page, ...(section !== null && { section }) };
}

/** The text that a member selected in the draft, with its field. */
function selectedIn(draft: Document): Omit<NewRemark, "page"> | undefined {
  const selection = draft.getSelection();
  const text = selection?.toString().trim() ?? "";
  const node = selection?.anchorNode;
  if (text === "" || !node) return undefined;
  const around = sectionAround(node);
  if (!around) return undefined;
  const mark = markAround(node, around);
  const quote = shortened(text);
  return mark ? { section: mark.section, pointer: mark.pointer, quote } : { section: shownSectionId(around), quote };
}

const shortened = (text: string): string => text.slice(0, REMARK_QUOTE_MAX_CHARS);
