/** The language of an answer: the one that a member chose in this browser, or the one that the browser asks for. */
import { readCookie } from "../../readCookie.ts";
import type { Language } from "./languages.ts";
import { FIRST_LANGUAGE, isLanguage } from "./languages.ts";

/** The language that a member chose for the editor in this browser. It says nothing of a person, and outlives a login. */
export const LANGUAGE_COOKIE = "__Host-svc_language";

export function languageOf(request: Request): Language {
  return languageChosenIn(request) ?? preferred(request.headers.get("accept-language") ?? "") ?? FIRST_LANGUAGE;
}

/** Null where the member leaves it to the browser. A sub-domain cannot set this cookie, but may be anything. */
export function languageChosenIn(request: Request): Language | null {
  const kept = readCookie(request, LANGUAGE_COOKIE) ?? "";
  return isLanguage(kept) ? kept : null;
}

/** Browsers send a handful; more would only cost. */
const WISHES_READ = 20;

interface Wish {
  readonly language: string;
  readonly weight: number;
}

/** The wished language with the greatest weight, of those there are; the earlier one of two. */
function preferred(header: string): Language | undefined {
  const wishes = header.split(",", WISHES_READ).map(wishIn);
  const wanted = wishes.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight);
  return wanted.map(({ language }) => language).find(isLanguage);
}

/** `de-CH;q=0.8` wishes for German. */
function wishIn(written: string): Wish {
  const [tag = "", ...parameters] = written.trim().split(";");
  const quality = parameters.map((parameter) => /^\s*q=(\d(?:\.\d{1,3})?)\s*$/i.exec(parameter)?.[1]).find(Boolean);
  return { language: tag.trim().toLowerCase().split("-", 1)[0] ?? "", weight: Number(quality ?? 1) };
}
