import { READ_DEFAULT_CHARS, READ_MAX_CHARS, READ_MIN_CHARS } from "../../../manifests/bounds/agents.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { PublicPage } from "../../search/publicIndex.ts";
import type { PageText, TextSection } from "../../rendering/markdown/pageText.ts";
import { cursorAt, readOffset } from "../content/cursor.ts";
import { type Anchored, outlineOf, rangeOf } from "../content/outline.ts";
import { type TokenBudget, cutText } from "../content/tokenBudget.ts";
import { type SiteContent, addressesIn, contentSource } from "../content/siteContent.ts";
import type { Answering } from "./operation.ts";
import { publicLanguage, pageView } from "./pageView.ts";
import type { QuestionParameters } from "./parameters.ts";

export const readPage: Answering = async (content, parameters, budget) => {
  const page = await pageAsked(content, parameters);
  const text = await content.text(page);
  if (!text) throw new Refusal("NOT_FOUND", { reason: "The site was published again during this request. Ask again." });
  const format = parameters.text("format") ?? "markdown";
  const source = contentSource(content);
  const shown = pageView(content)(page);
  const { author, date, modified } = shown;
  return {
    ...shown,
    language: publicLanguage(page, content),
    format,
    ...forms[format === "outline" || format === "json" ? format : "markdown"]({
      content,
      parameters,
      budget,
      page,
      text,
    }),
    metadata: {
      ...source,
      ...(author === undefined ? {} : { author }),
      ...(date === undefined ? {} : { date }),
      modified,
      ...(shown.language === undefined ? {} : { language: shown.language }),
    },
    ...source,
  };
};

async function pageAsked(content: SiteContent, parameters: QuestionParameters): Promise<PublicPage> {
  const index = await content.pages();
  const page = index.find(parameters.text("page") ?? "", addressesIn(content));
  // Missing, unpublished and unlisted pages get the same answer.
  if (!page) throw new Refusal("NOT_FOUND", { reason: "There is no published page with that path, address or id." });
  return page;
}

interface Reading {
  readonly content: SiteContent;
  readonly parameters: QuestionParameters;
  readonly budget: TokenBudget;
  readonly page: PublicPage;
  readonly text: PageText;
}

const forms = { markdown, outline, json } as const;

/** The text from the cursor on, as long as requested and as fits. */
function markdown(reading: Reading) {
  const { content, parameters, budget, text } = reading;
  const { start, end } = sectionAsked(text, parameters);
  const question = questionOf(reading);
  const offset = readOffset(parameters.text("cursor"), content, question);
  const rest = text.markdown.slice(start + offset, end);
  const shown = budget.takeText(cutText(rest, charsAsked(parameters)));
  const next = offset + shown.length;
  return {
    text: shown,
    chars: end - start,
    offset,
    ...(shown.length < rest.length ? { nextCursor: cursorAt(content, question, next) } : {}),
  };
}

/** The query of a cursor. Markdown and JSON share it, because both cursors are positions in the same text. */
const questionOf = ({ page, parameters }: Reading) => ["read", page.id, parameters.text("section") ?? ""];

/** The headings from the cursor on, as many as fit. */
function outline({ content, parameters, budget, page, text }: Reading) {
  const { start, end } = sectionAsked(text, parameters);
  const question = ["outline", page.id, parameters.text("section") ?? ""];
  const first = readOffset(parameters.text("cursor"), content, question);
  const rest = outlineOf(text)
    .filter(({ at }) => at >= start && at < end)
    .slice(first);
  const full = rest.findIndex((heading) => !budget.take([heading, lineOf(heading)]));
  const shown = full < 0 ? rest : rest.slice(0, full);
  return {
    text: shown.map(lineOf).join("\n"),
    chars: end - start,
    offset: 0,
    outline: shown.map(listed),
    ...(full > 0 ? { nextCursor: cursorAt(content, question, first + full) } : {}),
  };
}

const lineOf = ({ level, text, section }: Anchored): string => `${"  ".repeat(level - 1)}- ${text} (${section})`;
const listed = ({ level, text, section }: Anchored) => ({ level, text, section });

interface ShownSection {
  readonly id: string;
  readonly text: string;
  readonly more?: true;
}

/** The same text as a list of sections, together as long as requested and as fits. */
function json(reading: Reading) {
  const { content, parameters, budget, text } = reading;
  const asked = sectionAsked(text, parameters);
  const question = questionOf(reading);
  const offset = readOffset(parameters.text("cursor"), content, question);
  const sections: ShownSection[] = [];
  const whole = { text: "", chars: asked.end - asked.start, offset, sections };
  let left = charsAsked(parameters);
  for (const { id, start, end } of within(text.sections, asked.start + offset, asked.end)) {
    const shown = budget.take({ id, text: "", more: true })
      ? budget.takeText(cutText(text.markdown.slice(start, end), left))
      : "";
    const at = start + shown.length;
    if (shown !== "") sections.push({ id, text: shown, ...(at < end ? { more: true } : {}) });
    if (at < end) return { ...whole, nextCursor: cursorAt(content, question, at - asked.start) };
    left -= shown.length;
  }
  return whole;
}

/** Cuts sections to the range between two positions, and drops empty ones. */
const within = (sections: readonly TextSection[], from: number, to: number): TextSection[] =>
  sections
    .map(({ id, start, end }) => ({ id, start: Math.max(start, from), end: Math.min(end, to) }))
    .filter(({ start, end }) => start < end);

function sectionAsked(text: PageText, parameters: QuestionParameters): { start: number; end: number } {
  const section = parameters.text("section");
  if (section === undefined) return { start: 0, end: text.markdown.length };
  const range = rangeOf(text, section);
  if (!range)
    throw new Refusal("NOT_FOUND", {
      reason: "The page has no such section. Read its outline for the ids of its sections.",
    });
  return range;
}

const charsAsked = (parameters: QuestionParameters): number =>
  Math.min(READ_MAX_CHARS, Math.max(READ_MIN_CHARS, parameters.count("maxChars") ?? READ_DEFAULT_CHARS));
