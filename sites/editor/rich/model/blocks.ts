/** Writes blocks as Markdown, in the style of their source. */
import type { Node } from "prosemirror-model";
import { gridOf, isEmptyParagraph, isTightList } from "./canonical.ts";
import { type Manner, inlineLines, inlineText, oneLine } from "./inline.ts";
import { needsBlankLine } from "./neighbours.ts";
import { types } from "./schema.ts";

interface BlockContext {
  readonly manner: Manner;
  readonly inItem: boolean;
  /** Markers of the lists next to this one. The same marker would merge the lists. */
  readonly taken: readonly string[];
}

type Writer = (node: Node, place: BlockContext) => string[];

/** The shortest heading underline that is safe beside any text. */
const UNDERLINE_MIN = 3;

function heading(node: Node, { manner }: BlockContext): string[] {
  const lines = inlineLines(node, manner);
  const { level, markup } = node.attrs as { readonly level: number; readonly markup: string };
  const isUnderlined = level <= 2 && (lines.length > 1 || markup === "=" || markup === "-");
  if (isUnderlined && lines.some((line) => line !== "")) {
    // Below a line with `|`, an underline of more than one dash would make a table.
    const width = lines.at(-1)?.includes("|") ? 1 : Math.max(UNDERLINE_MIN, ...lines.map(({ length }) => length));
    return [...inlineText(node, manner), (level === 1 ? "=" : "-").repeat(width)];
  }
  const text = oneLine(node, manner, false);
  return [`${"#".repeat(level)} ${text.replace(/(^|\s)(#+)$/, "$1\\$2")}`.trimEnd()];
}

function codeBlock(node: Node): string[] {
  const { info, markup } = node.attrs as { readonly info: string; readonly markup: string };
  const text = node.textContent;
  const sign = markup.startsWith("~") || info.includes("`") ? "~" : "`";
  const rows = text.match(sign === "~" ? /~+/g : /`+/g) ?? [];
  const longest = rows.reduce((most, { length }) => Math.max(most, length), 2);
  const fence = sign.repeat(Math.max(markup.length, longest + 1, 3));
  return [fence + info, ...(text === "" ? [] : text.split("\n")), fence];
}

const indented = (lines: readonly string[], first: string, others: string): string[] =>
  lines.map((line, index) => {
    const prefix = index === 0 ? first : others;
    return line === "" ? prefix.trimEnd() : prefix + line;
  });

/** List markers, the usual one first. */
const BULLETS = ["-", "*", "+"];
const DELIMITERS = [".", ")"];

const markerOf = (list: Node): string =>
  String(list.attrs["markup"] || (list.type === types.bullet_list ? BULLETS[0] : DELIMITERS[0]));

function markerFor(list: Node, taken: readonly string[]): string {
  const choices = [markerOf(list), ...(list.type === types.bullet_list ? BULLETS : DELIMITERS)];
  return choices.find((choice) => !taken.includes(choice)) ?? markerOf(list);
}

function list(node: Node, place: BlockContext): string[] {
  const marker = markerFor(node, place.taken);
  const { order = 1, step = 1 } = node.attrs as { readonly order?: number; readonly step?: number };
  const isTight = isTightList(node);
  const lines = node.content.content.map((item, index) => {
    const sign = node.type === types.bullet_list ? marker : `${order + index * step}${marker}`;
    const inside = blockLines(item.content.content, { ...place, inItem: true, taken: [marker] }, isTight);
    return indented(inside.length > 0 ? inside : [""], `${sign} `, " ".repeat(sign.length + 1));
  });
  return separated(lines, () => !isTight);
}

function table(node: Node, { manner }: BlockContext): string[] {
  const [head = [], ...rows] = gridOf(node).map((row) => row.map((cell) => (cell ? oneLine(cell, manner, true) : "")));
  const aligns = (gridOf(node)[0] ?? []).map((cell) => RULES[String(cell?.attrs["align"] ?? "")] ?? "---");
  return [head, aligns, ...rows].map((row) => `| ${row.join(" | ")} |`);
}

const RULES: Readonly<Record<string, string>> = { left: ":---", center: ":---:", right: "---:" };

const WRITERS: Readonly<Record<string, Writer>> = {
  paragraph: (node, { manner }) => inlineText(node, manner),
  heading,
  // An empty quote is written as `>` alone, without the usual space.
  blockquote: (node, place) => {
    const inside = blockLines(node.content.content, { ...place, inItem: false, taken: [] }, false);
    return indented(inside.length > 0 ? inside : [""], "> ", "> ");
  },
  bullet_list: list,
  ordered_list: list,
  code_block: codeBlock,
  markdown: (node) => node.textContent.split("\n"),
  horizontal_rule: ({ attrs }, { inItem }) => [inItem ? "___" : String(attrs["markup"] || "---")],
  table,
};

function separated(parts: readonly (readonly string[])[], isApart: (index: number) => boolean): string[] {
  return parts.flatMap((lines, index) => (index > 0 && isApart(index) ? ["", ...lines] : lines));
}

/** `place.taken` holds for the first block only: a nested list with the same marker could read as a rule. */
function blockLines(children: readonly Node[], place: BlockContext, isTight: boolean): string[] {
  const blocks = children.filter((block) => !isEmptyParagraph(block));
  let { taken } = place;
  const parts = blocks.map((block, index) => {
    const lines = written(block, { ...place, taken });
    const isAlike = isList(block) && blocks[index + 1]?.type === block.type;
    taken = isAlike ? [markerFor(block, taken)] : [];
    return lines;
  });
  return separated(parts, (index) => {
    const block = blocks[index];
    return !isTight || !block || needsBlankLine(blocks[index - 1], block);
  });
}

const isList = ({ type }: Node): boolean => type === types.bullet_list || type === types.ordered_list;
const written: Writer = (node, place) => WRITERS[node.type.name]?.(node, place) ?? [];

/** The Markdown of one block. Lists do not take the markers that are `taken`. */
export const blockText = (node: Node, manner: Manner, taken: readonly string[] = []): string =>
  written(node, { manner, inItem: false, taken }).join("\n");

/** The list marker at the beginning of Markdown; empty if there is none. */
export const markerInText = (text: string): string => /^ {0,3}(?:\d{1,9})?([-*+.)])/.exec(text)?.[1] ?? "";
