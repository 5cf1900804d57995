/**
 * How a value is written, one function for each kind of place a template can put it. A place is decided once,
 * when the template is compiled; these run for every value, so they look before they replace.
 */
import { isAllowedHref } from "./links.ts";
import { Safe } from "./safe.ts";

export type Escaper = (value: unknown) => string;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const entity = (character: string): string => ENTITIES[character] ?? character;

export const escapeHtml = (text: string): string => (/[&<>"']/.test(text) ? escapedPieces(text) : text);

/** Longest piece escaped at once. What the engine keeps for each sign it replaces is many times the sign. */
const PIECE_CHARS = 4_096;

function escapedPieces(text: string): string {
  let escaped = "";
  for (let at = 0; at < text.length; at += PIECE_CHARS)
    escaped += text.slice(at, at + PIECE_CHARS).replace(/[&<>"']/g, entity);
  return escaped;
}

/** ` name="value"` for each; true is a name alone, undefined and false are left out. */
export const attributes = (given: Readonly<Record<string, string | boolean | undefined>>): string =>
  Object.entries(given)
    .map(([name, value]) => (value === undefined || value === false ? "" : value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`))
    .join("");

/** For text that is HTML already: its entities stay, its markup becomes visible text. */
const flattenHtml = (html: string): string => html.replace(/[<>"']/g, entity);

/** Objects have nothing to say in a page; a `toString` of their own must not speak for them. */
export function plainText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Safe) return value.valueOf();
  return Array.isArray(value) ? value.map(plainText).join("") : "";
}

/** Between tags. */
export const intoText: Escaper = (value) => Safe.textOf(value, "html") ?? escapeHtml(plainText(value));

/** In a quoted attribute, or in an element that holds text only. Safe HTML is not safe there. */
export const intoAttribute: Escaper = (value) => {
  const html = Safe.textOf(value, "html");
  return html === undefined ? escapeHtml(plainText(value)) : flattenHtml(html);
};

/** At the start of an attribute that holds an address: what could run script leads nowhere instead. */
export const intoHref: Escaper = (value) => {
  const href = plainText(value).trim();
  return isAllowedHref(href) ? escapeHtml(href) : "#";
};

/**
 * After the `/` an address begins with. A second slash would name another site, and browsers skip spaces and controls
 * between them. A value that is empty stands for the directory itself, so that a slash after it is no second one.
 */
export const intoHrefPath: Escaper = (value) => escapeHtml(plainText(value).replace(/^[\s\u0000-\u001f/\\]+/, "")) || "./";

/** Further along in an address whose scheme is still open: no character that could complete one. */
export const intoHrefPart: Escaper = (value) => escapeHtml(encodeURIComponent(plainText(value).toWellFormed()));

/** The digit of `<h…>`. */
export const intoHeading: Escaper = (value) => {
  const level = Math.trunc(Number(plainText(value)));
  return String(level >= 1 && level <= 6 ? level : 2);
};

const UNICODE_ESCAPED = /[<>&\u2028\u2029]/g;
/** Looked up, not computed: a text can be nothing else. */
const UNICODE: Readonly<Record<string, string>> = { "<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029" };
const unicode = (character: string): string => UNICODE[character] ?? character;

/** JSON that cannot end the script element or file it stands in. */
export const jsonText = (value: unknown): string => (JSON.stringify(value) ?? "null").replace(UNICODE_ESCAPED, unicode);

/** In a JSON document: JSON from the filter as it is, anything else as the inside of a string. */
export const intoJson: Escaper = (value) => Safe.textOf(value, "json") ?? jsonText(plainText(value)).slice(1, -1);

/** Characters XML 1.0 does not have, not even escaped; one of them makes the whole file unreadable. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export const xmlText = (value: unknown): string => escapeHtml(plainText(value).toWellFormed().replace(NOT_XML, ""));

export const intoXml: Escaper = (value) => Safe.textOf(value, "xml") ?? xmlText(value);
