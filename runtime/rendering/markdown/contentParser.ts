/** The Markdown dialect of content, for rendering pages and for the editor. */
import MarkdownIt, { type MarkdownIt as Parser, type Token } from "markdown-it";
import { MARKDOWN_MAX_DEPTH } from "../../../manifests/bounds/fields.ts";
import { isMediaPath } from "../../templates/image.ts";
import { isLink } from "../../templates/links.ts";
import { takeDialect } from "../dialect/dialect.ts";
import { takeEastAsianEmphasis } from "./eastAsian.ts";

/** With `html`, tags that pages show as text are tokens of their own. */
export function contentParser({ html = false } = {}): Parser {
  const parser = new MarkdownIt("default", {
    html,
    linkify: false,
    typographer: false,
    maxNesting: MARKDOWN_MAX_DEPTH,
  });
  parser.validateLink = (address) => isLink(address) || isMediaPath(address);
  takeEastAsianEmphasis(parser);
  takeDialect(parser);
  return parser;
}

export type MarkdownToken = Token;
