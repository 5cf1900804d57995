/** Texts of a source within the bounds of a page's members. */
import { TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../manifests/bounds/documents.ts";

/** Text on one line, without control characters, at most as long as its member. Undefined if nothing is left. */
function line(value: unknown, most: number): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const cut = text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
  return cut === "" ? undefined : cut;
}

export const titleLine = (value: unknown): string | undefined => line(value, TITLE_MAX_CHARS);
export const textLine = (value: unknown): string | undefined => line(value, TEXT_MAX_CHARS);

/** Control characters that no text of a page may have. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

/** A text without control characters, and the lines that had some. */
export function withoutControls(text: string): { readonly text: string; readonly lines: readonly number[] } {
  const even = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").toWellFormed();
  if (even.search(CONTROL) === -1) return { text: even, lines: [] };
  const lines = even.split("\n").flatMap((one, index) => (one.search(CONTROL) === -1 ? [] : [index + 1]));
  return { text: even.replaceAll(CONTROL, ""), lines };
}
