/** Drawings (SVG). Only their beginning is read here: the whole text is read where it is cleaned. */
import { type Walk, asciiAt, skipAll } from "./walk.ts";

/** The first tag, after a declaration, comments and a document type. */
const BEGINNING =
  /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*|<!DOCTYPE\s+svg[^[>]*(?:\[[^\]]*\]\s*)?>\s*)*<(?:svg:)?svg[\s>/]/i;

/** The same before its first tag, where a comment or a document type is longer than what is looked at. */
const LONG_BEGINNING =
  /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*>\s*(?:<!--(?:(?!-->)[^])*-->\s*)*(?:<!--(?:(?!-->)[^])*|<!DOCTYPE\s+svg[^[>]*\[[^\]]*)$/i;

export function beginsLikeDrawing(head: DataView): boolean {
  const text = asciiAt(head, 0, head.byteLength);
  return BEGINNING.test(text) || LONG_BEGINNING.test(text);
}

export function* drawing(): Walk<null> {
  yield* skipAll();
  return null;
}
