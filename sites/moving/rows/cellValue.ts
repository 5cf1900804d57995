/** Reads one cell of a file as the value of a field. */
import { instantOf, numberOfDay, utcText } from "../../../manifests/shapes/calendar.ts";
import type { CsvField } from "../../../manifests/fields/csvFields.ts";
import { unmarked } from "../../../manifests/shapes/csv.ts";
import { readCells } from "../../../manifests/shapes/csvReader.ts";
import { fold } from "../../../runtime/search/words.ts";
import type { PageTitles } from "./pageTitles.ts";

/** Reasons why a cell is no value of its field. The words say each by its name. */
export type CellFault =
  | "number"
  | "ambiguousNumber"
  | "boolean"
  | "date"
  | "ambiguousDate"
  | "moment"
  | "skippedMoment"
  | "choice"
  | "unknownPage"
  | "severalPages"
  | "data"
  | "control";

export type CellValue = { readonly value: unknown } | { readonly fault: CellFault; readonly found: string };

/**
 * The moment of a local time of the site, in milliseconds. `times` is 0 if clocks skip it. The local time is given as
 * milliseconds of a UTC time.
 */
export type LocalTime = (shown: number) => { readonly at: number; readonly times: number };

interface Reading {
  readonly field: CsvField;
  readonly pages: ReadonlyMap<string, PageTitles>;
  readonly localTime: LocalTime;
}

/** A character that no field can hold, such as NUL. A byte order mark in the middle is one, too. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/;

/** The value of a cell with text. Faults name the part of the cell that they are about. */
export function cellValue(reading: Reading, cell: string): CellValue {
  const text = unmarked(cell).replaceAll(/\r\n?/g, "\n");
  if (CONTROL.test(text)) return { fault: "control", found: text };
  if (!reading.field.isList) return one(reading, text);
  const values: unknown[] = [];
  for (const part of readCells(text)) {
    const read = one(reading, part);
    if ("fault" in read) return read;
    values.push(read.value);
  }
  return { value: values };
}

type Read = (text: string, reading: Reading) => { readonly value: unknown } | { readonly fault: CellFault };

function one(reading: Reading, text: string): CellValue {
  const { kind } = reading.field;
  const read = READ[kind](kind === "text" ? text : text.trim(), reading);
  return "fault" in read ? { ...read, found: text } : read;
}

const TRUE: readonly string[] = ["true", "yes", "ja", "wahr", "1", "x"];
const FALSE: readonly string[] = ["false", "no", "nein", "falsch", "0"];

export function truthOf(text: string): boolean | undefined {
  const folded = fold(text).trim();
  return TRUE.includes(folded) ? true : FALSE.includes(folded) ? false : undefined;
}

const READ: Readonly<Record<CsvField["kind"], Read>> = {
  text: (value) => ({ value }),
  number: (text) => numberOf(text),
  boolean(text) {
    const value = truthOf(text);
    return value === undefined ? { fault: "boolean" } : { value };
  },
  date: (text) => dateOf(text),
  dateTime: (text, { localTime }) => (instantOf(text) === undefined ? localMoment(text, localTime) : { value: text }),
  choice(text, { field }) {
    const found =
      field.choices.find(([value]) => String(value) === text) ??
      field.choices.find(([, words]) => fold(words) === fold(text));
    return found ? { value: found[0] } : { fault: "choice" };
  },
  page(text, { field, pages }) {
    const found = pages.get(field.of ?? "")?.find(text) ?? { fault: "unknownPage" };
    return "fault" in found ? found : { value: found.id };
  },
  data(text) {
    try {
      return { value: JSON.parse(text) as unknown };
    } catch {
      return { fault: "data" };
    }
  },
};

/** Digits with separators of thousands, then decimals: 1,234.50 and 1.234,50 and 1234,5. */
const GROUPED = /^[+-]?\d{1,3}(?:([.,\u00a0\u202f' ])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;

function numberOf(given: string): { readonly value: number } | { readonly fault: CellFault } {
  const text = given.replaceAll(/[\u00a0\u202f' ]/g, "");
  if (/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return { value: Number(text) };
  // The comma of 1,234 separates thousands in some countries, and decimals in others.
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(text)) return { fault: "ambiguousNumber" };
  if (/^[+-]?\d+,\d+$/.test(text)) return { value: Number(text.replace(",", ".")) };
  if (!GROUPED.test(given)) return { fault: "number" };
  const decimal = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  const mark = text[decimal] ?? "";
  const isWhole = text.split(mark).length > 2;
  const whole = text.slice(0, isWhole ? undefined : decimal).replaceAll(/[.,]/g, "");
  return { value: Number(isWhole ? whole : `${whole}.${text.slice(decimal + 1)}`) };
}

const day = (year: string, month: string, date: string): string =>
  `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;

type ReadDay = { readonly value: string } | { readonly fault: CellFault };

/** Forms of a day. Spreadsheets add a midnight to some. */
const DAYS: readonly (readonly [RegExp, (parts: readonly [string, string, string]) => ReadDay])[] = [
  [/^(\d{4})-(\d\d)-(\d\d)(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/, ([year, month, date]) => known(day(year, month, date))],
  [/^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/, ([date, month, year]) => known(day(year, month, date))],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, (parts) => slashed(parts)],
];

export function dateOf(text: string): ReadDay {
  for (const [form, read] of DAYS) {
    const found = form.exec(text);
    if (found) return read(found.slice(1) as unknown as [string, string, string]);
  }
  return { fault: "date" };
}

/** A day, and the time on a clock there: 2027-05-31 19:00 and 31.5.2027, 19:00. */
const ON_A_CLOCK = /^(\S+?)(?:T|,? +)(\d\d?):(\d\d)(?::(\d\d))?$/;

function localMoment(text: string, localTime: LocalTime): { readonly value: string } | { readonly fault: CellFault } {
  const [, day = "", hour = "", minute = "", second = "0"] = ON_A_CLOCK.exec(text) ?? [];
  const read = day === "" ? { fault: "moment" as const } : dateOf(day);
  if ("fault" in read) return read.fault === "date" ? { fault: "moment" } : read;
  const clock = [hour, minute, second].map((part) => part.padStart(2, "0")).join(":");
  const shown = instantOf(`${read.value}T${clock}Z`);
  if (shown === undefined) return { fault: "moment" };
  const { at, times } = localTime(shown);
  return times === 0 ? { fault: "skippedMoment" } : { value: utcText(at) };
}

/** Some countries write the month first, and others the day. */
function slashed([first, second, year]: readonly [string, string, string]): ReadDay {
  if (first === second || Number(first) > 12) return known(day(year, second, first));
  return Number(second) > 12 ? known(day(year, first, second)) : { fault: "ambiguousDate" };
}

function known(text: string): ReadDay {
  return numberOfDay(text) === undefined ? { fault: "date" } : { value: text };
}
