import { reader } from "./reader.ts";

/** A number in the reader's language, with its separators. */
export function numberText(value: number): string {
  const { language, locale = language } = reader();
  return value.toLocaleString(locale);
}
