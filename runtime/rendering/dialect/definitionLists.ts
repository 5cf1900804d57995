/** Definition lists: a term on a line, and below it lines that begin with a colon and a space. */
import type { MarkdownIt, StateBlock } from "markdown-it";

const MEANING = /^:[ \t]+(?=\S)/;

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);

/** Tells whether a line stands at the margin of its block, within it. */
const isPlain = (state: StateBlock, line: number, endLine: number): boolean =>
  line < endLine && !state.isEmpty(line) && isAtMargin((state.sCount[line] ?? 0) - state.blkIndent);

const isAtMargin = (indent: number): boolean => indent >= 0 && indent < 4;

/** The first line of the meanings of a term. Undefined if the line is no term. */
function meaningsOf(state: StateBlock, term: number, endLine: number): number | undefined {
  if (!isPlain(state, term, endLine) || MEANING.test(lineOf(state, term))) return undefined;
  const next = state.isEmpty(term + 1) ? term + 2 : term + 1;
  return isPlain(state, next, endLine) && MEANING.test(lineOf(state, next)) ? next : undefined;
}

function words(state: StateBlock, tag: "dt" | "dd", [from, to]: readonly [number, number], content: string): void {
  state.push(`${tag}_open`, tag, 1).map = [from, to];
  const inline = state.push("inline", "", 0);
  inline.map = [from, to];
  inline.content = content;
  inline.children = [];
  state.push(`${tag}_close`, tag, -1);
}

/** Writes one meaning with the lines that go on with it. Returns the line after it. */
function meaning(state: StateBlock, from: number, endLine: number): number {
  const lines = [lineOf(state, from).replace(MEANING, "")];
  let next = from + 1;
  while (isPlain(state, next, endLine) && !MEANING.test(lineOf(state, next))) {
    if (meaningsOf(state, next, endLine) === next + 1 || endsHere(state, next, endLine)) break;
    lines.push(lineOf(state, next));
    next += 1;
  }
  words(state, "dd", [from, next], lines.join("\n").trim());
  return next;
}

const endsHere = (state: StateBlock, line: number, endLine: number): boolean =>
  state.md.block.ruler.getRules("paragraph").some((rule) => rule(state, line, endLine, true));

function list(state: StateBlock, start: number, endLine: number, silent: boolean): boolean {
  let at = meaningsOf(state, start, endLine);
  if (at === undefined || silent) return at !== undefined;
  const open = state.push("dl_open", "dl", 1);
  let [term, next] = [start, start];
  while (at !== undefined) {
    words(state, "dt", [term, term + 1], lineOf(state, term).trim());
    next = at;
    while (isPlain(state, next, endLine) && MEANING.test(lineOf(state, next))) next = meaning(state, next, endLine);
    term = next < endLine && state.isEmpty(next) ? next + 1 : next;
    at = term >= endLine || endsHere(state, term, endLine) ? undefined : meaningsOf(state, term, endLine);
  }
  state.push("dl_close", "dl", -1);
  open.map = [start, next];
  state.line = next;
  return true;
}

export const takeDefinitionLists = ({ block }: MarkdownIt): void => block.ruler.before("paragraph", "dl", list);
