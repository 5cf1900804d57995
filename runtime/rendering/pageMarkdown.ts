/** The last hand on a page's Markdown for machines: links that work from anywhere, and no markup of HTML. */
import { OUTLINE_MAX_HEADINGS, PLAIN_TEXT_MAX_CHARS } from "../../manifests/bounds.ts";
import { absoluteUrl, resolveLink } from "./links.ts";
import { mayHoldHtml } from "./markdown.ts";
import type { PageText, TextHeading, TextSection } from "./pageText.ts";
import type { Surroundings } from "./surroundings.ts";

/** Where a link or picture leads, inline (`](…`) and in a reference (`[name]: …`). */
const TARGET = /(\]\(\s*<?|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*<?)([^\s)>]+)/gm;

const SCRIPTED = /^(?:javascript|data|vbscript):/i;

function retarget(text: string, { pathOf, origin }: Surroundings): string {
  return text.replace(TARGET, (_whole, before: string, target: string) => {
    if (SCRIPTED.test(target)) return `${before}#`;
    const href = resolveLink(target, pathOf);
    if (href === undefined) return before + (target.startsWith("page:") ? "#" : target);
    return before + absoluteUrl(href, origin);
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
  const sections: TextSection[] = [];
  let markdown = "";
  for (const { section, text } of tidied) {
    if (markdown !== "") markdown += BETWEEN;
    const start = markdown.length;
    markdown += retarget(clean(text), surroundings);
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
