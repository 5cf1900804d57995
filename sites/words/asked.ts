/** Chooses the language of an answer: the member's choice in this browser, or else the browser's Accept-Language. */
import { readCookie } from "../requests/readCookie.ts";
import { type Language, FIRST_LANGUAGE, LANGUAGES, isLanguage } from "./shape/languages.ts";

/** The cookie with the chosen language. It identifies nobody, and outlives a login. */
export const LANGUAGE_COOKIE = "__Host-svc_language";

export function languageOf(request: Request): Language {
  return languageChosenIn(request) ?? languageAccepted(request.headers.get("accept-language") ?? "");
}

/**
 * The chosen language; null if the member leaves it to the browser. A sub-domain cannot set this cookie, but its value
 * may still be invalid.
 */
export function languageChosenIn(request: Request): Language | null {
  const kept = readCookie(request, LANGUAGE_COOKIE) ?? "";
  return isLanguage(kept) ? kept : null;
}

/** A language with a country, and perhaps a script, as browsers write it. */
const WITH_COUNTRY = /^[a-z]{2,3}(?:-[a-z]{4})?-(?:[a-z]{2}|\d{3})$/i;

/** The locale for dates and numbers: the browser's country of the language, or else the language alone. */
export function regionalLocaleOf(request: Request, language: Language): string {
  const wishes = (request.headers.get("accept-language") ?? "").split(",", WISHES_READ);
  const tags = wishes.map((wish) => wish.split(";", 1)[0]?.trim() ?? "");
  return tags.find((tag) => WITH_COUNTRY.test(tag) && firstPart(tag) === firstPart(language)) ?? language;
}

/** The language of a tag, without its script and country. */
const firstPart = (tag: string): string => tag.toLowerCase().split("-", 1)[0] ?? "";

/** The number of languages that are read from the header. Browsers send a handful. */
const WISHES_READ = 20;

interface Wish {
  readonly language: string;
  readonly weight: number;
}

/** The supported language with the greatest weight in an Accept-Language header; the earlier one of two equals. */
export function languageAccepted(header: string): Language {
  const wishes = header.split(",", WISHES_READ).map(wishIn);
  const wanted = wishes.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight);
  return wanted.flatMap(({ language }) => BY_FIRST_PART.get(language) ?? []).at(0) ?? FIRST_LANGUAGE;
}

/** A language of one country speaks to all: who asks for `pt` or `pt-PT` reads `pt-BR`. */
const BY_FIRST_PART: ReadonlyMap<string, Language> = new Map(
  Object.keys(LANGUAGES)
    .filter(isLanguage)
    .map((language) => [firstPart(language), language]),
);

/** Reads one entry, such as `de-CH;q=0.8`, which asks for German. */
function wishIn(written: string): Wish {
  const [tag = "", ...parameters] = written.trim().split(";");
  const quality = parameters.map((parameter) => /^\s*q=(\d(?:\.\d{1,3})?)\s*$/i.exec(parameter)?.[1]).find(Boolean);
  return { language: firstPart(tag.trim()), weight: Number(quality ?? 1) };
}
