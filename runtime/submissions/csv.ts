/**
 * Writes submissions as CSV (RFC 4180). Spreadsheets run a cell that begins like a formula. So such text of a visitor
 * gets an apostrophe in front, which makes it plain text. In a country whose separator is not the comma, spreadsheets
 * ignore the quotes after the first cell. They begin a new cell at each separator or new line in a text. There, two
 * quotes are an empty text, and a formula behind them runs.
 */
import type { SubmissionRecord } from "./submissions.ts";
import { isFileAnswer } from "../forms/values.ts";

/**
 * Matches each place where a formula could begin, also behind quotes, spaces and invisible signs, which some programs
 * skip. It includes the wide signs of East Asian keyboards. It examines no place twice.
 */
const FORMULA =
  /(?<=^|[;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@\uff1d\uff0b\uff0d\uff20|%])|^(?=[\t\r\n])/gu;

const harmless = (text: string): string => text.replaceAll(FORMULA, "'");

const oneOf = (value: unknown): string =>
  isFileAnswer(value) ? `${value.name} (${value.type}, ${value.bytes} bytes)` : String(value);

/** Writes a value as text. The kernel writes numbers itself, so a minus in front of one begins no formula. */
const textOf = (value: unknown): string =>
  typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : harmless([value ?? ""].flat().map(oneOf).join("; "));

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const line = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;

/** Writes the first line. It begins with the mark by which spreadsheets recognise UTF-8. */
export const csvHead = (names: readonly string[]): string =>
  `\ufeff${line(["id", "sent", "form", "read", ...names.map(harmless)])}`;

export const csvLine = (
  { id, at, type, read, fields }: SubmissionRecord,
  names: readonly string[],
  timestamp: (ms: number) => string,
): string => line([String(id), timestamp(at), type, read ? "yes" : "no", ...names.map((name) => textOf(fields[name]))]);
