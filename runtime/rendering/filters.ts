/**
 * The filters of templates: Liquid's own, each paying for the text it reads, and ours. Those of Liquid that are
 * missing pass text through unescaped, read the clock, throw dice, wait, or evaluate an expression from a value.
 */
import type { Context } from "liquidjs";
import { filters as standard, toValue } from "liquidjs";
import { RenderContext } from "./context.ts";
import { isoDate, longDate } from "./dates.ts";
import { escapeHtml, jsonText, plainText, xmlText } from "./escape.ts";
import { imageElement } from "./image.ts";
import { absoluteUrl, resolveLink } from "./links.ts";
import { inlineMarkdown, markdownHtml } from "./markdown.ts";
import { Safe, safeHtml } from "./safe.ts";

/** Liquid calls filters with itself as `this`. */
interface Caller {
  readonly context: Context;
}
type Filter = (this: Caller, value: unknown, ...given: unknown[]) => unknown;
type StandardFilter = (this: never, ...given: never[]) => unknown;

/** Given to every filter of ours: what it knows, and the input as the text or value it is. */
type OwnFilter = (value: unknown, given: readonly unknown[], context: RenderContext) => unknown;

const PLAIN = [
  "abs at_least at_most ceil divided_by floor minus modulo plus round times",
  "append capitalize downcase lstrip normalize_whitespace number_of_words prepend remove remove_first remove_last",
  "replace replace_first replace_last rstrip slice slugify split squish strip strip_html strip_newlines truncate",
  "truncatewords upcase array_to_sentence_string",
  "compact concat first join last pop push reverse shift size to_integer uniq unshift",
];

/** These evaluate the name of a property when they run, so the name must be one. */
const BY_PROPERTY = ["map sort sort_natural sum where reject group_by has find find_index"];

const DATES = ["date date_to_rfc822 date_to_xmlschema"];

const PROPERTY = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*$/;

const words = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(" "));

/** How much there is to read. */
export function weightOf(value: unknown): number {
  const plain: unknown = toValue(value);
  return typeof plain === "string" || Array.isArray(plain) ? plain.length : 0;
}

function contextOf(caller: Caller): RenderContext {
  if (caller.context instanceof RenderContext) return caller.context;
  throw new TypeError("a filter ran outside of a rendering");
}

function charge(caller: Caller, values: readonly unknown[]): RenderContext {
  const context = contextOf(caller);
  context.budget.step();
  for (const value of values) context.budget.charge(weightOf(value));
  return context;
}

function admitted(name: string): Filter {
  const filter = standardFilter(name);
  return function (value, ...given) {
    charge(this, [value, ...given]);
    return filter.call(this, toValue(value), ...given);
  };
}

function byProperty(name: string): Filter {
  const filter = admitted(name);
  return function (value, ...given) {
    const [property] = given;
    if (property !== undefined && !PROPERTY.test(plainText(property))) throw new TypeError(`${name}: not the name of a property`);
    return filter.call(this, value, ...given);
  };
}

function standardFilter(name: string): Filter {
  const found = (standard as unknown as Readonly<Record<string, StandardFilter>>)[name];
  if (!found) throw new TypeError(`Liquid has no filter ${name}`);
  return found as unknown as Filter;
}

const own =
  (filter: OwnFilter): Filter =>
  function (value, ...given) {
    return filter(value, given, charge(this, [value, ...given]));
  };

/** Named arguments (`name: value`) come as pairs. */
function named(given: readonly unknown[], name: string): unknown {
  const pair = given.find((entry) => Array.isArray(entry) && entry[0] === name);
  return Array.isArray(pair) ? pair[1] : undefined;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === false || weightOf(value) === 0 && (typeof value === "string" || Array.isArray(value) || value instanceof Safe);

/** Safe text stays safe here, as nothing is changed in it. */
const fallback: OwnFilter = (value, given) => {
  if (value === false && named(given, "allow_false") === true) return false;
  return isEmpty(value) ? given[0] : value;
};

const lineBreaks: OwnFilter = (value) => {
  const html = Safe.textOf(value, "html") ?? escapeHtml(plainText(value));
  return safeHtml(html.replaceAll(/\r?\n/g, "<br>\n"));
};

const link: OwnFilter = (value, _given, { surroundings }) => resolveLink(plainText(value), surroundings.pathOf) ?? "";

const absolute: OwnFilter = (value, _given, { surroundings }) =>
  absoluteUrl(resolveLink(plainText(value), surroundings.pathOf) ?? "", surroundings.origin);

const image: OwnFilter = (value, given) =>
  safeHtml(
    imageElement(value, {
      className: plainText(named(given, "class")),
      sizes: plainText(named(given, "sizes")),
      eager: named(given, "loading") === "eager",
    }),
  );

/**
 * Headings in the text go below a heading the section has written before it, or stand in for it when there is
 * none; an argument says otherwise.
 */
function headingLevel(given: readonly unknown[], { surroundings, emitter }: RenderContext): number {
  const asked = Number(plainText(given[0]));
  if (asked >= 1 && asked <= 6) return Math.trunc(asked);
  const below = /<h[1-6]/.test(emitter.buffer) ? 1 : 0;
  return Math.max(2, surroundings.level + below);
}

const markdown: OwnFilter = (value, given, context) => {
  const { budget, surroundings } = context;
  const html = markdownHtml(plainText(value), { ...surroundings, level: headingLevel(given, context) });
  budget.charge(html.length);
  return safeHtml(html);
};

const markdownInline: OwnFilter = (value, _given, { surroundings }) => safeHtml(inlineMarkdown(plainText(value), surroundings));

/** Liquid takes "now" for the time of the server; a page must render alike whenever it is rendered. */
const dated = (name: string): Filter =>
  function (value, ...given) {
    charge(this, [value, ...given]);
    const text = plainText(value);
    return /^\d{4}-\d\d-\d\d/.test(text) ? standardFilter(name).call(this, text, ...given) : "";
  };

const unwrap = (_key: string, value: unknown): unknown => toValue(value);
/** JSON of a value as it is, with safe text as the text it holds. */
const json: OwnFilter = (value, _given, { budget }) => {
  const text = jsonText(JSON.parse(JSON.stringify(toValue(value), unwrap) ?? "null"));
  budget.charge(text.length);
  return new Safe(text, "json");
};

/** A malformed escape is content, not an error: it stays as it is. */
const urlDecode: OwnFilter = (value) => {
  const text = plainText(value).replaceAll("+", " ");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const escaped: OwnFilter = (value) => safeHtml(Safe.textOf(value, "html") ?? escapeHtml(plainText(value)));

const OWN: Readonly<Record<string, OwnFilter>> = {
  absolute,
  date_iso: (value) => isoDate(plainText(value)),
  date_long: (value, _given, { surroundings }) => longDate(plainText(value), surroundings.language),
  default: fallback,
  escape: escaped,
  escape_once: escaped,
  image,
  json,
  link,
  markdown,
  markdown_inline: markdownInline,
  newline_to_br: lineBreaks,
  url_decode: urlDecode,
  url_encode: (value) => encodeURIComponent(plainText(value).toWellFormed()),
  xml_escape: escaped,
  xml: (value) => new Safe(xmlText(value), "xml"),
};

export const FILTERS: Readonly<Record<string, Filter>> = Object.fromEntries([
  ...words(PLAIN).map((name) => [name, admitted(name)] as const),
  ...words(BY_PROPERTY).map((name) => [name, byProperty(name)] as const),
  ...Object.entries(OWN).map(([name, filter]) => [name, own(filter)] as const),
  ...words(DATES).map((name) => [name, dated(name)] as const),
]);
