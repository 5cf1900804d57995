/**
 * Submissions as CSV (RFC 4180). Spreadsheets run a cell that begins like a formula, so whatever a visitor wrote that
 * begins so gets an apostrophe in front: it is shown as text then, and can do nothing. Where the separator of a country
 * is not the comma, they see no quotes behind the first cell, and begin one wherever a text has that sign or a new line;
 * there two quotes are a text of nothing, with the formula behind it.
 */
import type { SubmissionRecord } from "./submissions.ts";
import { isFileAnswer } from "./values.ts";

/** Also behind quotes, and spaces and signs nobody sees, which some programs skip, and as the wide signs of East Asian keyboards. No place is looked at twice. */
const FORMULA = /(?<=^|[;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@\uff1d\uff0b\uff0d\uff20|%])|^(?=[\t\r\n])/gu;

const harmless = (text: string): string => text.replaceAll(FORMULA, "'");

const oneOf = (value: unknown): string => (isFileAnswer(value) ? `${value.name} (${value.type}, ${value.bytes} bytes)` : String(value));

/** Numbers are written by us; a minus in front of one is no formula. */
const textOf = (value: unknown): string =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : harmless([value ?? ""].flat().map(oneOf).join("; "));

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const line = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;

/** Begins with the mark by which spreadsheets know UTF-8. */
export const csvHead = (names: readonly string[]): string => `\ufeff${line(["id", "sent", "form", "read", ...names.map(harmless)])}`;

export const csvLine = ({ id, at, type, read, fields }: SubmissionRecord, names: readonly string[], timestamp: (ms: number) => string): string =>
  line([String(id), timestamp(at), type, read ? "yes" : "no", ...names.map((name) => textOf(fields[name]))]);
