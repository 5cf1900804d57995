/** Maths as TeX in texts of a source, in the signs that pages know. */
import { type TextEdit, withEdits } from "./edits.ts";
import { mathsAlone, mathsInLine } from "../tree/maths.ts";
import { codeSpans } from "./parsed.ts";

/** Maths between signs that programs understand wherever they stand. A backslash may be doubled for Markdown. */
const ALWAYS =
  /(?<![\\$])\$\$(?!\$)([^$]+?)\$\$(?!\$)|\\{1,2}\[((?:(?!\n\s*\n)[^])+?)\\{1,2}\]|\\{1,2}\(((?:(?!\n\s*\n)[^])+?)\\{1,2}\)/g;

/** Maths between single signs, as in `$x^2$`. Sums of money have a space or a digit behind one of them. */
const SINGLE = /(?<![\\$\p{L}\p{N}])\$(?![\s$`])((?:\\.|[^$\\`\n]|\n(?!\s*\n)){1,1000}?)(?<!\s)\$(?![\p{L}\p{N}$])/gu;

/** `isMeant` is true for a text whose program was told to look for maths. In others, a bracket with a backslash is a bracket. */
export function withMaths(markdown: string, isMeant: boolean): string {
  if (!isMeant || !/[$\\]/.test(markdown)) return markdown;
  const code = codeSpans(markdown);
  const isCode = (at: number): boolean => code.some(([from, to]) => at >= from && at < to);
  const found = [...markdown.matchAll(ALWAYS)].filter(({ index }) => !isCode(index));
  const blocks = found.map((match): TextEdit => {
    const [whole, dollars, square, round = ""] = match;
    const tex = dollars ?? square;
    const span = { start: match.index, end: match.index + whole.length };
    return { ...span, text: tex === undefined ? mathsInLine(round) : asBlock(markdown, span, tex) };
  });
  const isTaken = (at: number): boolean => blocks.some(({ start, end }) => at >= start && at < end);
  const singles = [...markdown.matchAll(SINGLE)]
    .filter(({ index }) => !isCode(index) && !isTaken(index))
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
