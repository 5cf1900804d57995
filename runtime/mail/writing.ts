import {
  MAIL_ANSWER_MAX_CHARS,
  MAIL_ANSWERS_MAX_CHARS,
  MAIL_ANSWERS_MAX_LINES,
  MAIL_PLUGIN_TEXT_MAX_CHARS,
} from "../../manifests/bounds/forms.ts";
import { SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS } from "../../manifests/bounds/templates.ts";
import { inLanguage } from "../documents/inLanguage.ts";
import { writtenMoment } from "../documents/content/dates.ts";
import { UNNAMED_ZONE } from "../documents/content/timeZone.ts";
import { EDITOR_PATH } from "../rendering/editorEntry.ts";
import type { RenderedLetter } from "../rendering/fileRendering.ts";
import { isRightToLeft } from "../rendering/languages/direction.ts";
import { Budget } from "../templates/budget.ts";
import { DIALECTS } from "../templates/dialect.ts";
import { attributes, escapeHtml } from "../templates/escape.ts";
import { compileTemplate } from "../templates/liquid.ts";
import type { Surroundings } from "../templates/surroundings.ts";
import { LINE_BREAKS, headerLine } from "./power.ts";
import type { LetterAnswer, SubmissionFacts } from "./sources.ts";
import { LETTER_WORDS } from "./words.ts";

/** The site that a letter comes from. */
export interface LetterSite {
  readonly name: string;
  readonly origin: string;
  readonly language: string;
  /** The site's time zone (IANA). */
  readonly timeZone?: string | undefined;
}

/** A letter without its receiver. */
export interface WrittenLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly replyTo: string | null;
  /** The address with which its receiver ends the subscription. Absent for all other letters. */
  readonly unsubscribe?: string;
}

const TEXT = compileTemplate(
  `{{ intro }}
{% for one in answers %}
{{ one.label }}
{% for line in one.lines %}  {{ line }}
{% endfor %}{% endfor %}{% for line in notes %}
{{ line }}
{% endfor %}{% for link in links %}{% if link.says != "" %}
{{ link.says }}{% endif %}
{{ link.href }}
{% endfor %}{% for line in after %}
{{ line }}
{% endfor %}`,
  DIALECTS.plain,
);

const HTML = compileTemplate(
  `<p>{{ intro }}</p>
{% for one in answers %}<p><strong>{{ one.label }}</strong></p>
<p dir="auto">{% for line in one.lines %}{{ line }}<br>{% endfor %}</p>
{% endfor %}{% for line in notes %}<p>{{ line }}</p>
{% endfor %}{% for link in links %}<p>{{ link.says }} <a href="{{ link.href }}" dir="ltr">{{ link.href }}</a></p>
{% endfor %}{% for line in after %}<p>{{ line }}</p>
{% endfor %}`,
  DIALECTS.section,
);

interface Parts {
  readonly intro: string;
  readonly answers: readonly { readonly label: string; readonly lines: readonly string[] }[];
  readonly notes: readonly string[];
  readonly links: readonly { readonly says: string; readonly href: string }[];
  /** Lines below the links. */
  readonly after: readonly string[];
}

type ToldAnswer = Pick<LetterAnswer, "label" | "answer" | "at">;

/** The facts of a submission that the kernel's own letter tells. */
type ToldForm = Pick<SubmissionFacts, "form" | "title" | "replyTo"> & { readonly answers: readonly ToldAnswer[] };

/** The letter that says that a visitor sent a form. */
export function formLetter(site: LetterSite, { form, title, answers, replyTo }: ToldForm): WrittenLetter {
  const words = inLanguage(LETTER_WORDS, site.language);
  const [shown, isWhole] = shownAnswers(site, answers);
  const values = { form: headerLine(title), site: site.name };
  return writtenLetter(site, withValues(words.subject, values), replyTo, {
    intro: withValues(words.intro, values),
    answers: shown,
    notes: [...(answers.length === 0 ? [words.nothing] : []), ...(isWhole ? [] : [words.more])],
    links: [
      { says: words.read, href: `${site.origin}${EDITOR_PATH}/forms/${form}` },
      { says: words.stop, href: `${site.origin}${EDITOR_PATH}/mail` },
    ],
    after: [],
  });
}

/** Puts values into a text. A value is never read as a text with places. */
export const withValues = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** The answers as lines, within the bounds of a letter. False if something is left out. */
export function shownAnswers(
  { language, timeZone = UNNAMED_ZONE }: Pick<LetterSite, "language" | "timeZone">,
  answers: readonly ToldAnswer[],
): readonly [Parts["answers"], boolean] {
  let [chars, room] = [MAIL_ANSWERS_MAX_CHARS, MAIL_ANSWERS_MAX_LINES];
  let isWhole = true;
  const shown = answers.flatMap(({ label, answer: written, at }) => {
    const answer = at === undefined ? written : writtenMoment(at, language, timeZone, "weekdayTime");
    const text = answer.slice(0, Math.min(MAIL_ANSWER_MAX_CHARS, chars)).toWellFormed();
    const all = text === "" ? [] : text.split(/\r\n|[\r\n\u2028\u2029]/);
    const lines = all.slice(0, room).map(plainLine);
    if (text.length < answer.length || lines.length < all.length) isWhole = false;
    chars -= text.length;
    room -= lines.length;
    return lines.length === 0 ? [] : [{ label: headerLine(label), lines }];
  });
  return [shown, isWhole];
}

