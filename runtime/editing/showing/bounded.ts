import { PREVIEW_TEXT_MAX_BYTES, SHOWN_HTML_MAX_BYTES } from "../../../manifests/bounds/editor.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";

/** A section with its HTML. Null if the caller must read the draft instead. */
export interface ShownSection {
  readonly id: string;
  readonly html: string | null;
}

/** Replaces HTML that would exceed the answer's limit by null. A later, shorter section may still fit. */
export function boundedHtml(sections: readonly ShownSection[]): ShownSection[] {
  let room = SHOWN_HTML_MAX_BYTES;
  return sections.map(({ id, html }) => {
    const bytes = utf8Length(html ?? "");
    if (bytes > room) return { id, html: null };
    room -= bytes;
    return { id, html };
  });
}

/** A style sheet or document. Null if it is too long for an answer. */
export const boundedText = (text: string): string | null => (utf8Length(text) > PREVIEW_TEXT_MAX_BYTES ? null : text);
