/**
 * Writes submissions as CSV (RFC 4180). Spreadsheets run cells that look like formulas, so such text gets a leading
 * apostrophe. Where the list separator is not the comma, spreadsheets ignore the quotes after the first cell. Each
 * separator or line break in a text then begins a new cell. There, two quotes are an empty text, and a formula after
 * them runs.
 */
import type { SubmissionRecord } from "./submissions.ts";
import { isFileAnswer } from "../forms/values.ts";

/**
 * Matches each position where a formula could begin, also after quotes, spaces and invisible characters, which some
 * programs skip. It includes full-width characters of East Asian keyboards. It matches in linear time.
 */
const FORMULA =
  /(?<=^|[;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@\uff1d\uff0b\uff0d\uff20|%])|^(?=[\t\r\n])/gu;

const harmless = (text: string): string => text.replaceAll(FORMULA, "'");

const oneOf = (value: unknown): string =>
  isFileAnswer(value) ? `${value.name} (${value.type}, ${value.bytes} bytes)` : String(value);

/**
 * A value as text. Numbers are not escaped, because the kernel writes them, and a minus sign begins no formula there.
 */
const textOf = (value: unknown): string =>
  typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : harmless([value ?? ""].flat().map(oneOf).join("; "));

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const line = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;

/** The header line. It begins with the byte order mark by which spreadsheets recognise UTF-8. */
export const csvHead = (names: readonly string[]): string =>
  `\ufeff${line(["id", "sent", "form", "read", ...names.map(harmless)])}`;

export const csvLine = (
  { id, at, type, read, fields }: SubmissionRecord,
  names: readonly string[],
  timestamp: (ms: number) => string,
): string => line([String(id), timestamp(at), type, read ? "yes" : "no", ...names.map((name) => textOf(fields[name]))]);
