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
import { imageElement, isMediaPath } from "../../templates/image.ts";
import { isExternal, resolveLink } from "../../templates/links.ts";
import type { DrawnDirective, MarkdownPlace, MarkdownWriter, PageIds } from "../../templates/markdownWriter.ts";
import { AnchorIds } from "./anchorIds.ts";
import { isCrowded } from "../dialect/crowded.ts";
import { DIRECTIVE, directiveOf, mayHoldDirectives, withDirectives } from "../dialect/directives.ts";
import { footnotesOf } from "../dialect/footnotes.ts";
import { MATHS, MATHS_FENCE, MATHS_IN_LINE } from "../dialect/maths.ts";
import { PLACE_TOKEN, placeId } from "../dialect/places.ts";
import { contentParser } from "./contentParser.ts";
import { captionOf, noteFigures } from "./figures.ts";
import { notedAnchor, noteAnchors, shiftOf } from "./headings.ts";
import { Notes, noteTokens } from "./notes.ts";
import { withoutInnerLinks } from "./oneLink.ts";
import { noteTasks } from "./tasks.ts";

/** The state of one rendering, which markdown-it passes to every rule. */
interface Env {
  readonly place: MarkdownPlace;
  /** For each open link, whether its tag was written. A link that leads nowhere becomes plain text. */
  readonly links: boolean[];
  readonly ids: PageIds;
  readonly notes: Notes;
  /** True if the notes stand behind the text. A line has no place for them. */
  readonly hasNotes: boolean;
  /** The ranks by which the text's headings move down. */
  shift: number;
}

/** Signs of which every address with a scheme has one. The search for addresses takes ten times as long. */
const MAY_BE_ADDRESS = /\/\/|mailto:/i;

/** Only blocks make links of addresses: a line may stand inside of a link or button. */
function createParser({ linkify }: { readonly linkify: boolean }): Parser {
  const markdown = contentParser().set({ linkify });
  // Only addresses with a scheme become links, because `example.md` may be a file.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const { test } = markdown.linkify;
  markdown.linkify.test = (text) => MAY_BE_ADDRESS.test(text) && test.call(markdown.linkify, text);
  markdown.core.ruler.push("anchors", noteAnchors);
  markdown.core.ruler.push("tasks", noteTasks);
  markdown.core.ruler.push("figures", noteFigures);
  markdown.core.ruler.push("ranks", ({ tokens, env }) => {
    envOf(env).shift = Math.max(envOf(env).shift, shiftOf(tokens));
  });
  Object.assign(markdown.renderer.rules, RULES);
  return markdown;
}

const plainFence = new MarkdownIt().renderer.rules["fence"] as Rule;

const envOf = (env: AnyEnv | undefined): Env => env as unknown as Env;

const attributeOf = (token: Token, name: string): string => String(token.attrGet(name) ?? "");

/** The tag of a heading. Level 1 is reserved for the page's own heading. */
function headingTag(token: Token, { place, shift }: Env): string {
  const given = Math.max(2, Number(token.tag.slice(1)) + shift);
  return `h${Math.min(6, place.level + given - 2)}`;
}

const headingOpen: Rule = (tokens, index, _options, env) => {
  const token = tokens[index] as Token;
  const anchor = notedAnchor(token);
  const id = anchor === "" ? "" : ` id="${escapeHtml(envOf(env).ids.take(anchor))}"`;
  return `<${headingTag(token, envOf(env))}${id}>`;
};
const headingClose: Rule = (tokens, index, _options, env) => `</${headingTag(tokens[index] as Token, envOf(env))}>\n`;

const factsOf = <T>(token: Token | undefined): T => token?.meta as T;

const footnoteReference: Rule = (tokens, index, _options, env) =>
  envOf(env).notes.reference(factsOf<{ readonly name: string }>(tokens[index]).name);

const task: Rule = (tokens, index) =>
  `<input type="checkbox" disabled${factsOf<{ readonly isDone: boolean }>(tokens[index]).isDone ? " checked" : ""}> `;

const linkedPlace: Rule = (tokens, index, _options, env) =>
  `<span id="${escapeHtml(envOf(env).ids.take(placeId(tokens[index] as Token)))}"></span>`;

const mathsInLine: Rule = (tokens, index, _options, env) => {
  const { content = "" } = tokens[index] ?? {};
  return envOf(env).place.maths?.html(content, false) ?? `<code>${escapeHtml(content)}</code>`;
};

/** A wide formula scrolls as a wide table does. */
const maths: Rule = (tokens, index, _options, env) => {
  const { content = "" } = tokens[index] ?? {};
  const drawn = envOf(env).place.maths?.html(content.trim(), true);
  return drawn === undefined
    ? `<pre><code>${escapeHtml(content.trim())}\n</code></pre>\n`
    : `<div class="table-scroll" tabindex="0">${drawn}</div>\n`;
};

const nothing: Rule = () => "";

const linkOpen: Rule = (tokens, index, _options, env) => {
  const { place, links } = envOf(env);
  const token = tokens[index] as Token;
  const link = attributeOf(token, "href");
  const href = resolveLink(link, place.pathOf);
  links.push(href !== undefined);
  if (href === undefined) return "";
  const title = attributeOf(token, "title");
  const rel = isExternal(href, place.origin) ? ' rel="noopener"' : "";
  const language = place.languageOf?.(link);
  const hreflang = language === undefined ? "" : ` hreflang="${escapeHtml(language)}"`;
  return `<a href="${escapeHtml(place.hrefOf?.(href) ?? href)}"${title ? ` title="${escapeHtml(title)}"` : ""}${hreflang}${rel}>`;
};

