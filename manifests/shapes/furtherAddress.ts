/** Addresses of a list's further pages: /journal/page/2, /journal/2026 and /journal/2026/11/page/2 for the list at /journal. */

/** One page of a list. Number 1 without a period is the list's own page. */
export interface ListPart {
  readonly number: number;
  /** A year such as 2026, or a month such as 2026-11. */
  readonly period?: string | undefined;
}

/** A part of the list at `list`. */
export interface PlacedPart extends ListPart {
  readonly list: string;
}

const PAGE = /^(.*)\/page\/([1-9]\d{0,4})$/;
const PERIOD = /^(.*)\/(\d{4})(?:\/(0[1-9]|1[0-2]))?$/;

const placed = (base: string, number: number, period?: string): PlacedPart => ({
  list: base === "" ? "/" : base,
  number,
  ...(period !== undefined && { period }),
});

/** Reads the parts of lists that an address may mean. The one of the longest list comes first. */
export function furtherParts(address: string): PlacedPart[] {
  const [, before = address, digits] = PAGE.exec(address) ?? [];
  const number = Number(digits ?? 1);
  const [, base, year, month] = PERIOD.exec(before) ?? [];
  const period = month === undefined ? year : `${year}-${month}`;
  return [
    ...(digits === undefined ? [] : [placed(before, number)]),
    ...(base === undefined ? [] : [placed(base, number, period)]),
  ];
}

/** The address of a part of the list at `list`. */
export function furtherAddress({ list, number, period }: PlacedPart): string {
  const base = list === "/" ? "" : list;
  const inPeriod = period === undefined ? base : `${base}/${period.replace("-", "/")}`;
  return (number > 1 ? `${inPeriod}/page/${number}` : inPeriod) || "/";
}

/** The ending of an address of entries that further pages would have. */
export const endsLikeFurther = (address: string): boolean => address.endsWith("/page/{slug}");