/** A line of an answer, as long as it is. Controls become spaces. */
const plainLine = (text: string): string => text.replaceAll(LINE_BREAKS, " ");

/** The letter as text and as HTML. */
export function writtenLetter(site: LetterSite, subject: string, replyTo: string | null, parts: Parts): WrittenLetter {
  const around = letterSurroundings(site);
  const body = HTML.render({ ...parts }, around, new Budget(SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS));
  const text = TEXT.render({ ...parts }, around, new Budget(SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS)).trim();
  return { subject: headerLine(subject), text, html: letterDocument(site, subject, body), replyTo };
}

/** The HTML of a letter around its body. It reads from the side of its language, whatever name it begins with. */
function letterDocument({ language }: LetterSite, subject: string, body: string): string {
  const root = attributes({ lang: language, dir: isRightToLeft(language) ? "rtl" : "ltr" });
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(headerLine(subject))}</title>`;
  return `<!doctype html>\n<html${root}>${head}<body style="${LOOK}">\n${body}</body></html>\n`;
}

/** Programs that read mail load no style sheet. A long link breaks anywhere, so that a phone shows all of it. */
const LOOK = "max-width:36em;margin:auto;padding:1em;font-family:sans-serif;line-height:1.5;overflow-wrap:anywhere";

/** Lines that say who sent a letter and why, and links, below what a plugin wrote. */
type Foot = Pick<Parts, "links" | "after">;

/** Controls that a line may not have. Breaks between lines stay. */
const CONTROLS = /[^\P{Cc}\n]+/gu;

/**
 * A letter that a plugin wrote, between the subject and the kernel's own lines. Undefined without a subject. Throws if
 * it is too long.
 */
export function pluginLetter(
  site: LetterSite,
  { text: written, html }: RenderedLetter,
  replyTo: string | null,
  foot: Foot,
): WrittenLetter | undefined {
  const whole = written
    .toWellFormed()
    .replaceAll(/\r\n?|[\p{Zl}\p{Zp}]/gu, "\n")
    .replaceAll(CONTROLS, " ")
    .trim();
  if (Math.max(whole.length, html?.length ?? 0) > MAIL_PLUGIN_TEXT_MAX_CHARS) throw new RangeError("a letter too long");
  const [first = "", ...rest] = whole.split("\n");
  const [subject, text] = [headerLine(first), rest.join("\n").trim()];
  if (subject === "") return undefined;
  const below = writtenLetter(site, subject, replyTo, { intro: RULE, answers: [], notes: [], ...foot });
  const body = `${html ?? paragraphs(text, site.origin)}\n${inBody(below.html)}`;
  return { ...below, text: `${text}\n\n${below.text}`, html: letterDocument(site, subject, body) };
}

/** The line between what a plugin wrote and what the kernel says. */
const RULE = "—";

const inBody = (html: string): string => /<body[^>]*>\n(.*)<\/body>/s.exec(html)?.[1] ?? "";

/** Plain text as HTML. Addresses of the site's own pages become links. */
const paragraphs = (text: string, origin: string): string =>
  text
    .split(/\n{2,}/)
    .map(
      (one) =>
        `<p>${one
          .split("\n")
          .map((line) => linked(line, origin))
          .join("<br>\n")}</p>`,
    )
    .join("\n");

function linked(line: string, origin: string): string {
  const isOwn = line.startsWith(`${origin}/`) && /^\S+$/.test(line) && URL.parse(line)?.origin === origin;
  return isOwn ? `<a${attributes({ href: line })}>${escapeHtml(line)}</a>` : escapeHtml(line);
}

/** The surroundings of a letter: no pages and no files, because nothing in a letter is loaded. */
export const letterSurroundings = ({ origin, language, timeZone = UNNAMED_ZONE }: LetterSite): Surroundings => ({
  pathOf: () => undefined,
  pagesOf: () => [],
  routeOf: () => undefined,
  origin,
  language,
  timeZone,
  level: 1,
  markdown: { block: escapeHtml, inline: escapeHtml },
  widths: new Map(),
});

/**
 * The surroundings of a plugin's letter. A link that a value begins leads to the site itself, so that no link takes
 * away what a visitor wrote.
 */
export const pluginSurroundings = (site: LetterSite): Surroundings => ({
  ...letterSurroundings(site),
  hrefOf: (href) => (href === site.origin || href.startsWith(`${site.origin}/`) ? href : "#"),
});
