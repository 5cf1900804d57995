/**
 * Writes submissions as CSV. Text that looks like a formula gets a leading apostrophe.
 */
import { CSV_MARK, csvRow, harmless } from "../../manifests/shapes/csv.ts";
import type { Confirmation } from "./confirmations.ts";
import type { SubmissionRecord } from "./submissions.ts";
import { isFileAnswer } from "../forms/values.ts";

const oneOf = (value: unknown): string =>
  isFileAnswer(value) ? `${value.name} (${value.type}, ${value.bytes} bytes)` : String(value);

/**
 * A value as text. Numbers are not escaped, because the kernel writes them, and a minus sign begins no formula there.
 */
const textOf = (value: unknown): string =>
  typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : harmless([value ?? ""].flat().map(oneOf).join("; "));

/** The header line. It begins with the byte order mark by which spreadsheets recognise UTF-8. */
export const csvHead = (names: readonly string[]): string =>
  `${CSV_MARK}${csvRow(["id", "sent", "form", "read", "confirmed", ...names.map(harmless)])}`;

export const csvLine = (
  { id, at, type, read, fields }: SubmissionRecord,
  confirmation: Confirmation | undefined,
  names: readonly string[],
  timestamp: (ms: number) => string,
): string =>
  csvRow([
    String(id),
    timestamp(at),
    type,
    read ? "yes" : "no",
    confirmation ? (confirmation.confirmedAt === null ? "no" : timestamp(confirmation.confirmedAt)) : "",
    ...names.map((name) => textOf(fields[name])),
  ]);
