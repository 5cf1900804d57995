/**
 * The canonical form of a document: only what Markdown can express. Pages show documents with the same form alike.
 * Empty paragraphs, spaces at line ends and bold spaces do not count.
 */
import type { Mark, Node } from "prosemirror-model";
import { needsBlankLine } from "./neighbours.ts";
import { read } from "./read.ts";
import { markTypes, types } from "./schema.ts";

type Form = string | number | boolean | readonly Form[];

const markForm = ({ type, attrs }: Mark): string =>
  type === markTypes.link ? `link ${String(attrs["href"])} ${String(attrs["title"])}` : type.name;

const marksForm = (marks: readonly Mark[]): string => marks.map(markForm).join("\n");

const isCode = ({ marks }: Node): boolean => marks.some(({ type }) => type === markTypes.code);

type Run = { readonly kind: string; text: string };

/** The texts and pictures of a block, as runs with the same marks. */
function runsOf(block: Node): Run[] {
  const runs: Run[] = [];
  const put = (kind: string, text: string): void => {
    const last = runs.at(-1);
    if (last?.kind === kind) last.text += text;
    else runs.push({ kind, text });
  };
  const holdsBreaks = block.type !== types.heading || Number(block.attrs["level"]) <= 2;
  block.forEach((node) => {
    if (node.type === types.hard_break) put(holdsBreaks ? "break" : "", holdsBreaks ? "\n" : " ");
    else if (node.type === types.image)
      put(
        `image ${marksForm(node.marks)}`,
        JSON.stringify([node.attrs["src"], node.attrs["alt"], node.attrs["title"]]),
      );
    else if (node.type === types.directive) put(`directive ${marksForm(node.marks)}`, String(node.attrs["source"]));
    else if (isCode(node)) put(marksForm(node.marks), node.text ?? "");
    else
      for (const part of (node.text ?? "").split(/(\s+)/))
        if (part !== "") put(/^\s/.test(part) ? "" : marksForm(node.marks), part.replaceAll("\n", " "));
  });
  return runs;
}

const isCodeRun = ({ kind }: Run): boolean => /(?:^|\n)code$/.test(kind);

/** Removes spaces at one end of a line: 0 is the beginning, -1 the end. */
function trimEdge(line: Run[], side: 0 | -1): void {
  for (let run = line.at(side); run && !isCodeRun(run) && run.text !== ""; run = line.at(side)) {
    const text = side === 0 ? run.text.replace(/^[ \t]+/, "") : run.text.replace(/(?<![ \t])[ \t]+$/, "");
    run.text = text;
    if (text !== "") return;
    line.splice(side, 1);
  }
}

/** The lines of a block, split at hard breaks and trimmed. */
function lineForms(block: Node): Form[] {
  const lines: Run[][] = [[]];
  for (const run of runsOf(block)) {
    if (run.kind === "break") lines.push(...Array.from(run.text, (): Run[] => []));
    else lines.at(-1)?.push(run);
  }
  for (const line of lines) {
    trimEdge(line, 0);
    trimEdge(line, -1);
  }
  while (lines.at(-1)?.length === 0) lines.pop();
  return lines.map((line) => line.map(({ kind, text }): Form => [kind, text]));
}

const blockForms = (node: Node): Form[] => node.content.content.map(formOf).filter((form) => form !== undefined);

/** A list is tight if its author asked for it, and nothing in it needs an empty line. */
export function isTightList(list: Node): boolean {
  const items = list.content.content.map((item) => item.content.content.filter((block) => !isEmptyParagraph(block)));
  if (items.length === 1 && (items[0]?.length ?? 0) <= 1) return true;
  // Only paragraphs show whether their list is tight.
  if (!items.flat().some(({ type }) => type === types.paragraph)) return true;
  return (
    list.attrs["tight"] === true &&
    items.every((blocks) => blocks.every((block, index) => !needsBlankLine(blocks[index - 1], block)))
  );
}

export const isEmptyParagraph = (node: Node): boolean => node.type === types.paragraph && lineForms(node).length === 0;

/** The rows of a table, each padded to the length of the longest one. */
export function gridOf(table: Node): (Node | undefined)[][] {
  const rows = table.content.content.map((row) => row.content.content);
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => Array.from({ length: width }, (_, column) => row[column]));
}

function tableForm(table: Node): Form {
  const grid = gridOf(table);
  const aligns = (grid[0] ?? []).map((cell): Form => String(cell?.attrs["align"] ?? ""));
  return ["table", aligns, ...grid.map((row): Form => row.map((cell): Form => (cell ? lineForms(cell) : [])))];
}

const FORMS: Readonly<Record<string, (node: Node) => Form | undefined>> = {
  paragraph: (node) => (isEmptyParagraph(node) ? undefined : ["p", ...lineForms(node)]),
  heading: (node) => ["h", Number(node.attrs["level"]), ...lineForms(node)],
  blockquote: (node) => ["quote", ...blockForms(node)],
  bullet_list: (node) => ["ul", isTightList(node), ...blockForms(node)],
  ordered_list: (node) => ["ol", Number(node.attrs["order"]), isTightList(node), ...blockForms(node)],
  list_item: (node) => ["li", ...blockForms(node)],
  code_block: (node) => ["code", String(node.attrs["info"]).trim(), node.textContent],
  markdown: (node) => ["markdown", node.textContent],
  horizontal_rule: () => ["hr"],
  table: tableForm,
};

const formOf = (node: Node): Form | undefined => FORMS[node.type.name]?.(node);

/** The meaning of a block of Markdown, because a member may have written something that the editor shows. */
const written = (block: Node): readonly Node[] =>
  block.type === types.markdown ? (read(block.textContent)?.blocks.map(({ node }) => node) ?? [block]) : [block];

export const canonical = (blocks: readonly Node[]): string =>
  JSON.stringify(
    blocks
      .flatMap(written)
      .map(formOf)
      .filter((form) => form !== undefined),
  );
