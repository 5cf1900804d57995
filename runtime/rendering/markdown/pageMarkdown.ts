/** Completes a page's Markdown for machines: links become absolute, and no HTML remains. */
import { absoluteUrl } from "../../documents/content/languageHosts.ts";
import { OUTLINE_MAX_HEADINGS } from "../../../manifests/bounds/agents.ts";
import { ANCHOR_MAX_CHARS, MARKDOWN_PARSED_MAX_CHARS, PLAIN_TEXT_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { LINK_SCHEMES, mayBecomeHref } from "../../../manifests/fields/links.ts";
import { isMediaPath } from "../../templates/image.ts";
import { resolveLink } from "../../templates/links.ts";
import { isCrowded } from "../dialect/crowded.ts";
import { contentTokens, mayHoldHtml } from "./markdown.ts";
import { type TargetJudge, withoutTargets, writeTargets } from "./markdownTargets.ts";
import type { PageText, TextHeading, TextSection } from "./pageText.ts";
import type { Surroundings } from "../../templates/surroundings.ts";

/** Allows the same targets as the page's HTML, and makes them absolute. */
const judgeOf = ({ pathOf, origin, hosts }: Surroundings): TargetJudge => ({
  link: (address) => {
    const href = resolveLink(address, pathOf);
    return href === undefined ? undefined : absoluteUrl(href, { origin, hosts });
  },
  picture: (address) => {
    const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
    return isMediaPath(path) ? origin + path : undefined;
  },
});

/** A link that only lenient readers recognise, for example with a space in its URL. */
const LAX = /\]\((?=\s*<?([^()[\]]*))/g;

/** Breaks lenient links to forbidden targets. Entities or escapes may hide the end of a scheme. */
const withoutLax = (text: string): string =>
  text.replace(LAX, (link, address: string) =>
    address.startsWith("page:") || mayBecomeHref(address.replace(/&|%3a/gi, ":")) ? link : "]&#40;",
  );

/**
 * Rewrites the URLs of all parts together, because a section may end a construct that another began. A text that is too
 * long to parse loses all links.
 */
function retarget(texts: readonly string[], surroundings: Surroundings): string[] {
  const whole = texts.join(BETWEEN);
  const write = whole.length > MARKDOWN_PARSED_MAX_CHARS || isCrowded(whole) ? withoutTargets : writeTargets;
  const lines = withoutLax(write(whole, judgeOf(surroundings)))
    .split("\n")
    .values();
  return texts.map((text, index) => {
    if (index > 0) lines.next();
    return text
      .split("\n")
      .map(() => lines.next().value ?? "")
      .join("\n");
  });
}

/**
 * Escapes tags. Some readers render HTML in Markdown, and text on the page must stay text there. Most pages have no
 * HTML and keep each `<` of their code samples. Otherwise every `<` that could begin a tag is escaped.
 */
const withoutTags = (text: string): string => text.replace(TAG, "&lt;");
const PLACE = `a (?:id|name)="[^"<>\\s]{1,${ANCHOR_MAX_CHARS}}"`;
/** The harmless elements that pages show as such, and both tags of a place to which links lead. */
const HARMLESS = `(?:/?(?:kbd|sub|sup|mark|abbr|details|summary)|br ?/?|abbr title="[^"<>\\n]*"|${PLACE}(?=></a>)|(?<=<${PLACE}><)/a)>`;
const TAG = new RegExp(`<(?=[a-z/!?])(?!${LINK_SCHEMES})(?!${HARMLESS})`, "gi");

/** Removes comments, which pages do not show either. Code keeps them. */
function withoutComments(text: string): string {
  if (!text.includes("<!--") || text.length > MARKDOWN_PARSED_MAX_CHARS) return text;
  const lines = text.split(/\r\n?|\n/);
  for (const { type, map, children } of contentTokens(text)) {
    const [from, to] = map ?? [0, 0];
    if (type === "comment") lines.fill("", from, to);
    else if (children?.some((child) => child.type === "comment_inline"))
      lines.splice(from, to - from, ...lines.slice(from, to).map(withoutComment));
  }
  return lines.join("\n");
}

/** A line with code in it keeps its comments: there, a comment may be an example. */
const withoutComment = (line: string): string => (line.includes("`") ? line : line.replaceAll(/<!--.*?-->/g, ""));

/** Removes only empty lines, because spaces at the start of a line have a meaning in Markdown. */
const tidy = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();

/** The text of one section, or of the page's title if `section` is null. */
export interface TextPart {
  readonly section: string | null;
  readonly text: string;
}

/**
 * Joins the parts of a page. All parts are checked for HTML together, because one part could end what another began.
 */
export function finishMarkdown(parts: readonly TextPart[], surroundings: Surroundings): PageText {
  const tidied = parts
    .map(({ section, text }) => ({ section, text: withCodeEnded(tidy(withoutComments(text))) }))
    .filter(({ text }) => text !== "");
  const clean = mayHoldHtml(tidied.map(({ text }) => text).join(BETWEEN)) ? withoutTags : (text: string) => text;
  const written = retarget(
    tidied.map(({ text }) => clean(text)),
    surroundings,
  );
  const sections: TextSection[] = [];
  let markdown = "";
  for (const [index, { section }] of tidied.entries()) {
    if (markdown !== "") markdown += BETWEEN;
    const start = markdown.length;
    markdown += written[index] ?? "";
    if (section !== null) sections.push({ id: section, start, end: markdown.length });
  }
  return { markdown: `${markdown}\n`, sections, outline: headingsOf(markdown) };
}

const BETWEEN = "\n\n";

/** The id that an author gave to a heading. */
const GIVEN_ID = new RegExp(`[ \\t]*\\{#[^{}\\s]{1,${ANCHOR_MAX_CHARS}}\\}$`);

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const HEADING = /^ {0,3}(#{1,6})[ \t](.*)$/;

/** Lists the headings outside of code blocks, with their offsets. */
function headingsOf(markdown: string): TextHeading[] {
  const found: TextHeading[] = [];
  let fence = "";
  let at = 0;
  for (const line of markdown.split("\n")) {
    const marks = FENCE.exec(line);
    if (marks) fence = fenceAfter(fence, marks);
    else if (fence === "") found.push(...headingIn(line, at));
    if (found.length === OUTLINE_MAX_HEADINGS) break;
    at += line.length + 1;
  }
  return found;
}

/** Ends a code block that a section left open. Otherwise the sections behind it would be code, without headings. */
function withCodeEnded(text: string): string {
  let fence = "";
  for (const line of text.split("\n")) {
    const marks = FENCE.exec(line);
    if (marks) fence = fenceAfter(fence, marks);
  }
  return fence === "" ? text : `${text}\n${fence}`;
}

/** The fence of the current code block after a line. Empty outside of code blocks, and after code within a line. */
function fenceAfter(fence: string, [, marks = "", rest = ""]: readonly string[]): string {
  if (fence === "") return marks.startsWith("`") && rest.includes("`") ? "" : marks;
  return marks.startsWith(fence) && rest.trim() === "" ? "" : fence;
}

function headingIn(line: string, at: number): TextHeading[] {
  const [, level = "", given = ""] = HEADING.exec(line) ?? [];
  const text = spoken(given.trim().slice(0, PLAIN_TEXT_MAX_CHARS));
  return text === "" ? [] : [{ level: level.length, text, at }];
}

/** A heading as plain text: without link targets, escapes and emphasis marks. */
const spoken = (text: string): string =>
  text
    .replace(/(?:^|[ \t])#+$/, "")
    .replace(GIVEN_ID, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(?<!\\)[*`]+/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim();
