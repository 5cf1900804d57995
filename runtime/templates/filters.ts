/** All filters of templates. A call is charged for reading its input before the filter runs. */
import { absoluteUrl } from "../documents/content/languageHosts.ts";
import { REFERENCES_MAX } from "../../manifests/bounds/fields.ts";
import { decodedOr } from "../../manifests/shapes/normalPath.ts";
import { isoDate, longDate } from "../documents/content/dates.ts";
import { calendarDay, calendarMoment, dayAfter } from "./calendarText.ts";
import { escapeHtml, jsonText, unescapedText, xmlText } from "./escape.ts";
import { iconElement } from "./icon.ts";
import { imageElement, sharedPicture } from "./image.ts";
import { resolveLink } from "./links.ts";
import { playerElement } from "./player.ts";
import type { Run } from "./run.ts";
import { Safe, safeHtml } from "./safe.ts";
import { STANDARD_FILTERS, type Filter } from "./standardFilters.ts";
import { BLANK, equal, payForAll, unwrap } from "./values.ts";

/** Finds a named argument (`name: value`), which comes as a pair. */
function named(given: readonly unknown[], name: string): unknown {
  const pair = given.find((entry) => Array.isArray(entry) && entry[0] === name);
  return Array.isArray(pair) ? pair[1] : undefined;
}

/** Returns its input unchanged, so safe text stays safe. */
const fallback: Filter = (value, given) => {
  if (value === false && named(given, "allow_false") === true) return false;
  return unwrap(value) === "" || (typeof value !== "string" && equal(value, BLANK)) ? given[0] : value;
};

const escaped: Filter = (value) => safeHtml(Safe.textOf(value, "html") ?? escapeHtml(unescapedText(value)));

const lineBreaks: Filter = (value) => {
  const html = Safe.textOf(value, "html") ?? escapeHtml(unescapedText(value));
  return safeHtml(html.replaceAll(/\r?\n/g, "<br>\n"));
};

const link: Filter = (value, _given, { surroundings }) => resolveLink(unescapedText(value), surroundings.pathOf) ?? "";

/** The language of the page that a link leads to, if it is not the reader's. */
const linkLanguage: Filter = (value, _given, { surroundings }) => surroundings.languageOf?.(unescapedText(value));

const absolute: Filter = (value, _given, { surroundings }) =>
  absoluteUrl(resolveLink(unescapedText(value), surroundings.pathOf) ?? "", surroundings);

/** The pages that a reference names, with their titles, addresses and indexed values. */
const pages: Filter = (value, _given, { surroundings, budget }) => {
  const given = [unwrap(value)].flat().slice(0, REFERENCES_MAX);
  const ids = [...new Set(given.map((id) => unescapedText(id)))].filter((id) => id !== "");
  const found = surroundings.pagesOf(ids);
  payForAll(found, budget);
  return found;
};

/** The content of a page as HTML with absolute addresses, for feeds. Empty outside of files. */
const content: Filter = (value, _given, { surroundings, budget }) => {
  const page = unwrap(value);
  const id = typeof page === "object" && page !== null && "id" in page ? page.id : page;
  const html = surroundings.contentOf?.(unescapedText(id)) ?? "";
  payForAll(html, budget);
  return safeHtml(html);
};

/** The URL of a route of the section's plugin. Empty if there is no such route. */
const route: Filter = (value, _given, { surroundings }) => surroundings.routeOf(unescapedText(value)) ?? "";

/** The URL of a font or picture of the plugin. Empty if there is none of this name. */
const asset: Filter = (value, _given, { surroundings }) => surroundings.ownParts?.assetOf(unescapedText(value)) ?? "";

const icon: Filter = (value, given, { surroundings, budget }) => {
  const drawing = surroundings.ownParts?.iconOf(unescapedText(value));
  if (drawing === undefined) return "";
  payForAll(drawing, budget);
  const look = { className: unescapedText(named(given, "class")), label: unescapedText(named(given, "label")) };
  return safeHtml(iconElement(drawing, look));
};

