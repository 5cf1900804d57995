import { READ_DEFAULT_CHARS, READ_MAX_CHARS, READ_MIN_CHARS } from "../../../manifests/bounds.ts";
import { Refusal } from "../../../manifests/refusal.ts";
import type { PublicPage } from "../../publicIndex.ts";
import type { PageText } from "../../rendering/pageText.ts";
import { cursorAt, offsetOf } from "../cursor.ts";
import type { Anchored } from "../outline.ts";
import { outlineOf, rangeOf } from "../outline.ts";
import type { Room } from "../room.ts";
import { cutText } from "../room.ts";
import type { SiteContent } from "../siteContent.ts";
import { sourceOf } from "../siteContent.ts";
import type { Answering } from "./operation.ts";
import { pageView } from "./pageView.ts";
import type { Parameters } from "./parameters.ts";

export const readPage: Answering = async (content, parameters, room) => {
  const page = await pageAsked(content, parameters);
  const text = await content.text(page);
  if (!text) throw new Refusal("NOT_FOUND", { reason: "The site has just been published anew: ask again." });
  const format = parameters.text("format") ?? "markdown";
  const source = sourceOf(content);
  const { author, date, modified } = pageView(page);
  return {
    ...pageView(page), language: content.catalogue.site.language, format,
    ...forms[format === "outline" || format === "json" ? format : "markdown"]({ content, parameters, room, page, text }),
    metadata: { ...source, ...(author === undefined ? {} : { author }), ...(date === undefined ? {} : { date }), modified },
    ...source,
  };
};

async function pageAsked(content: SiteContent, parameters: Parameters): Promise<PublicPage> {
  const index = await content.pages();
  const page = index.find(parameters.text("page") ?? "", content.origin);
  // One answer for what is not there, what is not published and what is not to be listed.
  if (!page) throw new Refusal("NOT_FOUND", { reason: "There is no published page of that path, address or id." });
  return page;
}

interface Reading {
  readonly content: SiteContent;
  readonly parameters: Parameters;
  readonly room: Room;
  readonly page: PublicPage;
  readonly text: PageText;
}

const forms = { markdown, outline, json } as const;

/** The text from where the cursor says, as much as was asked for and fits. */
function markdown({ content, parameters, room, page, text }: Reading) {
  const { start, end } = sectionAsked(text, parameters);
  const question = ["read", page.id, parameters.text("section") ?? ""];
  const offset = offsetOf(parameters.text("cursor"), content, question);
  const rest = text.markdown.slice(start + offset, end);
  const shown = room.takeText(cutText(rest, charsAsked(parameters)));
  const next = offset + shown.length;
  return {
    text: shown, chars: end - start, offset,
    ...(shown.length < rest.length ? { nextCursor: cursorAt(content, question, next) } : {}),
  };
}

function outline({ text, room }: Reading) {
  const headings = outlineOf(text).filter((heading) => room.take(heading));
  const lines = headings.map(({ level, text: words, section }) => `${"  ".repeat(level - 1)}- ${words} (${section})`);
  return { text: room.takeText(lines.join("\n")), chars: text.markdown.length, offset: 0, outline: headings.map(listed) };
}

const listed = ({ level, text, section }: Anchored) => ({ level, text, section });

/** Section by section. What does not fit is left for a call with that section. */
function json({ parameters, room, text }: Reading) {
  const asked = sectionAsked(text, parameters);
  const inside = text.sections.filter(({ start, end }) => start < asked.end && end > asked.start);
  const most = charsAsked(parameters);
  const sections = inside.map(({ id, start, end }) => {
    const shown = room.takeText(cutText(text.markdown.slice(start, end), most));
    return { id, text: shown, ...(shown.length < end - start ? { more: true } : {}) };
  });
  const whole = asked.end - asked.start;
  return { text: "", chars: whole, offset: 0, sections };
}

function sectionAsked(text: PageText, parameters: Parameters): { start: number; end: number } {
  const section = parameters.text("section");
  if (section === undefined) return { start: 0, end: text.markdown.length };
  const range = rangeOf(text, section);
  if (!range) throw new Refusal("NOT_FOUND", { reason: "The page has no such section; its outline names those it has." });
  return range;
}

const charsAsked = (parameters: Parameters): number =>
  Math.min(READ_MAX_CHARS, Math.max(READ_MIN_CHARS, parameters.count("maxChars") ?? READ_DEFAULT_CHARS));
