/** The last hand on a page's Markdown for machines: links that work from anywhere, and no markup of HTML. */
import { MARKDOWN_PARSED_MAX_CHARS, OUTLINE_MAX_HEADINGS, PLAIN_TEXT_MAX_CHARS } from "../../manifests/bounds.ts";
import { isMediaPath } from "./image.ts";
import { absoluteUrl, resolveLink } from "./links.ts";
import { mayHoldHtml } from "./markdown.ts";
import type { TargetJudge } from "./markdownTargets.ts";
import { withoutTargets, writeTargets } from "./markdownTargets.ts";
import type { PageText, TextHeading, TextSection } from "./pageText.ts";
import type { Surroundings } from "./surroundings.ts";

/** What a page's HTML allows, with the site's origin before it. */
const judgeOf = ({ pathOf, origin }: Surroundings): TargetJudge => ({
  link: (address) => {
    const href = resolveLink(address, pathOf);
    return href === undefined ? undefined : absoluteUrl(href, origin);
  },
  picture: (address) => {
    const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
    return isMediaPath(path) ? origin + path : undefined;
  },
});

/** What no parser takes for a link, such as one with a space in its address, and a lax reader does. */
const LAX = /\]\((?=\s*<?(?:javascript|data|vbscript):)/gi;

/**
 * All of a page is judged at once, since a section may end what another began. What is too long to be parsed has no
 * link at all.
 */
function retarget(texts: readonly string[], surroundings: Surroundings): string[] {
  const whole = texts.join(BETWEEN);
  const write = whole.length > MARKDOWN_PARSED_MAX_CHARS ? withoutTargets : writeTargets;
  const lines = write(whole, judgeOf(surroundings)).replace(LAX, "]&#40;").split("\n").values();
  return texts.map((text, index) => {
    if (index > 0) lines.next();
    return text.split("\n").map(() => lines.next().value ?? "").join("\n");
  });
}

/**
 * Some readers render Markdown with HTML in it; what visitors see as text must be text there too. A page that
 * has none, which is nearly every page, keeps each `<` of its code samples; otherwise none is left anywhere.
 */
const withoutTags = (text: string): string => text.replace(/<(?=[a-z/!?])(?!(?:https?|mailto):)/gi, "&lt;");

/** Spaces at the start of a line mean something, so only whole empty lines go. */
const tidy = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();

/** What one section wrote; the title of the page stands before them, in no section. */
export interface TextPart {
  readonly section: string | null;
  readonly text: string;
}

/** Puts the parts of a page together. Whether there is HTML is decided for all of it: a part could end what another began. */
export function finishMarkdown(parts: readonly TextPart[], surroundings: Surroundings): PageText {
  const tidied = parts.map(({ section, text }) => ({ section, text: tidy(text) })).filter(({ text }) => text !== "");
  const clean = mayHoldHtml(tidied.map(({ text }) => text).join(BETWEEN)) ? withoutTags : (text: string) => text;
  const written = retarget(tidied.map(({ text }) => clean(text)), surroundings);
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

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const HEADING = /^ {0,3}(#{1,6})[ \t](.*)$/;

/** Headings outside fenced code, with where each begins. */
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

/** The marks the code that is open here was begun with; empty outside of code. */
function fenceAfter(fence: string, [, marks = "", rest = ""]: readonly string[]): string {
  if (fence === "") return marks;
  return marks.startsWith(fence) && rest.trim() === "" ? "" : fence;
}

function headingIn(line: string, at: number): TextHeading[] {
  const [, level = "", given = ""] = HEADING.exec(line) ?? [];
  const text = spoken(given.trim().slice(0, PLAIN_TEXT_MAX_CHARS));
  return text === "" ? [] : [{ level: level.length, text, at }];
}

/** A heading as it is read aloud: of a link its words, without marks of emphasis and escapes. */
const spoken = (text: string): string =>
  text
    .replace(/(?:^|[ \t])#+$/, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(?<!\\)[*`]+/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim();
