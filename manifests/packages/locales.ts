/**
 * A package's texts by language: `locales/<tag>.json`, an object of keys. A value is a text, or an object with one text
 * for each plural category of `Intl.PluralRules`.
 */
import { LOCALE_MAX_BYTES, LOCALE_MAX_KEYS, LOCALE_TEXT_MAX_CHARS } from "../bounds/packages.ts";
import { parseStrictJson } from "../json/strictJson.ts";
import { utf8Length } from "../json/utf8.ts";
import { splitLiquid, type LiquidFault } from "../liquid/liquid.ts";
import { quote } from "../refusals/pointer.ts";

const PATH = /^locales\/([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\.json$/;

/** The language of a file. Undefined if the file is no locale. */
export const localeOf = (path: string): string | undefined => PATH.exec(path)?.[1];

type Plural = Intl.LDMLPluralRule;

/** A text, or one text for each plural category of the language. */
export type LocaleText = string | Readonly<Partial<Record<Plural, string>>>;
export type Locale = ReadonlyMap<string, LocaleText>;

const CATEGORIES: ReadonlySet<string> = new Set(["zero", "one", "two", "few", "many", "other"]);
const KEY = /^[a-z][A-Za-z0-9_.-]{0,99}$/;

const isText = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= LOCALE_TEXT_MAX_CHARS;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isPlural = (value: unknown): boolean =>
  isObject(value) &&
  isText(value["other"]) &&
  Object.entries(value).every(([name, text]) => CATEGORIES.has(name) && isText(text));

const SAYS = `a text of at most ${LOCALE_TEXT_MAX_CHARS} characters, or an object of texts by plural category, with other`;

function entryFault(text: string, [key, value]: readonly [string, unknown]): LiquidFault[] {
  const offset = Math.max(0, text.indexOf(JSON.stringify(key)));
  if (!KEY.test(key))
    return [
      { found: `the key ${quote(key)}`, allowed: "a lower-case letter, then letters, digits, _ . and -", offset },
    ];
  return isText(value) || isPlural(value)
    ? []
    : [{ found: `${quote(key)} with a value of another kind`, allowed: SAYS, offset }];
}

/** The faults of a file that has one JSON object of texts. `judge` finds those of an entry. */
export function textFileFaults(
  text: string,
  judge: (entry: readonly [key: string, value: unknown]) => readonly LiquidFault[],
): LiquidFault[] {
  const bytes = utf8Length(text);
  if (bytes > LOCALE_MAX_BYTES)
    return [{ found: `${bytes} bytes`, allowed: `at most ${LOCALE_MAX_BYTES} bytes`, offset: 0 }];
  const parsed = parseStrictJson(text);
  if (!parsed.ok)
    return [{ found: parsed.error.issue.found, allowed: parsed.error.issue.allowed, offset: parsed.error.offset }];
  if (!isObject(parsed.value))
    return [{ found: "a value that is not an object", allowed: "an object of keys and texts", offset: 0 }];
  const entries = Object.entries(parsed.value);
  if (entries.length > LOCALE_MAX_KEYS)
    return [{ found: `${entries.length} keys`, allowed: `at most ${LOCALE_MAX_KEYS} keys`, offset: 0 }];
  return entries.flatMap(judge);
}

export const localeFaults = (text: string): LiquidFault[] => textFileFaults(text, (entry) => entryFault(text, entry));

type Files = Readonly<Record<string, string>>;

/** The valid locales of a package by language. */
export function localesIn(files: Files): ReadonlyMap<string, Locale> {
  const found = Object.entries(files).flatMap(([path, text]): [string, Locale][] => {
    const language = localeOf(path);
    if (language === undefined || localeFaults(text).length > 0) return [];
    return [[language, new Map(Object.entries(JSON.parse(text) as Record<string, LocaleText>))]];
  });
  return new Map(found);
}

const PRINTED = /(["'])([^"']*)\1\s*\|\s*t\b/g;

interface Used {
  readonly key: string;
  readonly offset: number;
}

const keysIn = (template: string): Used[] =>
  splitLiquid(template).parts.flatMap(({ kind, body, offset }) =>
    kind === "text" ? [] : [...body.matchAll(PRINTED)].map(([, , key = ""]) => ({ key, offset })),
  );

/** Keys that a template uses and no locale of the package has. */
export function unknownKeys(files: Files, template: string): LiquidFault[] {
  const used = keysIn(template);
  if (used.length === 0) return [];
  const locales = [...localesIn(files).values()];
  return used
    .filter(({ key }) => !locales.some((locale) => locale.has(key)))
    .map(({ key, offset }) => ({ found: quote(key), allowed: "a key of a file in locales/", offset }));
}

/** Keys that some languages of a package lack, as `locales/<tag>.json: key`. */
export function missingKeys(files: Files): string[] {
  const locales = localesIn(files);
  const all = new Set([...locales.values()].flatMap((locale) => [...locale.keys()]));
  return [...locales].flatMap(([language, locale]) =>
    [...all].filter((key) => !locale.has(key)).map((key) => `locales/${language}.json: ${key}`),
  );
}
