import { remembering } from "../../../manifests/memory/remembering.ts";

/** Right-to-left scripts (ISO 15924). */
const RIGHT_TO_LEFT = new Set(["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"]);

/** The languages whose direction is remembered, because `maximize` takes 10 µs and each page asks it for each language. */
const TAGS_REMEMBERED = 200;

/** Tells whether a language is written right to left. The tag's script decides, or else the language's usual one. */
export const isRightToLeft = remembering(TAGS_REMEMBERED, (language: string): boolean => {
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? "");
  } catch {
    return false; // Older settings may have an invalid tag.
  }
});
