/**
 * Maths as TeX: `` $`x^2`$ `` in a line, lines between two lines of `$$`, and code in the language `math`. A single `$`
 * stays what it is.
 */
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

export const MATHS = "maths";
export const MATHS_IN_LINE = "maths_inline";
/** The language of code that is maths. */
export const MATHS_FENCE = "math";

const FENCE = "$$";
const IN_LINE = /\$`([^`]+)`\$/y;

const lineAt = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd();

/** The line that ends a block. -1 if none does before its container ends. */
function lastOf(state: StateBlock, first: number, endLine: number): number {
  for (let line = first + 1; line < endLine; line++) {
    if ((state.sCount[line] ?? 0) < state.blkIndent) return -1;
    if (lineAt(state, line) === FENCE) return line;
  }
  return -1;
}

/** A block on lines of its own, or on one line between its signs. */
function block(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const first = lineAt(state, line);
  if (!first.startsWith(FENCE) || (state.sCount[line] ?? 0) - state.blkIndent >= 4) return false;
  const [, alone] = /^\$\$([^$]+)\$\$$/.exec(first) ?? [];
  if (alone === undefined && first !== FENCE) return false;
  const last = alone === undefined ? lastOf(state, line, endLine) : line;
  if (last === -1) return false;
  if (silent) return true;
  const token = state.push(MATHS, "", 0);
  token.content = alone?.trim() ?? state.getLines(line + 1, last, state.blkIndent, false);
  token.map = [line, last + 1];
  token.block = true;
  state.line = last + 1;
  return true;
}

function inLine(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== "$" || state.src[state.pos + 1] !== "`") return false;
  IN_LINE.lastIndex = state.pos;
  const [whole, content = ""] = IN_LINE.exec(state.src) ?? [];
  if (whole === undefined || state.pos + whole.length > state.posMax) return false;
  if (!silent) state.push(MATHS_IN_LINE, "", 0).content = content;
  state.pos += whole.length;
  return true;
}

export function takeMaths({ block: blocks, inline }: MarkdownIt): void {
  blocks.ruler.before("fence", MATHS, block, { alt: ["paragraph", "reference", "blockquote", "list"] });
  inline.ruler.before("backticks", MATHS_IN_LINE, inLine);
}
