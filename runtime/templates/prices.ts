/**
 * The cost of a filter beyond reading its input, in characters of the budget. A price is the memory in bytes that the
 * filter needs for each character or item. If the time costs more, the price is the time.
 */
import type { Budget } from "./budget.ts";
import { unescapedText } from "./escape.ts";
import { unwrap } from "./values.ts";

/** The price of a place in a list, in bytes. */
export const ITEM_PRICE = 8;
/** The price of an operand, a branch or an argument: some ten nanoseconds, as long as reading this many characters. */
export const TERM_PRICE = 8;

/** Computes the part of a price that depends on the input and the arguments together. */
type More = (input: unknown, given: readonly unknown[]) => number;

interface Price {
  /** The price of each call. */
  readonly call: number;
  /** The price of each character or item of the input. */
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

/** Counts the input of a text filter, which reads all texts of a list as one text. */
function textUnits(value: unknown): number {
  const plain = unwrap(value);
  return Array.isArray(plain)
    ? plain.reduce<number>((sum, item) => sum + textUnits(item), plain.length)
    : unitsOf(plain);
}

/** The length up to which a needle costs nothing extra, in characters. */
const NEEDLE_CHARS = 16;

/**
 * Computes the price of a search. If both texts repeat a letter, the search compares each character of one with each of
 * the other. The engine's search skips only where texts differ early. Short needles cost nothing more.
 */
export const searchPrice = (text: string, needle: string): number =>
  text.length * Math.floor(needle.length / NEEDLE_CHARS);

const searching: More = (text, [needle]) => searchPrice(unescapedText(text), unescapedText(needle));

/** Charges for the set that the filter makes of the characters to strip. */
const inSet: More = (_text, [characters]) => (characters === undefined ? 0 : unescapedText(characters).length * 16);

/**
 * The price of a word of a date, or of a zone. Each needs a formatter of its own, which takes a hundred microseconds.
 */
const WORD_PRICE = 4_096;
const NUMBER_PRICE = 64;

/** Charges for the parts of a date. `%A`, `%b` and the like are words; signs and letters both bound their number. */
const dateParts: More = (_date, [format, zone]) => {
  const text = unescapedText(format);
  const signs = text.split("%").length - 1;
  const letters = text.split(/[aAbB]/).length - 1;
  return signs * NUMBER_PRICE + (Math.min(signs, letters) + (zone === undefined ? 0 : 3)) * WORD_PRICE;
};

/** Markdown costs by its signs and lines, because plain words only pass through the parser. */
const SIGN_PRICE = 36;
const LINE_PRICE = 144;
const SIGN = /[^\p{L}\p{N} ,.\n]/gu;

const markdownSigns: More = (input, ...given) => {
  const text = unescapedText(input);
  const signs = text.length - text.replace(SIGN, "").length;
  return SIGN_PRICE * signs + LINE_PRICE * text.split("\n").length + tableCells(input, ...given);
};

/**
 * The price of a cell in a Markdown table, written or not. The parser fills a short row up to the width of its head.
 */
const CELL_PRICE = 64;
/** The number of cells at which the parser stops filling up rows. */
const CELLS_MAX = 65_536;

/** Counts at most one row of cells for each line, each as wide as the widest line. */
const tableCells: More = (input) => {
  const lines = unescapedText(input).split("\n");
  const widest = lines.reduce((most, line) => Math.max(most, line.split("|").length - 1), 0);
  return CELL_PRICE * Math.min(CELLS_MAX, lines.length * widest);
};

const PRICES: ReadonlyMap<string, Price> = new Map([
  // The result may be a list of single characters: one place for each.
  ...priced("split replace replace_first replace_last remove remove_first remove_last", 32, 16, searching),
  ...priced("truncatewords number_of_words", 32, 16),
  // Each character may become six.
  ...priced("escape escape_once xml xml_escape json newline_to_br url_encode url_decode", 32, 16),
  ...priced("strip lstrip rstrip", 32, 4, inSet),
  ...priced(
    "slugify strip_html strip_newlines squish normalize_whitespace capitalize upcase downcase slice truncate",
    32,
    4,
  ),
  ...priced("compact concat pop push reverse shift unshift join array_to_sentence_string", 32, ITEM_PRICE),
  ...priced("map where reject find has sum", 32, ITEM_PRICE),
  ...priced("sort sort_natural uniq", 64, 64),
  // Each item may get a group of its own: an object, a list and an entry.
  ...priced("group_by", 64, 256),
  ...priced("date", 512, 8, dateParts),
  ...priced("date_to_xmlschema date_iso date_long", 512, 8),
  // The result holds two words.
  ...priced("date_to_rfc822", 512 + 2 * WORD_PRICE, 8),
  // These filters write a list out as text before they find that it is no number.
  ...priced("abs at_least at_most ceil divided_by floor minus modulo plus round times to_integer", 32, 64),
  ...priced("image player", 2_048, 64),
  ...priced("link absolute route asset icon", 128, 4),
  // Rules of plurals and the spelling of a number are looked up, as for a date.
  ...priced("t", 512, 8),
  ...priced("markdown markdown_inline", 1_024, 12, markdownSigns),
]);

/** Filters that move the items of a list. They read no text in them, or pay for it themselves. */
const OF_ITEMS: ReadonlySet<string> = new Set(
  "compact concat pop push reverse shift unshift map where reject find has sum sort sort_natural uniq group_by join array_to_sentence_string json".split(
    " ",
  ),
);

/** Pays for a call before it runs, so that a call beyond the budget does not begin. */
export function payForCall(name: string, value: unknown, given: readonly unknown[], budget: Budget): void {
  const { call, unit, more } = PRICES.get(name) ?? CHEAP;
  const units = OF_ITEMS.has(name) ? unitsOf(value) : textUnits(value);
  budget.charge(call + unit * units + given.length * TERM_PRICE);
  if (more) budget.charge(more(value, given));
}

/** Pays for the result of a filter. */
export function payForMade(made: unknown, budget: Budget): void {
  const plain = unwrap(made);
  if (typeof plain === "string") budget.charge(plain.length);
  else if (Array.isArray(plain)) budget.charge(plain.length * ITEM_PRICE);
}
