/** Comments of HTML, such as `<!--more-->`, which nobody but an author reads. */
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

const [OPEN, CLOSE] = ["<!--", "-->"];

/** Parses in which no comment ends any more, so that many beginnings cost one search. */
const endless = new WeakSet<StateBlock | StateInline>();

/** The offset after the comment that begins at `at`. Undefined if it has no end before `most`. */
function endOf(state: StateBlock | StateInline, at: number, most: number): number | undefined {
  if (!state.src.startsWith(OPEN, at) || endless.has(state)) return undefined;
  const end = state.src.indexOf(CLOSE, at + OPEN.length);
  if (end < 0) endless.add(state);
  return end < 0 || end + CLOSE.length > most ? undefined : end + CLOSE.length;
}

/** A comment that has its lines for itself. */
function block(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const at = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return false;
  const end = endOf(state, at, state.eMarks[endLine - 1] ?? 0);
  if (end === undefined) return false;
  const last = lineAt(state, line, end);
  if (state.src.slice(end, state.eMarks[last]).trim() !== "" || last >= endLine) return false;
  if (silent) return true;
  state.line = last + 1;
  const token = state.push("comment", "", 0);
  token.map = [line, state.line];
  return true;
}

function lineAt(state: StateBlock, from: number, offset: number): number {
  let line = from;
  while ((state.eMarks[line] ?? Number.POSITIVE_INFINITY) < offset) line += 1;
  return line;
}

function inline(state: StateInline, silent: boolean): boolean {
  const end = endOf(state, state.pos, state.posMax);
  if (end === undefined) return false;
  if (!silent) state.push("comment_inline", "", 0);
  state.pos = end;
  return true;
}

export function takeComments({ block: blocks, inline: inlines }: MarkdownIt): void {
  blocks.ruler.before("table", "comment", block, { alt: ["paragraph", "reference", "blockquote", "list"] });
  inlines.ruler.before("autolink", "comment", inline);
}
