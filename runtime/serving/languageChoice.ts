/** The language in which a visitor begins, where the owner lets browsers and visitors choose it. */
import { ACCEPT_LANGUAGE_MAX_CHARS, ACCEPT_LANGUAGE_RANGES } from "../../manifests/bounds/documents.ts";
import { asciiAddress, normalPath } from "../../manifests/shapes/normalPath.ts";
import { LANGUAGE_PARAMETER, type LanguageSettings, sourceTag } from "../documents/content/languages.ts";
import { ANSWER_HEADERS } from "./answerHeaders.ts";
import { type AskedBeside, type PublishedAnswer, unshared } from "./publishedAnswer.ts";

/** The header by which a workspace tells the site worker what language a visitor chose. Visitors do not get it. */
export const REMEMBERED_LANGUAGE = "Svc-Remembered-Language";

const VARY = { Vary: "Accept-Language, Cookie" };

interface Range {
  readonly tag: string;
  readonly quality: number;
}

/** The languages that an Accept-Language header asks for, the most wanted first (RFC 9110, 12.5.4). */
function rangesOf(header: string): Range[] {
  const parts = header.slice(0, ACCEPT_LANGUAGE_MAX_CHARS).split(",").slice(0, ACCEPT_LANGUAGE_RANGES);
  const ranges = parts.flatMap((part) => {
    const [, tag, quality = "1"] =
      /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?\s*$/i.exec(part) ?? [];
    return tag === undefined || Number(quality) === 0 ? [] : [{ tag: tag.toLowerCase(), quality: Number(quality) }];
  });
  return ranges.toSorted((a, b) => b.quality - a.quality);
}

/** The first language that a header asks for, by lookup (RFC 4647, 3.4). `pt` finds `pt-BR`, too. */
export function preferredLanguage(header: string, tags: readonly string[]): string | undefined {
  const known = new Map(tags.map((tag) => [tag.toLowerCase(), tag]));
  for (const { tag } of rangesOf(header)) {
    const parts = tag.split("-");
    const exact = parts.map((_, index) => known.get(parts.slice(0, parts.length - index).join("-"))).find(Boolean);
    const regional = [...known.keys()].find((one) => one.startsWith(`${tag}-`));
    const found = exact ?? (regional === undefined ? undefined : known.get(regional));
    if (found !== undefined) return found;
  }
  return undefined;
}

export interface LanguageVisit extends AskedBeside {
  readonly settings: LanguageSettings;
  /** The home pages that visitors see, by language. */
  readonly homes: ReadonlyMap<string, string>;
  readonly path: string;
}

/** The answer to a visitor who chooses a language, or whose browser does. Undefined if the address itself is answered. */
export function languageAnswer({
  settings,
  homes,
  path,
  query = "",
  reader = "",
}: LanguageVisit): PublishedAnswer | undefined {
  const parameters = new URLSearchParams(query);
  const chosen = parameters.get(LANGUAGE_PARAMETER);
  const language = settings.languages?.find(({ tag }) => tag === chosen);
  if (language) {
    parameters.delete(LANGUAGE_PARAMETER);
    const rest = parameters.size === 0 ? "" : `?${parameters.toString()}`;
    return led(asciiAddress(normalPath(path)) + rest, { [REMEMBERED_LANGUAGE]: language.tag });
  }
  if (path !== "/") return undefined;
  const isThere = [...homes.values()].includes("/");
  const tag = preferredLanguage(reader, [...homes.keys()]) ?? (isThere ? undefined : sourceTag(settings));
  const home = tag === undefined ? undefined : homes.get(tag);
  return home === undefined || home === "/" ? undefined : led(asciiAddress(home) + query);
}

/** A redirect for one visitor, which no cache keeps. */
const led = (location: string, more: Readonly<Record<string, string>> = {}): PublishedAnswer => ({
  status: 302,
  body: "",
  headers: { ...ANSWER_HEADERS.redirect, "Cache-Control": "private, no-store", ...VARY, ...more, Location: location },
});

/** The home page as an answer that depends on the visitor, so that no shared cache gives it to another. */
export function variedByVisitor(answer: PublishedAnswer): PublishedAnswer {
  const { headers, ...rest } = unshared(answer);
  return { ...rest, headers: { ...headers, ...VARY } };
}
