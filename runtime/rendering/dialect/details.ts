/** `<details>` with a `<summary>`, around blocks of Markdown. */
import type { MarkdownIt, StateBlock } from "markdown-it";
import { isPlainLine, lineOf, PairedLines, readBlocks } from "./pairedLines.ts";

const OPEN = /^<details( open)?>[ \t]*(?:<summary>([^<>]{0,200})<\/summary>)?[ \t]*$/i;
const SUMMARY = /^<summary>([^<>]{0,200})<\/summary>[ \t]*$/i;
const CLOSE = /^<\/details>[ \t]*$/i;

const pairs = new PairedLines(OPEN, CLOSE);

function details(state: StateBlock, start: number, endLine: number, silent: boolean): boolean {
  const [whole, isOpen, here] = beginning(state, start);
  const end = whole === undefined ? undefined : pairs.endOf(state, start, endLine);
  if (end === undefined || silent) return end !== undefined;
  const below = here === undefined ? SUMMARY.exec(lineOf(state, start + 1))?.[1] : undefined;
  const open = state.push("details_open", "details", 1);
  open.map = [start, end + 1];
  if (isOpen !== undefined) open.attrSet("open", "");
  const summary = here ?? below;
  if (summary !== undefined) words(state, summary, start);
  readBlocks(state, start + (below === undefined ? 1 : 2), end, "details");
  state.push("details_close", "details", -1);
  state.line = end + 1;
  return true;
}

/** The parts of a first line. Empty for a line of code. */
const beginning = (state: StateBlock, line: number): readonly (string | undefined)[] =>
  (isPlainLine(state, line) && OPEN.exec(lineOf(state, line))) || [];

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
