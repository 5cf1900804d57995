/**
 * The old addresses of a redirect: one address, or a pattern of them. A pattern is compared part by part and has one
 * `*` at most, so that no address takes longer than another.
 */
import { REDIRECT_MAX_PARTS, REDIRECT_MAX_PLACEHOLDERS } from "../../../manifests/bounds/documents.ts";
import { normalPart, writtenParts } from "../../../manifests/shapes/normalPath.ts";

/** The values that an address has for a pattern, by their names. `splat` is what stands for `*`. */
export type SourceValues = Readonly<Record<string, string>>;

export interface RedirectSource {
  /** The hostname. Empty for the main one of the site. */
  readonly host: string;
  /** The parts of the path in their normal form. A placeholder is `:` with its name, and `*` stands for any parts. */
  readonly parts: readonly string[];
  /** Parameters that the address must have, by name. A value may be a placeholder. */
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** The name in a part such as `:slug`. */
export const placeholderIn = (part: string): string | undefined => /^:([a-z]\w{0,31})$/i.exec(part)?.[1];

const SOURCE = /^(?:https?:\/\/([^/?#]+))?([^?#]*)(?:\?([^#]*))?/is;

export function redirectSource(from: string): RedirectSource {
  const [, host = "", path = "", query = ""] = SOURCE.exec(from) ?? [];
  const parts = writtenParts(path).map((part) => (part === "*" || placeholderIn(part) ? part : normalPart(part)));
  const params =
    query === "" ? [] : [...new URLSearchParams(query)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { host: host.toLowerCase(), parts, query: params };
}

/** The names of all placeholders, as often as they stand there. */
const placeholdersIn = ({ parts, query }: RedirectSource): string[] =>
  [...parts, ...query.map(([, value]) => value)].flatMap((part) => placeholderIn(part) ?? []);

export const isStar = (part: string): boolean => part === "*";

const isFixed = (part: string): boolean => !isStar(part) && placeholderIn(part) === undefined;

/** True for one address, or for one and everything below it. */
export const isPlainSource = ({ parts, query }: RedirectSource): boolean =>
  query.length === 0 && (parts.at(-1) === "*" ? parts.slice(0, -1) : parts).every(isFixed);

/** The kinds of a pattern's parts. All patterns of one form are found by one look into a map. */
export interface PathForm {
  readonly key: string;
  /** The place of `*`. -1 without one. */
  readonly star: number;
  readonly count: number;
  /** More for a form that says more about an address. */
  readonly weight: number;
}

export function formOf(parts: readonly string[]): PathForm {
  const star = parts.findIndex(isStar);
  const kinds = parts.map((part) => (isStar(part) ? "*" : isFixed(part) ? "/" : ":"));
  const fixed = kinds.filter((kind) => kind === "/").length;
  return { key: kinds.join(""), star, count: parts.length, weight: 4 * fixed + (star === -1 ? 2 : 0) };
}

/** The fixed parts of a pattern as one text. No part has a slash. */
export const fixedOf = (parts: readonly string[]): string => parts.filter(isFixed).join("/");

/** Puts the parts of an address at the places of a form. Undefined for an address with too few or too many. */
export function partsIn<T>({ star, count }: PathForm, parts: readonly T[]): { at: T[]; rest: T[] } | undefined {
  if (star === -1) return parts.length === count ? { at: [...parts], rest: [] } : undefined;
  const behind = count - star - 1;
  // At the end, `*` is for the address before it, too.
  if (parts.length < count - (behind === 0 ? 1 : 0)) return undefined;
  const end = parts.length - behind;
  return { at: [...parts.slice(0, star), ...parts.slice(end)], rest: parts.slice(star, end) };
}

/** The fixed parts of an address at the places of a form, as `fixedOf` writes those of a pattern. */
export const fixedAt = ({ key }: PathForm, at: readonly string[]): string =>
  at.filter((_, index) => key.replace("*", "")[index] === "/").join("/");

/** The values of an address for the placeholders of a pattern. */
export function valuesAt(source: RedirectSource, at: readonly string[], rest: readonly string[]): SourceValues {
  const names = source.parts.filter((part) => !isStar(part));
  const named = names.flatMap((part, index) => {
    const name = placeholderIn(part);
    return name === undefined ? [] : [[name, at[index] ?? ""] as const];
  });
  return Object.fromEntries([...named, ["splat", rest.join("/")]]);
}

/** The text by which two rules are for the same addresses, whatever their placeholders are called. */
export function sourceKey(from: string): string {
  const { host, parts, query } = redirectSource(from);
  const path = parts.map((part) => (placeholderIn(part) ? ":" : part)).join("/");
  const asked = query.map(
    ([name, value]) => `${encodeURIComponent(name)}=${placeholderIn(value) ? ":" : encodeURIComponent(value)}`,
  );
  return `${host === "" ? "" : `https://${host}`}/${path}${asked.length === 0 ? "" : `?${asked.join("&")}`}`;
}

/** Describes the allowed old addresses if a pattern is none of them. */
export function patternAllowed(from: string): string | undefined {
  const { query, ...source } = redirectSource(from);
  const names = placeholdersIn({ ...source, query });
  if (source.parts.length > REDIRECT_MAX_PARTS) return `at most ${REDIRECT_MAX_PARTS} parts between slashes`;
  if (!isOneStar(source.parts)) return "one * at most, as a whole part between slashes";
  if (names.length > REDIRECT_MAX_PLACEHOLDERS || query.length > REDIRECT_MAX_PLACEHOLDERS)
    return `at most ${REDIRECT_MAX_PLACEHOLDERS} parts such as :name, and as many parameters`;
  if (new Set([...names, "splat"]).size <= names.length) return "each :name once, and none called :splat";
  const isOne = isPlainSource({ ...source, query: [] }) && source.parts.at(-1) !== "*";
  return query.length === 0 || isOne ? undefined : "parameters behind an address without a pattern";
}

function isOneStar(parts: readonly string[]): boolean {
  const starred = parts.filter((part) => part.includes("*"));
  return starred.length === 0 || (starred.length === 1 && starred[0] === "*");
}
