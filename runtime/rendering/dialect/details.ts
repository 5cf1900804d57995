/** `<details>` with a `<summary>`, around blocks of Markdown. */
import type { MarkdownIt, StateBlock } from "markdown-it";

const OPEN = /^<details( open)?>[ \t]*(?:<summary>([^<>]{0,200})<\/summary>)?[ \t]*$/i;
const SUMMARY = /^<summary>([^<>]{0,200})<\/summary>[ \t]*$/i;
const CLOSE = /^<\/details>[ \t]*$/i;

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);

/** The elements among some lines: the last line of each by its first. */
interface Elements {
  readonly from: number;
  readonly to: number;
  readonly ends: ReadonlyMap<number, number>;
}

/** The elements that a parse found at each level, so that many beginnings cost one reading. */
const found = new WeakMap<StateBlock, Map<number, Elements>>();

function endOf(state: StateBlock, start: number, endLine: number): number | undefined {
  const levels = found.get(state) ?? new Map<number, Elements>();
  found.set(state, levels);
  const known = levels.get(state.level);
  const here = known && start >= known.from && endLine <= known.to ? known : elementsIn(state, start, endLine);
  levels.set(state.level, here);
  const end = here.ends.get(start);
  return end === undefined || end >= endLine ? undefined : end;
}

function elementsIn(state: StateBlock, from: number, to: number): Elements {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (let line = from; line < to; line += 1) {
    const text = lineOf(state, line);
    if (OPEN.test(text)) open.push(line);
    const start = CLOSE.test(text) ? open.pop() : undefined;
    if (start !== undefined) ends.set(start, line);
  }
  return { from, to, ends };
}

function details(state: StateBlock, start: number, endLine: number, silent: boolean): boolean {
  const [whole, isOpen, here] = beginning(state, start);
  const end = whole === undefined ? undefined : endOf(state, start, endLine);
  if (end === undefined || silent) return end !== undefined;
  const below = here === undefined ? SUMMARY.exec(lineOf(state, start + 1))?.[1] : undefined;
  const open = state.push("details_open", "details", 1);
  open.map = [start, end + 1];
  if (isOpen !== undefined) open.attrSet("open", "");
  const summary = here ?? below;
  if (summary !== undefined) words(state, summary, start);
  blocks(state, start + (below === undefined ? 1 : 2), end);
  state.push("details_close", "details", -1);
  state.line = end + 1;
  return true;
}

/** The parts of a first line. Empty for a line of code. */
const beginning = (state: StateBlock, line: number): readonly (string | undefined)[] =>
  ((state.sCount[line] ?? 0) - state.blkIndent < 4 && OPEN.exec(lineOf(state, line))) || [];

/** Reads the blocks of some lines, as if the text ended behind them. */
function blocks(state: StateBlock, from: number, to: number): void {
  const { parentType, lineMax } = state;
  Object.assign(state, { parentType: "details", lineMax: to });
  state.md.block.tokenize(state, from, to);
  Object.assign(state, { parentType, lineMax });
}

function words(state: StateBlock, content: string, line: number): void {
  state.push("summary_open", "summary", 1);
  const inline = state.push("inline", "", 0);
  inline.map = [line, line + 1];
  inline.content = content;
  inline.children = [];
  state.push("summary_close", "summary", -1);
}

export const takeDetails = ({ block }: MarkdownIt): void =>
  block.ruler.before("html_block", "details", details, { alt: ["paragraph", "reference", "blockquote"] });
