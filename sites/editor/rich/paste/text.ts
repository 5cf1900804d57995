/** Reads pasted plain text: as Markdown or as code if it looks like that, or else as paragraphs. */
import { type Node, Fragment } from "prosemirror-model";
import { MARKDOWN_MAX_CHARS } from "../../../../manifests/bounds/fields.ts";
import { accepted, refused, type Result } from "../../../../manifests/result.ts";
import { placedDirectives } from "../../../../runtime/rendering/dialect/directivePlaces.ts";
import { isMediaPath } from "../../../../runtime/templates/image.ts";
import { isLink } from "../../../../runtime/templates/links.ts";
import { read } from "../model/read.ts";
import { markTypes, schema, types } from "../model/schema.ts";
import type { Pasted, TooLong } from "./clean.ts";
import { isCodeText } from "./code.ts";

/** Each line becomes a paragraph. */
export function cleanText(text: string): Result<Pasted, TooLong> {
  if (text.length > MARKDOWN_MAX_CHARS) return refused({ length: text.length, most: MARKDOWN_MAX_CHARS });
  const plain = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "");
  if (isCodeText(plain) && !looksLikeMarkdown(plain)) return accepted({ blocks: [codeBlock(plain)], pictures: 0 });
  const blocks = plain
    .split(/(?:\r\n?|\n)+/)
    .filter((line) => line.trim() !== "")
    .map((line) => types.paragraph.create(null, schema.text(line)));
  return accepted({ blocks, pictures: 0 });
}

const codeBlock = (text: string): Node =>
  types.code_block.create(null, schema.text(text.replaceAll(/\r\n?/g, "\n").replaceAll(/^\n+|\n+$/g, "")));

/** Signs that hardly anybody writes in a text that is no Markdown. */
const SIGNS = [
  /^ {0,3}#{1,6} \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^\s*[-*+] \S.*\n+\s*[-*+] \S/m,
  /^\s*1[.)] \S.*\n+\s*2[.)] \S/m,
  /^ {0,3}\|?(?: *:?-{3,}:? *\|)+/m,
  /^ {0,3}> \S/m,
  /(?<!\*)\*\*[^\s*][^*\n]*\*\*(?!\*)/,
  /\[[^\]\n]+\]\((?:https?:|mailto:|\/)[^)\s]*\)/,
];

export const looksLikeMarkdown = (text: string): boolean => {
  const lines = text.replaceAll(/\r\n?/g, "\n");
  return SIGNS.some((sign) => sign.test(lines)) || placedDirectives(lines).length > 0;
};

/** The blocks of pasted Markdown; undefined if the text is none, or too long. */
export function cleanMarkdown(text: string): Pasted | undefined {
  const found = text.length <= MARKDOWN_MAX_CHARS && looksLikeMarkdown(text) ? read(text) : undefined;
  if (!found) return undefined;
  const blocks = found.blocks.map(({ node }) => node);
  const shift = blocks.some(({ type, attrs }) => type === types.heading && attrs["level"] === 1) ? 1 : 0;
  const cleaner = { pictures: 0, shift };
  return { blocks: blocks.flatMap((block) => safe(block, cleaner)), pictures: cleaner.pictures };
}

/** A node with only the links and pictures that a page may have. Level 1 is the page's own heading. */
function safe(node: Node, cleaner: { pictures: number; readonly shift: number }): Node[] {
  if (node.type === types.image && !isMediaPath(String(node.attrs["src"]))) {
    cleaner.pictures += 1;
    return [];
  }
  const marks = node.marks.filter(({ type, attrs }) => type !== markTypes.link || isLink(String(attrs["href"])));
  if (node.isText) return [node.mark(marks)];
  const attrs =
    node.type === types.heading
      ? { ...node.attrs, level: Math.min(6, Number(node.attrs["level"]) + cleaner.shift) }
      : node.attrs;
  const content = Fragment.from(node.content.content.flatMap((child) => safe(child, cleaner)));
  return [node.type.create(attrs, content, marks)];
}
