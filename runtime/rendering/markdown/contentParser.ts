/** The Markdown dialect of content, for rendering pages and for the editor. */
import MarkdownIt, { type MarkdownIt as Parser, type Token } from "markdown-it";
import { MARKDOWN_MAX_DEPTH } from "../../../manifests/bounds/fields.ts";
import { isMediaPath } from "../../templates/image.ts";
import { isLink } from "../../templates/links.ts";
import { takeEastAsianEmphasis } from "./eastAsian.ts";

export function contentParser(): Parser {
  const parser = new MarkdownIt("default", {
    html: false,
    linkify: false,
    typographer: false,
    maxNesting: MARKDOWN_MAX_DEPTH,
  });
  parser.validateLink = (address) => isLink(address) || isMediaPath(address);
  takeEastAsianEmphasis(parser);
  return parser;
}

export type MarkdownToken = Token;
