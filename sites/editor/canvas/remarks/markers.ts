import type { RemarkView } from "../../../../runtime/remarks/views.ts";
import { ENTRY } from "../../../../runtime/documents/content/entry.ts";
import { sectionElement } from "../draft/sections.ts";
import { styleDraft } from "./style.ts";

const COUNT = "data-remarks";

/** Writes the number of open remarks at each section of the draft that has some. */
export function markRemarks(draft: Document, remarks: readonly RemarkView[]): void {
  styleDraft(draft);
  const counts = new Map<string, number>();
  for (const { section, anchor } of remarks)
    if (section !== null && anchor !== "section_gone") counts.set(section, (counts.get(section) ?? 0) + 1);
  for (const element of draft.querySelectorAll(`[${COUNT}]`)) element.removeAttribute(COUNT);
  for (const [section, count] of counts) sectionElement(draft, section)?.setAttribute(COUNT, String(count));
}

/** The section that a remark means, as the outline names it. The values of an entry are none of a member's sections. */
export const selectable = ({ section }: RemarkView): string | null => (section === ENTRY ? null : section);
