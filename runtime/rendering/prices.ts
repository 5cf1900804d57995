/**
 * What a filter costs beyond reading its input, in characters of the budget. A price is what the filter makes on the
 * way for each character or item, in bytes of memory, or the time it takes where that is more.
 */
import type { Budget } from "./budget.ts";
import { plainText } from "./escape.ts";
import { unwrap } from "./values.ts";

/** A place in a list, in bytes. */
export const ITEM_PRICE = 8;
/** An operand, a branch or an argument: some ten nanoseconds, as long as reading this many characters. */
export const TERM_PRICE = 8;

/** What follows from the input and the arguments together. */
type More = (input: unknown, given: readonly unknown[]) => number;

interface Price {
  /** For each call. */
  readonly call: number;
  /** For each character or item of the input. */
  readonly unit: number;
  readonly more?: More;
}

const CHEAP: Price = { call: 8, unit: 0 };

const priced = (names: string, call: number, unit: number, more?: More): [string, Price][] =>
  names.split(" ").map((name) => [name, { call, unit, ...(more && { more }) }]);

const unitsOf = (value: unknown): number => {
  const plain = unwrap(value);
  return typeof plain === "string" || Array.isArray(plain) ? plain.length : 1;
};

/** A filter of texts reads all a list holds as one text. */
function textUnits(value: unknown): number {
  const plain = unwrap(value);
  return Array.isArray(plain) ? plain.reduce<number>((sum, item) => sum + textUnits(item), plain.length) : unitsOf(plain);
}

/** Characters of a needle that are looked for at the price of one. */
const NEEDLE_CHARS = 16;

/**
 * Looking for one text in another compares each character of one with each of the other when both repeat a letter: the
 * engine's search skips only behind what differs early. Short needles cost nothing more.
 */
export const searchPrice = (text: string, needle: string): number => text.length * Math.floor(needle.length / NEEDLE_CHARS);

const searching: More = (text, [needle]) => searchPrice(plainText(text), plainText(needle));

/** The characters to strip are made into a set. */
const inSet: More = (_text, [characters]) => (characters === undefined ? 0 : plainText(characters).length * 16);

/** A word of a date, and a zone, is written by a formatter made for this one time: a hundred microseconds. */
const WORD_PRICE = 4_096;
const NUMBER_PRICE = 64;

/** `%A`, `%b` and their like are words. No more of them are written than there are signs or letters. */
const dateParts: More = (_date, [format, zone]) => {
  const text = plainText(format);
  const signs = text.split("%").length - 1;
  const letters = text.split(/[aAbB]/).length - 1;
  return signs * NUMBER_PRICE + (Math.min(signs, letters) + (zone === undefined ? 0 : 3)) * WORD_PRICE;
};

/** What Markdown costs is in its signs and lines: plain words only pass through the parser. */
const SIGN_PRICE = 36;
const LINE_PRICE = 144;
const SIGN = /[^\p{L}\p{N} ,.\n]/gu;

const markdownSigns: More = (input, ...given) => {
  const text = plainText(input);
  const signs = text.length - text.replace(SIGN, "").length;
  return SIGN_PRICE * signs + LINE_PRICE * text.split("\n").length + tableCells(input, ...given);
};

/** A cell of a table in Markdown, written or not: a short row is filled up to the width of its head. */
const CELL_PRICE = 64;
/** Where the parser stops filling up. */
const CELLS_MAX = 65_536;

/** At most as many cells as there are lines, each as wide as the widest. */
const tableCells: More = (input) => {
  const lines = plainText(input).split("\n");
  const widest = lines.reduce((most, line) => Math.max(most, line.split("|").length - 1), 0);
  return CELL_PRICE * Math.min(CELLS_MAX, lines.length * widest);
};

const PRICES: ReadonlyMap<string, Price> = new Map([
  // A list of single characters: a place for each.
  ...priced("split replace replace_first replace_last remove remove_first remove_last", 32, 16, searching),
  ...priced("truncatewords number_of_words", 32, 16),
  // Each character may become six.
  ...priced("escape escape_once xml xml_escape json newline_to_br url_encode url_decode", 32, 16),
  ...priced("strip lstrip rstrip", 32, 4, inSet),
  ...priced("slugify strip_html strip_newlines squish normalize_whitespace capitalize upcase downcase slice truncate", 32, 4),
  ...priced("compact concat pop push reverse shift unshift join array_to_sentence_string", 32, ITEM_PRICE),
  ...priced("map where reject find has sum", 32, ITEM_PRICE),
  ...priced("sort sort_natural uniq", 64, 64),
  // A group of its own for each item: an object, a list and an entry.
  ...priced("group_by", 64, 256),
  ...priced("date", 512, 8, dateParts),
  ...priced("date_to_xmlschema date_iso date_long", 512, 8),
  // Two words.
  ...priced("date_to_rfc822", 512 + 2 * WORD_PRICE, 8),
  // A list is written out as text before it is no number.
  ...priced("abs at_least at_most ceil divided_by floor minus modulo plus round times to_integer", 32, 64),
  ...priced("image", 2_048, 64),
  ...priced("link absolute route", 128, 4),
  ...priced("markdown markdown_inline", 1_024, 12, markdownSigns),
]);

/** Filters that move the items of a list and read no text in them, or pay for it themselves. */
const OF_ITEMS: ReadonlySet<string> = new Set(
  "compact concat pop push reverse shift unshift map where reject find has sum sort sort_natural uniq group_by join array_to_sentence_string json".split(" "),
);

/** Pays for a call before it is made, so that what cannot be paid is not begun. */
export function payForCall(name: string, value: unknown, given: readonly unknown[], budget: Budget): void {
  const { call, unit, more } = PRICES.get(name) ?? CHEAP;
  const units = OF_ITEMS.has(name) ? unitsOf(value) : textUnits(value);
  budget.charge(call + unit * units + given.length * TERM_PRICE);
  if (more) budget.charge(more(value, given));
}

/** Pays for what a filter made. */
export function payForMade(made: unknown, budget: Budget): void {
  const plain = unwrap(made);
  if (typeof plain === "string") budget.charge(plain.length);
  else if (Array.isArray(plain)) budget.charge(plain.length * ITEM_PRICE);
}
