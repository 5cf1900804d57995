/**
 * Renders content's Markdown as HTML. Raw HTML becomes text, links must be allowed by `links.ts`, and pictures must be
 * in the site's media. No attribute violates the page's policy.
 */
import MarkdownIt, {
  type Env as AnyEnv,
  type MarkdownIt as Parser,
  type RendererRule as Rule,
  type Token,
} from "markdown-it";
import {
  MARKDOWN_MAX_CHARS,
  MARKDOWN_PARSED_MAX_CHARS,
  MARKDOWN_SEEN_MAX_DEPTH,
} from "../../../manifests/bounds/fields.ts";
import { LINK_SCHEMES } from "../../../manifests/fields/links.ts";
import { escapeHtml } from "../../templates/escape.ts";
import { isMediaPath } from "../../templates/image.ts";
import { isExternal, resolveLink } from "../../templates/links.ts";
import type { MarkdownPlace, MarkdownWriter } from "../../templates/markdownWriter.ts";
import { contentParser } from "./contentParser.ts";

/** The state of one rendering, which markdown-it passes to every rule. */
interface Env {
  readonly place: MarkdownPlace;
  /** For each open link, whether its tag was written. A link that leads nowhere becomes plain text. */
  readonly links: boolean[];
}

function createParser(): Parser {
  const markdown = contentParser();
  Object.assign(markdown.renderer.rules, RULES);
  return markdown;
}

const envOf = (env: AnyEnv | undefined): Env => env as unknown as Env;

const attributeOf = (token: Token, name: string): string => String(token.attrGet(name) ?? "");

/** The tag of a heading. Level 1 is reserved for the page's own heading, so `#` counts as `##`. */
function headingTag(token: Token, level: number): string {
  const given = Math.max(2, Number(token.tag.slice(1)));
  return `h${Math.min(6, level + given - 2)}`;
}

const headingOpen: Rule = (tokens, index, _options, env) =>
  `<${headingTag(tokens[index] as Token, envOf(env).place.level)}>`;
const headingClose: Rule = (tokens, index, _options, env) =>
  `</${headingTag(tokens[index] as Token, envOf(env).place.level)}>\n`;

const linkOpen: Rule = (tokens, index, _options, env) => {
  const { place, links } = envOf(env);
  const token = tokens[index] as Token;
  const href = resolveLink(attributeOf(token, "href"), place.pathOf);
  links.push(href !== undefined);
  if (href === undefined) return "";
  const title = attributeOf(token, "title");
  const rel = isExternal(href, place.origin) ? ' rel="noopener"' : "";
  return `<a href="${escapeHtml(href)}"${title ? ` title="${escapeHtml(title)}"` : ""}${rel}>`;
};

const linkClose: Rule = (_tokens, _index, _options, env) => (envOf(env).links.pop() ? "</a>" : "");

const image: Rule = (tokens, index, options, env, renderer) => {
  const token = tokens[index] as Token;
  const src = attributeOf(token, "src");
  const alt = escapeHtml(renderer.renderInlineAsText(token.children ?? [], options, env));
  return isMediaPath(src) ? `<img src="${escapeHtml(src)}" alt="${alt}" loading="lazy" decoding="async">` : alt;
};

/** Writes a cell's alignment as a class, because the page's policy forbids `style` attributes. */
const cell =
  (name: "th" | "td"): Rule =>
  (tokens, index) => {
    const align = /text-align:\s*(left|center|right)/.exec(attributeOf(tokens[index] as Token, "style"))?.[1];
    return align ? `<${name} class="align-${align}">` : `<${name}>`;
  };

/** The rules by token. A wide table scrolls in a focusable box, so that keyboard users can scroll it. */
const RULES: Readonly<Record<string, Rule>> = {
  heading_open: headingOpen,
  heading_close: headingClose,
  link_open: linkOpen,
  link_close: linkClose,
  image,
  table_open: () => '<div class="table-scroll" tabindex="0"><table>\n',
  table_close: () => "</table></div>\n",
  th_open: cell("th"),
  td_open: cell("td"),
  hardbreak: () => "<br>\n",
};

const parser = createParser();

function checkLength(source: string): void {
  if (source.length > MARKDOWN_MAX_CHARS) throw new RangeError(`Markdown longer than ${MARKDOWN_MAX_CHARS} characters`);
}

export function markdownHtml(source: string, place: MarkdownPlace): string {
  checkLength(source);
  return source === "" ? "" : parser.render(source, { place, links: [] } satisfies Env);
}

/** Renders Markdown without blocks: one line inside a heading, a button or a table. */
export function inlineMarkdown(source: string, place: MarkdownPlace): string {
  checkLength(source);
  return source === "" ? "" : parser.renderInline(source, { place, links: [] } satisfies Env);
}

const htmlParser = new MarkdownIt("default", { html: true });
// Autolinks in `<>` stay text here, for every scheme.
htmlParser.disable("autolink");

/** An autolink in `<>` with a scheme that is not allowed. */
const FOREIGN_ADDRESS = new RegExp(`<(?!${LINK_SCHEMES})[a-z][a-z0-9+.-]*:`, "i");

/** Tells whether a token is HTML. A token that is nested too deep to check counts as HTML. */
const isHtml = ({ type, level, content, children }: Token): boolean =>
  type === "html_block" ||
  type === "html_inline" ||
  level > MARKDOWN_SEEN_MAX_DEPTH ||
  (type === "text" && FOREIGN_ADDRESS.test(content)) ||
  (children ?? []).some(isHtml);

/**
 * Tells whether a Markdown reader that allows HTML could find some in this text, or an autolink with a forbidden
 * scheme. A very long text counts as HTML without parsing.
 */
export function mayHoldHtml(text: string): boolean {
  if (!/<[a-z/!?]/i.test(text)) return false;
  if (text.length > MARKDOWN_PARSED_MAX_CHARS) return true;
  return htmlParser.parse(text, {}).some(isHtml);
}

/** Renders Markdown for pages. */
export const HTML_MARKDOWN: MarkdownWriter = { block: markdownHtml, inline: inlineMarkdown };
