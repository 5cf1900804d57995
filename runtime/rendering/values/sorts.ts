/**
 * Each sort of value is written as a text, and where it differs as HTML and as Markdown. A value that does not fit
 * its sort writes nothing, because an update may have left values of an earlier schema.
 */
import { EXCERPT_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import type { ShownForm } from "../../../manifests/fields/shownForms.ts";
import { type ValueSort, valueSort } from "../../../manifests/fields/valueSort.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { remembering } from "../../../manifests/memory/remembering.ts";
import { DAY_MS, instantOf, numberOfDay } from "../../../manifests/shapes/calendar.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { type DateLook, writingLocale, writtenMoment } from "../../documents/content/dates.ts";
import { absoluteUrl } from "../../documents/content/languageHosts.ts";
import { UNNAMED_ZONE } from "../../documents/content/timeZone.ts";
import { inLanguage } from "../../documents/inLanguage.ts";
import { escapeHtml } from "../../templates/escape.ts";
import { imageElement, isMediaPath } from "../../templates/image.ts";
import { resolveLink } from "../../templates/links.ts";
import type { Surroundings } from "../../templates/surroundings.ts";
import { plainTextOfHtml } from "../markdown/textOfHtml.ts";
import { writtenNumber } from "./numbers.ts";
import { YES_NO } from "./yesNo.ts";

/** A page that a reference names. */
export interface ReferredPage {
  readonly title: string;
  readonly path: string | null;
}

/** A value's field, and the place in which it is written. */
export interface WritingPlace {
  readonly around: Surroundings;
  readonly schema: JsonSchema;
  readonly form?: ShownForm | undefined;
  /** The currency of an amount: three letters. */
  readonly currency?: unknown;
  /** Finds pages by their ids. Pages that visitors do not have are left out. */
  readonly pagesOf: (ids: readonly string[]) => readonly ReferredPage[];
}

type Writing = (value: unknown, place: WritingPlace) => string;

interface Sort {
  readonly text: Writing;
  /** HTML. Without it, the escaped text. */
  readonly html?: Writing;
  /** Markdown of one line. Without it, the text. */
  readonly markdown?: Writing;
  /** The filter that costs as much. */
  readonly costs: string;
}

const asText = (value: unknown): string => (typeof value === "string" ? value : "");

const LISTS_KEPT = 20;

/** Text of a member, which may run in another direction than the page. */
const isolated = (text: string): string => (text === "" ? "" : `<bdi>${escapeHtml(text)}</bdi>`);

const lines = (value: unknown): string => isolated(asText(value)).replaceAll(/\r?\n/g, "<br>");

/** The source of an excerpt is cut first, so that a long text is not parsed for its beginning. */
const SOURCE_CHARS = 3 * EXCERPT_MAX_CHARS;

/** The beginning of a formatted text, without its formatting. */
function excerpt(value: unknown, { around }: WritingPlace): string {
  const source = asText(value);
  const html = around.markdown.block(source.slice(0, SOURCE_CHARS), { ...around, ids: undefined, code: undefined });
  const text = plainTextOfHtml(html);
  if (text.length <= EXCERPT_MAX_CHARS && source.length <= SOURCE_CHARS) return text;
  const cut = text.slice(0, EXCERPT_MAX_CHARS).toWellFormed();
  const last = cut.lastIndexOf(" ");
  return `${last > 0 ? cut.slice(0, last) : cut}…`;
}

const amount: Writing = (value, { around, form, currency }) =>
  typeof value === "number" && Number.isFinite(value) ? writtenNumber(value, around.language, form, currency) : "";

const truth: Writing = (value, { around }) => {
  const { yes, no } = inLanguage(YES_NO, around.language);
  return typeof value === "boolean" ? (value ? yes : no) : "";
};

const choice: Writing = (value, { schema }) => {
  const { oneOf } = schema;
  const found = Array.isArray(oneOf) ? oneOf.find((one: JsonSchema) => one["const"] === value) : undefined;
  const title = isObject(found) ? found["title"] : value;
  return typeof title === "object" || title === undefined ? "" : String(title);
};

const DATE_LOOKS: Readonly<Partial<Record<ShownForm, DateLook>>> = { short: "short", weekday: "weekday" };

const day: Writing = (value, { around, form = "long" }) => {
  const number = numberOfDay(asText(value));
  if (number === undefined) return "";
  return writtenMoment(number * DAY_MS, around.language, UNNAMED_ZONE, DATE_LOOKS[form] ?? "day");
};

const MOMENT_LOOKS: Readonly<Partial<Record<ShownForm, DateLook>>> = {
  short: "shortTime",
  weekday: "weekdayTime",
  day: "day",
  time: "time",
};

const moment: Writing = (value, { around, form = "long" }) => {
  const at = instantOf(asText(value));
  if (at === undefined) return "";
  return writtenMoment(at, around.language, around.timeZone, MOMENT_LOOKS[form] ?? "dayTime");
};

/** A date for people, with the value for programs. */
const timed =
  (write: Writing): Writing =>
  (value, place) => {
    const text = write(value, place);
    return text === "" ? "" : `<time datetime="${escapeHtml(asText(value))}">${escapeHtml(text)}</time>`;
  };

const anchor = (href: string, text: string, { around }: WritingPlace): string =>
  `<a href="${escapeHtml(around.hrefOf?.(href) ?? href)}">${isolated(text)}</a>`;

const BRACKETS = /[\\[\]]/g;
const linkText = (href: string, text: string, { around }: WritingPlace): string =>
  `[${text.replaceAll(BRACKETS, (sign) => `\\${sign}`)}](${absoluteUrl(href, around)})`;

const LINK_ID = /^page:([^#]+)/;

/** The page's title and address, or those of a link to elsewhere. Undefined if it leads nowhere. */
function target(link: string, { around, pagesOf }: WritingPlace): { href: string; text: string } | undefined {
  const href = resolveLink(link, around.pathOf);
  if (href === undefined) return undefined;
  const title = pagesOf(idOfLink(link))[0]?.title;
  return { href, text: title ?? link.replace(/^(?:https:\/\/|mailto:|tel:)/, "") };
}

/** A sort of links: `read` finds what the value leads to. */
const linked = (
  read: (value: unknown, place: WritingPlace) => { readonly href: string; readonly text: string } | undefined,
): Sort => ({
  text: (value, place) => read(value, place)?.text ?? "",
  html(value, place) {
    const found = read(value, place);
    return found ? anchor(found.href, found.text, place) : "";
  },
  markdown(value, place) {
    const found = read(value, place);
    return found ? linkText(found.href, found.text, place) : "";
  },
  costs: "link",
});

const idsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((one): one is string => typeof one === "string" && one !== "");

const idOfLink = (link: unknown): readonly string[] => {
  const id = LINK_ID.exec(asText(link))?.[1];
  return id === undefined ? [] : [id];
};

/** The ids of the pages that a value names, of the sorts that name pages. */
const NAMES: Readonly<Partial<Record<ValueSort, (value: unknown, schema: JsonSchema) => readonly string[]>>> = {
  page: idsIn,
  pages: idsIn,
  link: idOfLink,
  action: (value) => (isObject(value) ? idOfLink(value["link"]) : []),
  list: (value, { items: schema }) =>
    Array.isArray(value) && isObject(schema) ? value.flatMap((one) => pagesNamed(one, schema)) : [],
};

export function pagesNamed(value: unknown, schema: JsonSchema): readonly string[] {
  const sort = valueSort(schema);
  return (sort && NAMES[sort]?.(value, schema)) ?? [];
}

const UNIT = { type: "unit", style: "short" } as const;

/** Formatters that a process keeps. A site has few languages. */
const listFormat = remembering(LISTS_KEPT, (language: string): Intl.ListFormat => {
  try {
    return new Intl.ListFormat([writingLocale(language), "en-GB"], UNIT);
  } catch {
    // A language tag may be well-formed and not exist.
    return new Intl.ListFormat("en-GB", UNIT);
  }
});

const joined = (parts: readonly string[], { around: { language } }: WritingPlace): string => {
  const written = parts.filter((part) => part !== "");
  if (written.length < 2) return written.join("");
  return listFormat(language).format(written);
};

const pages = (write: (page: ReferredPage, place: WritingPlace) => string): Writing => {
  return (value, place) =>
    joined(
      place.pagesOf(idsIn(value)).map((page) => write(page, place)),
      place,
    );
};

const PAGES: Sort = {
  text: pages(({ title }) => title),
  html: pages(({ title, path }, place) => (path === null ? isolated(title) : anchor(path, title, place))),
  markdown: pages(({ title, path }, place) => (path === null ? title : linkText(path, title, place))),
  costs: "pages",
};

export type ValueForm = "html" | "markdown";

/** A list of single values, each as its own sort. */
const items =
  (form: ValueForm): Writing =>
  (value, place) => {
    const schema = place.schema["items"];
    if (!Array.isArray(value) || !isObject(schema)) return "";
    return joined(
      value.map((one) => inForm(one, { ...place, schema }, form)),
      place,
    );
  };

const LONGEST_TIME = "00:00".length;
const memberOf = (value: unknown, name: string): string => (isObject(value) ? asText(value[name]) : "");

const PICTURE: Sort = {
  text: (value) => memberOf(value, "alt"),
  html: (value, { around: { widths } }) =>
    imageElement(value, { className: "", eager: false, sizes: "auto, 20rem", widths }),
  markdown: (value, { around: { origin } }) => {
    const [src, alt] = [memberOf(value, "src"), memberOf(value, "alt")];
    return isMediaPath(src) ? `![${alt.replaceAll(BRACKETS, (sign) => `\\${sign}`)}](${origin}${src})` : "";
  },
  costs: "image",
};

const SORTS: Readonly<Record<ValueSort, Sort>> = {
  text: { text: asText, html: lines, costs: "escape" },
  markdown: { text: excerpt, html: (value, place) => isolated(excerpt(value, place)), costs: "markdown" },
  number: { text: amount, costs: "t" },
  boolean: { text: truth, costs: "link" },
  choice: { text: choice, costs: "link" },
  date: { text: day, html: timed(day), costs: "date_long" },
  dateTime: { text: moment, html: timed(moment), costs: "date_long" },
  time: { text: (value) => asText(value).slice(0, LONGEST_TIME), costs: "escape" },
  picture: PICTURE,
  file: linked((value) => {
    const src = memberOf(value, "src");
    return isMediaPath(src) ? { href: src, text: memberOf(value, "title") } : undefined;
  }),
  link: linked((value, place) => target(asText(value), place)),
  action: linked((value, place) => {
    const found = target(memberOf(value, "link"), place);
    return found && { href: found.href, text: memberOf(value, "label") };
  }),
  page: PAGES,
  pages: PAGES,
  list: { text: items("markdown"), html: items("html"), costs: "t" },
};

function inForm(value: unknown, place: WritingPlace, form: ValueForm): string {
  const name = value === undefined || value === null ? undefined : valueSort(place.schema);
  if (name === undefined) return "";
  const sort = SORTS[name];
  if (form === "html") return sort.html?.(value, place) ?? escapeHtml(sort.text(value, place));
  return sort.markdown?.(value, place) ?? sort.text(value, place);
}

/** A line break or a bar would end a cell of a table. The spaces of amounts stay. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[^\S\u00a0\u202f]+/g, " ")
    .trim()
    .replaceAll("|", "\\|");

/** Writes a value as HTML, or as Markdown of one line. Empty if it is not there, or if nothing can show it. */
export function writtenValue(value: unknown, place: WritingPlace, form: ValueForm): string {
  const text = inForm(value, place, form);
  return form === "html" ? text : oneLine(text);
}

/** The filter that costs as much as writing a value, and the text that it would read. */
export function costOf(value: unknown, schema: JsonSchema): readonly [filter: string, read: unknown] {
  const name = valueSort(schema);
  if (name === undefined) return ["escape", ""];
  return [SORTS[name].costs, name === "markdown" ? asText(value).slice(0, SOURCE_CHARS) : value];
}