const linkClose: Rule = (_tokens, _index, _options, env) => (envOf(env).links.pop() ? "</a>" : "");

const NO_WIDTHS: ReadonlyMap<string, readonly number[]> = new Map();

const image: Rule = (tokens, index, options, env, renderer) => {
  const token = tokens[index] as Token;
  const src = attributeOf(token, "src");
  const alt = renderer.renderInlineAsText(token.children ?? [], options, env);
  if (!isMediaPath(src)) return escapeHtml(alt);
  const { pictureSize, widths = NO_WIDTHS } = envOf(env).place;
  const caption = captionOf(token);
  const below = caption === "" ? "" : `<figcaption>${escapeHtml(caption)}</figcaption>`;
  const title = caption === "" ? attributeOf(token, "title") : "";
  const look = { className: "", eager: false, sizes: "auto, 100vw", widths };
  return imageElement({ src, alt, title, ...pictureSize?.(src) }, look) + below;
};

const directive: Rule = (tokens, index, options, env, renderer) => {
  const token = tokens[index] as Token;
  const { children, block } = token;
  const inside = block
    ? renderer.render(children ?? [], options, env)
    : renderer.renderInline(children ?? [], options, env);
  const { place } = envOf(env);
  const { name, values } = directiveOf(token);
  const drawn = place.directives?.({ name, as: block ? "block" : "mark", values }, inside, place.level);
  return placedDrawing(drawn, inside, envOf(env));
};

const isLinked = ({ html, isNote }: DrawnDirective): boolean => isNote || /<a\b/i.test(html);

/** A drawing in its place. Inside of a link, one that is a note or has a link shows its text. */
function placedDrawing(drawn: DrawnDirective | undefined, inside: string, { links, notes, hasNotes }: Env): string {
  const isInLink = links.includes(true);
  if (!drawn || (isInLink && isLinked(drawn))) return withoutInnerLinks(inside, isInLink);
  const html = withoutInnerLinks(drawn.html, isInLink);
  return drawn.isNote && hasNotes ? notes.drawn(html) : html;
}

const fence: Rule = (tokens, index, options, env, renderer) => {
  if (tokens[index]?.info.trim() === MATHS_FENCE) return maths(tokens, index, options, env, renderer);
  const { code } = envOf(env).place;
  const highlight = (text: string, language: string): string => code?.html(text, language) ?? "";
  return plainFence(tokens, index, { ...options, highlight }, env, renderer);
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
  fence,
  [DIRECTIVE]: directive,
  table_open: () => '<div class="table-scroll" tabindex="0"><table>\n',
  table_close: () => "</table></div>\n",
  th_open: cell("th"),
  td_open: cell("td"),
  hardbreak: () => "<br>\n",
  comment: nothing,
  comment_inline: nothing,
  footnote: nothing,
  footnote_reference: footnoteReference,
  task,
  [PLACE_TOKEN]: linkedPlace,
  [MATHS]: maths,
  [MATHS_IN_LINE]: mathsInLine,
};

const parser = createParser({ linkify: true });
const lineParser = createParser({ linkify: false });

function checkLength(source: string): void {
  if (source.length > MARKDOWN_MAX_CHARS) throw new RangeError(`Markdown longer than ${MARKDOWN_MAX_CHARS} characters`);
}

export function markdownHtml(source: string, place: MarkdownPlace): string {
  checkLength(source);
  if (source === "") return "";
  const env = beginning(place, true);
  const html = rendered(parser, parser.parse(source, forParser(env)), source, env);
  return env.notes.close(html) + env.notes.render(parser, env);
}

/** Tokens as HTML. Only a text that may hold directives is searched for them. */
function rendered({ renderer, options }: Parser, tokens: Token[], source: string, env: Env): string {
  const all = mayHoldDirectives(source) ? withDirectives(tokens) : tokens;
  return renderer.render(all, options, forParser(env));
}

const forParser = (env: Env): AnyEnv => env as unknown as AnyEnv;

function beginning(place: MarkdownPlace, hasNotes: boolean): Env {
  const ids = place.ids ?? new AnchorIds();
  return { place, links: [], ids, notes: new Notes(ids), hasNotes, shift: 0 };
}

/** Renders Markdown without blocks: one line inside a heading, a button or a table. */
export function inlineMarkdown(source: string, place: MarkdownPlace): string {
  checkLength(source);
  if (source === "") return "";
  const env = beginning(place, false);
  return rendered(lineParser, lineParser.parseInline(source, forParser(env)), source, env);
}

/** The blocks of a text, with the tokens of their words. */
export const contentTokens = (source: string): Token[] => blockParser.parse(source, {});

/** The blocks of a text, and those of its notes by name. */
export function tokensWithNotes(source: string): { readonly tokens: Token[]; readonly notes: Map<string, Token[]> } {
  const env: AnyEnv = {};
  const tokens = blockParser.parse(source, env);
  const notes = [...footnotesOf(env)].map(([name, note]) => [name, noteTokens(blockParser, env, note)] as const);
  return { tokens, notes: new Map(notes) };
}

const blockParser = contentParser();

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
  if (text.length > MARKDOWN_PARSED_MAX_CHARS || isCrowded(text)) return true;
  return htmlParser.parse(text, {}).some(isHtml);
}

/** Renders Markdown for pages. */
export const HTML_MARKDOWN: MarkdownWriter = { block: markdownHtml, inline: inlineMarkdown };