/**
 * A text of the plugin's locales by its key. Named arguments replace placeholders, and `count` chooses the plural form.
 */
const translate: Filter = (value, given, { surroundings, budget }) => {
  const values = new Map(
    given.filter((entry) => Array.isArray(entry)).map(([name, one]: readonly unknown[]) => [String(name), unwrap(one)]),
  );
  const text =
    surroundings.ownParts?.textOf(unescapedText(value), surroundings.language, values) ?? unescapedText(value);
  payForAll(text, budget);
  return text;
};

const image: Filter = (value, given, { surroundings: { widths } }) => {
  const eager = named(given, "loading") === "eager";
  const sizes = unescapedText(named(given, "sizes")) || (eager ? "100vw" : "auto, 100vw");
  return safeHtml(imageElement(value, { className: unescapedText(named(given, "class")), eager, sizes, widths }));
};

/** A value as its field says: an amount with its currency, a choice by its title. Empty outside of sections. */
const shown: Filter = (value, [field], { surroundings, budget }) =>
  surroundings.shown?.(unwrap(value), unescapedText(field), budget) ?? "";

/** The picture of a page as other services show it beside a link: `src`, `alt`, `width` and `height`. */
const shared: Filter = (value, _given, { surroundings: { widths } }) => sharedPicture(value, widths) ?? "";

const player: Filter = (value, given) => safeHtml(playerElement(value, unescapedText(named(given, "class"))));

/**
 * The heading level for a text: the argument, or one level below the section's heading if the template has written one.
 * Otherwise the text's own headings become the section's.
 */
function headingLevel([asked]: readonly unknown[], { surroundings, headed }: Run): number {
  const level = Number(unescapedText(asked));
  return level >= 1 && level <= 6 ? Math.trunc(level) : Math.max(2, surroundings.level + (headed ? 1 : 0));
}

const markdown: Filter = (value, given, run) => {
  const { surroundings } = run;
  return safeHtml(
    surroundings.markdown.block(unescapedText(value), { ...surroundings, level: headingLevel(given, run) }),
  );
};

const markdownInline: Filter = (value, _given, { surroundings }) =>
  safeHtml(surroundings.markdown.inline(unescapedText(value), surroundings));

/** A value as JSON. Safe text counts as plain text. */
const json: Filter = (value, _given, { budget }) => {
  payForAll(value, budget);
  return new Safe(jsonText(value), "json");
};

/** Decodes a URL. A malformed escape is returned unchanged. */
const urlDecode: Filter = (value) => decodedOr(unescapedText(value).replaceAll("+", " "));

const OWN: Readonly<Record<string, Filter>> = {
  absolute,
  asset,
  date_iso: (value) => isoDate(unescapedText(value)),
  date_long: (value, _given, { surroundings }) =>
    longDate(unescapedText(value), surroundings.language, surroundings.timeZone),
  content,
  default: fallback,
  escape: escaped,
  escape_once: escaped,
  ical_date: (value) => calendarDay(unescapedText(value)),
  ical_day_after: (value) => dayAfter(unescapedText(value)),
  ical_time: (value) => calendarMoment(unescapedText(value)),
  icon,
  image,
  json,
  link,
  link_language: linkLanguage,
  markdown,
  markdown_inline: markdownInline,
  newline_to_br: lineBreaks,
  pages,
  player,
  route,
  share_picture: shared,
  shown,
  t: translate,
  url_decode: urlDecode,
  url_encode: (value) => encodeURIComponent(unescapedText(value).toWellFormed()),
  xml: (value) => new Safe(xmlText(value), "xml"),
  xml_escape: escaped,
};

export const FILTERS: ReadonlyMap<string, Filter> = new Map([...STANDARD_FILTERS, ...Object.entries(OWN)]);
