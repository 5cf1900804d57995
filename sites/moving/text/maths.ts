/** Maths as TeX in texts of a source, in the signs that pages know. */
import { type TextEdit, withEdits } from "./edits.ts";
import { mathsAlone, mathsInLine } from "../tree/maths.ts";
import { codeSpans } from "./parsed.ts";

/** All signs of maths, or only `$$`. */
export type MathsSigns = "all" | "paired";

/** Maths between signs that programs understand wherever they stand. A backslash may be doubled for Markdown. */
const ALWAYS =
  /(?<![\\$])\$\$(?!\$)([^$]+?)\$\$(?!\$)|\\{1,2}\[((?:(?!\n\s*\n)[^]){1,2000}?)\\{1,2}\]|\\{1,2}\(((?:(?!\n\s*\n)[^]){1,2000}?)\\{1,2}\)/g;

const PAIRED = /(?<![\\$])\$\$(?!\$)([^$]+?)\$\$(?!\$)/g;

/** Maths between single signs, as in `$x^2$`. Sums of money have a space or a digit behind one of them. */
const SINGLE = /(?<![\\$\p{L}\p{N}])\$(?![\s$`])((?:\\.|[^$\\`\n]|\n(?!\s*\n)){1,1000}?)(?<!\s)\$(?![\p{L}\p{N}$])/gu;

/** A program that was not told to look for maths finds a dollar in a dollar, and a bracket behind a backslash. */
export function withMaths(markdown: string, signs: MathsSigns | undefined): string {
  if (signs === undefined || !/[$\\]/.test(markdown)) return markdown;
  const taken = new Uint8Array(markdown.length);
  for (const [from, to] of codeSpans(markdown)) taken.fill(1, from, to);
  const isFree = ({ index }: { readonly index: number }): boolean => taken[index] === 0;
  const found = [...markdown.matchAll(signs === "all" ? ALWAYS : PAIRED)].filter(isFree);
  const blocks = found.map((match): TextEdit => {
    const [whole, dollars, square, round = ""] = match;
    const tex = dollars ?? square;
    const span = { start: match.index, end: match.index + whole.length };
    return { ...span, text: tex === undefined ? mathsInLine(round) : asBlock(markdown, span, tex) };
  });
  for (const { start, end } of blocks) taken.fill(1, start, end);
  const singles = (signs === "all" ? [...markdown.matchAll(SINGLE)] : [])
    .filter(isFree)
    .map(({ index, 0: whole, 1: tex = "" }): TextEdit => ({
      start: index,
      end: index + whole.length,
      text: mathsInLine(tex),
    }));
  return withEdits(markdown, [...blocks, ...singles]);
}

/** A block on lines of its own. One inside of a line stays in the line. */
function asBlock(markdown: string, { start, end }: Pick<TextEdit, "start" | "end">, tex: string): string {
  const before = markdown.slice(markdown.lastIndexOf("\n", start - 1) + 1, start);
  const [after = ""] = markdown.slice(end).split("\n", 1);
  return after.trim() === "" && /^[\s>]*$/.test(before) ? mathsAlone(tex, before) : mathsInLine(tex);
}
