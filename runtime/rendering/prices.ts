/**
 * What a filter costs beyond reading its input, in characters of the budget. A price is what the filter makes on the
 * way for each character or item, in bytes of memory, or the time it takes where that is more.
 */
import type { Budget } from "./budget.ts";
import { unwrap } from "./values.ts";

/** A place in a list, in bytes. */
export const ITEM_PRICE = 8;
/** An operand, a branch or an argument: some ten nanoseconds, as long as reading this many characters. */
export const TERM_PRICE = 8;

interface Price {
  /** For each call. */
  readonly call: number;
  /** For each character or item of the input. */
  readonly unit: number;
}

const CHEAP: Price = { call: 8, unit: 0 };

const priced = (names: string, call: number, unit: number): [string, Price][] =>
  names.split(" ").map((name) => [name, { call, unit }]);

const PRICES: ReadonlyMap<string, Price> = new Map([
  // A list of single characters: a place for each.
  ...priced("split replace replace_first replace_last remove remove_first remove_last truncatewords number_of_words", 32, 16),
  // Each character may become six.
  ...priced("escape escape_once xml xml_escape json newline_to_br url_encode url_decode", 32, 16),
  ...priced("slugify strip strip_html strip_newlines squish normalize_whitespace capitalize upcase downcase slice truncate", 32, 4),
  ...priced("compact concat pop push reverse shift unshift join array_to_sentence_string", 32, ITEM_PRICE),
  ...priced("map where reject find has sum", 32, ITEM_PRICE),
  ...priced("sort sort_natural uniq", 64, 64),
  // A group of its own for each item: an object, a list and an entry.
  ...priced("group_by", 64, 256),
  ...priced("date date_to_rfc822 date_to_xmlschema date_iso date_long", 512, 8),
  // A list is written out as text before it is no number.
  ...priced("abs at_least at_most ceil divided_by floor minus modulo plus round times to_integer", 32, 64),
  ...priced("image", 2_048, 64),
  ...priced("link absolute route", 128, 4),
  ...priced("markdown markdown_inline", 1_024, 16),
]);

const unitsOf = (value: unknown): number => {
  const plain = unwrap(value);
  return typeof plain === "string" || Array.isArray(plain) ? plain.length : 1;
};

/** Pays for a call before it is made, so that what cannot be paid is not begun. */
export function payForCall(name: string, value: unknown, terms: number, budget: Budget): void {
  const { call, unit } = PRICES.get(name) ?? CHEAP;
  budget.charge(call + unit * unitsOf(value) + terms * TERM_PRICE);
}

/** Pays for what a filter made. */
export function payForMade(made: unknown, budget: Budget): void {
  const plain = unwrap(made);
  if (typeof plain === "string") budget.charge(plain.length);
  else if (Array.isArray(plain)) budget.charge(plain.length * ITEM_PRICE);
}
