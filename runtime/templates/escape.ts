/**
 * Escapes values, with one function for each kind of position. The compiler chooses the function once. The functions
 * run for every value, so they search before they replace.
 */
import { isAllowedHref } from "../../manifests/fields/links.ts";
import { Safe } from "./safe.ts";

/** The page around an escaped value. */
export interface EscapePlace {
  readonly hrefOf?: ((href: string) => string) | undefined;
}

export type Escaper = (value: unknown, place?: EscapePlace) => string;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const entity = (character: string): string => ENTITIES[character] ?? character;

export const escapeHtml = (text: string): string => (/[&<>"']/.test(text) ? escapedPieces(text) : text);

/**
 * The longest piece that is escaped at once in characters. For each replaced character, the engine keeps many times its
 * size in memory.
 */
const PIECE_CHARS = 4_096;

function escapedPieces(text: string): string {
  let escaped = "";
  for (let at = 0; at < text.length; at += PIECE_CHARS)
    escaped += text.slice(at, at + PIECE_CHARS).replace(/[&<>"']/g, entity);
  return escaped;
}

/** Writes ` name="value"` for each attribute. True writes the name alone; undefined and false write nothing. */
export const attributes = (given: Readonly<Record<string, string | boolean | undefined>>): string =>
  Object.entries(given)
    .map(([name, value]) =>
      value === undefined || value === false ? "" : value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`,
    )
    .join("");

/** Converts HTML to attribute text: entities stay, and markup becomes visible text. */
const flattenHtml = (html: string): string => html.replace(/[<>"']/g, entity);

/** A value as text. Objects are empty text, because their own `toString` must not run. */
export function unescapedText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Safe) return value.valueOf();
  return Array.isArray(value) ? value.map(unescapedText).join("") : "";
}

/** Escapes a value between tags. */
export const intoText: Escaper = (value) => Safe.markedOf(value) ?? escapeHtml(unescapedText(value));

/** Escapes a value in an option of a list, without the draft's marks. */
export const intoChoice: Escaper = (value) => Safe.textOf(value, "html") ?? escapeHtml(unescapedText(value));

/**
 * Escapes a value in a quoted attribute, or in an element that contains only text. Safe HTML is flattened, because it
 * is not safe there.
 */
export const intoAttribute: Escaper = (value) => {
  const html = Safe.textOf(value, "html");
  return html === undefined ? escapeHtml(unescapedText(value)) : flattenHtml(html);
};

/** Escapes a value that begins a URL attribute. A forbidden URL becomes `#`. */
export const intoHref: Escaper = (value, place) => {
  const href = unescapedText(value).trim();
  return isAllowedHref(href) ? escapeHtml(place?.hrefOf?.(href) ?? href) : "#";
};

/**
 * Escapes a value after the `/` that begins a URL. Browsers skip white space and controls, so leading slashes would
 * name another host. An empty value becomes `./`, so that a following slash is not a second one.
 */
export const intoHrefPath: Escaper = (value) =>
  escapeHtml(unescapedText(value).replace(/^[\s\u0000-\u001f/\\]+/, "")) || "./";

/** Escapes a value in a URL whose scheme could still change. No written character can complete a scheme. */
export const intoHrefPart: Escaper = (value) => escapeHtml(encodeURIComponent(unescapedText(value).toWellFormed()));

/** Writes the digit of `<h…>`. */
export const intoHeading: Escaper = (value) => {
  const level = Math.trunc(Number(unescapedText(value)));
  return String(level >= 1 && level <= 6 ? level : 2);
};

const UNICODE_ESCAPED = /[<>&\u2028\u2029]/g;
/** A table instead of computed escapes, so that no other text can result. */
const UNICODE: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};
const unicode = (character: string): string => UNICODE[character] ?? character;

/** Writes JSON that cannot end the script element or file around it. */
export const jsonText = (value: unknown): string => (JSON.stringify(value) ?? "null").replace(UNICODE_ESCAPED, unicode);

/** Escapes a value in a JSON document. Safe JSON stays unchanged; any other value becomes the inside of a string. */
export const intoJson: Escaper = (value) => Safe.textOf(value, "json") ?? jsonText(unescapedText(value)).slice(1, -1);

/** Characters that XML 1.0 forbids even when escaped. One of them makes the whole file invalid. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export const xmlText = (value: unknown): string => escapeHtml(unescapedText(value).toWellFormed().replace(NOT_XML, ""));

export const intoXml: Escaper = (value) => Safe.textOf(value, "xml") ?? xmlText(value);
