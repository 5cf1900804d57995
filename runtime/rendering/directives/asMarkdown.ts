/** Writes the directives of a Markdown text as their plugins say, for machines. A directive that nobody draws shows its text. */
import { MARKDOWN_PARSED_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import type { WrittenDirective } from "../../templates/markdownWriter.ts";
import { directiveOf, markIn, mayHoldDirectives } from "../dialect/directives.ts";
import type { MarkdownToken as Token } from "../markdown/contentParser.ts";
import { contentTokens } from "../markdown/markdown.ts";

type Draw = (directive: WrittenDirective, inside: string) => string | undefined;

/** The lines of a text that a new text replaces. */
interface Replaced {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export function directivesAsMarkdown(text: string, draw: Draw): string {
  if (!mayHoldDirectives(text) || text.length > MARKDOWN_PARSED_MAX_CHARS) return text;
  const lines = text.split(/\r\n?|\n/);
  const replaced = blocksIn(contentTokens(text)).map((token) => replacement(token, lines, draw));
  for (const { from, to, text: written } of replaced.toReversed()) lines.splice(from, to - from, written);
  return lines.join("\n");
}

/** The outermost blocks that are directives, and the words of all others. */
function blocksIn(tokens: readonly Token[]): Token[] {
  let behind = 0;
  return tokens.filter(({ type, map, level, children }) => {
    if (!map || map[0] < behind) return false;
    const isBlock = type === "directive_block_open" && level === 0;
    const isLine = children?.some((child) => child.type === "directive_open") === true;
    if (isBlock || isLine) [, behind] = map;
    return isBlock || isLine;
  });
}

function replacement(token: Token, lines: readonly string[], draw: Draw): Replaced {
  const [from, to] = token.map ?? [0, 0];
  const text = lines.slice(from, to);
  if (token.type === "inline") return { from, to, text: withMarks(text.join("\n"), token.children ?? [], draw) };
  const inside = directivesAsMarkdown(text.slice(1, -1).join("\n"), draw);
  return { from, to, text: draw({ ...directiveOf(token), as: "block" }, inside) ?? inside };
}

/** Replaces marks in their order. A mark that stands in code, too, cannot be told apart, and stays as it is written. */
function withMarks(text: string, tokens: readonly Token[], draw: Draw): string {
  const marks = tokens.filter(({ type }) => type === "directive_open").map(directiveOf);
  const parts: string[] = [];
  let rest = text;
  for (const mark of marks) {
    const [at, all] = [rest.indexOf(mark.source), marks.filter(({ source }) => source === mark.source).length];
    if (at < 0 || text.split(mark.source).length - 1 !== all) continue;
    const { words = "" } = markIn(mark.source) ?? {};
    parts.push(rest.slice(0, at), draw({ ...mark, as: "mark" }, words) ?? words);
    rest = rest.slice(at + mark.source.length);
  }
  return parts.join("") + rest;
}
