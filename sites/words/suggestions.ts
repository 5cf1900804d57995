/** Languages and time zones as suggestions of a text field, named in the reader's language. */
import { reader } from "./reader.ts";

/** A value that people may choose, and its name. */
export type Suggestion = readonly [value: string, name: string];

/** Tags with a territory or a script that sites ask for often. Others can be typed. */
const FURTHER_TAGS = [
  "de-AT",
  "de-CH",
  "en-GB",
  "en-US",
  "es-MX",
  "fr-CA",
  "fr-CH",
  "it-CH",
  "nl-BE",
  "pt-BR",
  "pt-PT",
  "sr-Cyrl",
  "sr-Latn",
  "zh-Hans",
  "zh-Hant",
];

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const SHORT_TAGS = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));

function namedLanguages(language: string): Suggestion[] {
  const names = new Intl.DisplayNames(language, { type: "language", fallback: "none" });
  const all = [...SHORT_TAGS, ...FURTHER_TAGS].flatMap((tag): Suggestion[] => {
    const name = names.of(tag);
    return name === undefined || name === tag ? [] : [[tag, name]];
  });
  const { compare } = new Intl.Collator(language);
  return all.toSorted(([, one], [, other]) => compare(one, other));
}

function zoneName(zone: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: "longGeneric" });
  return format.formatToParts(Date.now()).find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

const namedZones = (language: string): Suggestion[] =>
  ["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => [zone, zoneName(zone, language)]);

/** The names of each language of the editor are looked up once: those of the zones take a tenth of a second. */
const remembering = (make: (language: string) => readonly Suggestion[]): (() => readonly Suggestion[]) => {
  const made = new Map<string, readonly Suggestion[]>();
  return () => {
    const { language } = reader();
    const found = made.get(language) ?? make(language);
    made.set(language, found);
    return found;
  };
};

export const suggestedLanguages = remembering(namedLanguages);
export const suggestedZones = remembering(namedZones);

/** The name of a value. Undefined for a value that is not suggested. */
export const suggestedName = (value: string, suggested: readonly Suggestion[]): string | undefined =>
  suggested.find(([one]) => one.toLowerCase() === value.toLowerCase())?.[1];

const folded = (text: string): string => text.trim().replaceAll("_", " ").toLowerCase();

/** The value that a typed text means: itself, or the only one with this name or this last part. */
export function suggestedValue(typed: string, suggested: readonly Suggestion[]): string {
  const text = folded(typed);
  const [exact, ...meant] = [
    suggested.filter(([value]) => folded(value) === text),
    suggested.filter(([, name]) => folded(name) === text),
    suggested.filter(([value]) => folded(value.slice(value.lastIndexOf("/") + 1)) === text),
  ];
  const found = [exact ?? [], ...meant].find((all) => all.length === 1)?.[0];
  return found?.[0] ?? typed.trim();
}
