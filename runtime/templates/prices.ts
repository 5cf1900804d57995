/**
 * The cost of filters beyond reading their input, in characters of the budget. A price is the memory in bytes that the
 * filter needs for each character or item, or its time if that is more.
 */
import type { Budget } from "./budget.ts";
import { unescapedText } from "./escape.ts";
import { unwrap } from "./values.ts";

/** The price of an item in a list, in bytes. */
export const ITEM_PRICE = 8;
/** The price of an operand, a branch or an argument: about ten nanoseconds, as long as reading this many characters. */
export const TERM_PRICE = 8;

/** The part of a price that depends on both input and arguments. */
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

/** The size of a text filter's input. Text filters read all texts of a list. */
function textUnits(value: unknown): number {
  const plain = unwrap(value);
  return Array.isArray(plain)
    ? plain.reduce<number>((sum, item) => sum + textUnits(item), plain.length)
    : unitsOf(plain);
}

/** Search texts up to this length in characters cost nothing extra. */
const NEEDLE_CHARS = 16;

/**
 * The price of a search. If both texts repeat a letter, the engine compares each character of one with each of the
 * other.
 */
export const searchPrice = (text: string, needle: string): number =>
  text.length * Math.floor(needle.length / NEEDLE_CHARS);

const searching: More = (text, [needle]) => searchPrice(unescapedText(text), unescapedText(needle));

/** Charges for the set of characters to strip. */
const inSet: More = (_text, [characters]) => (characters === undefined ? 0 : unescapedText(characters).length * 16);

/**
 * The price of a word in a date, or of a time zone. Each needs its own formatter, which takes a hundred microseconds.
 */
const WORD_PRICE = 4_096;
const NUMBER_PRICE = 64;
/** The price of a date in a time zone, which takes three formatters. */
export const ZONE_PRICE = 3 * WORD_PRICE;

/**
 * Charges for the parts of a date format. Words such as `%A` or `%b` are limited by the number of signs and of letters.
 */
const dateParts: More = (_date, [format, zone]) => {
  const text = unescapedText(format);
  const signs = text.split("%").length - 1;
  const letters = text.split(/[aAbB]/).length - 1;
  return signs * NUMBER_PRICE + Math.min(signs, letters) * WORD_PRICE + (zone === undefined ? 0 : ZONE_PRICE);
};

/** The price of each special character and line of Markdown. Plain words are cheap. */
const SIGN_PRICE = 36;
const LINE_PRICE = 144;
const PLAIN = /[\p{L}\p{N} ,.\n]/u;
const SIGN = /[^\p{L}\p{N} ,.\n]/gu;
/** Tells of each character of ASCII whether it is special. Nearly all of most texts are such characters. */
const IS_SIGN = Uint8Array.from({ length: 0x80 }, (_, code) => (PLAIN.test(String.fromCharCode(code)) ? 0 : 1));
const [LINE_END, PIPE] = [0x0a, 0x7c];

/** The price of a cell in a Markdown table. The parser fills short rows up to the width of the head. */
const CELL_PRICE = 64;
/** The number of cells at which the parser stops filling rows. */
const CELLS_MAX = 65_536;

/** Charges for signs, lines and table cells. Every line counts as a row that is as wide as the widest line. */
const markdownSigns: More = (input) => {
  const text = unescapedText(input);
  let [signs, lines, pipes, widest, beyond] = [0, 1, 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) beyond += 1;
    else if (code === LINE_END) [lines, pipes] = [lines + 1, 0];
    else signs += IS_SIGN[code] ?? 0;
    if (code === PIPE) widest = Math.max(widest, ++pipes);
  }
  const all = signs + (beyond > 0 ? signsBeyondAscii(text) : 0);
  return SIGN_PRICE * all + LINE_PRICE * lines + CELL_PRICE * Math.min(CELLS_MAX, lines * widest);
};

function signsBeyondAscii(text: string): number {
  const beyond = text.replaceAll(/[\0-\x7f]+/g, " ");
  return beyond.length - beyond.replaceAll(SIGN, "").length;
}

const PRICES: ReadonlyMap<string, Price> = new Map([
  // The result may be a list of single characters, one item each.
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
  // Each item may become its own group: an object, a list and an entry.
  ...priced("group_by", 64, 256),
  ...priced("date", 512, 8, dateParts),
  ...priced("date_to_xmlschema date_iso date_long ical_date ical_time ical_day_after", 512, 8),
  // The result contains two words.
  ...priced("date_to_rfc822", 512 + 2 * WORD_PRICE, 8),
  // These filters convert a list to text before they find that it is no number.
  ...priced("abs at_least at_most ceil divided_by floor minus modulo plus round times to_integer", 32, 64),
  ...priced("image player content share_picture", 2_048, 64),
  ...priced("link link_language absolute route asset icon", 128, 4),
  // A reference asks the database, which takes as long as a formatter.
  ...priced("pages", WORD_PRICE, 16),
  // The value is paid for by its sort.
  ...priced("shown", 64, 0),
  // Plural rules and number formats need formatters, like dates.
  ...priced("t", 512, 8),
  ...priced("markdown markdown_inline", 1_024, 12, markdownSigns),
]);

/** Filters that only move items of a list. They read no text in them, or charge for it themselves. */
const OF_ITEMS: ReadonlySet<string> = new Set(
  "compact concat pop push reverse shift unshift map where reject find has sum sort sort_natural uniq group_by join array_to_sentence_string json".split(
    " ",
  ),
);

/** Charges for a call before it runs, so that a call beyond the budget never begins. */
export function payForCall(name: string, value: unknown, given: readonly unknown[], budget: Budget): void {
  const { call, unit, more } = PRICES.get(name) ?? CHEAP;
  const units = OF_ITEMS.has(name) ? unitsOf(value) : textUnits(value);
  budget.charge(call + unit * units + given.length * TERM_PRICE);
  if (more) budget.charge(more(value, given));
}

/** Charges for the result of a filter. */
export function payForMade(made: unknown, budget: Budget): void {
  const plain = unwrap(made);
  if (typeof plain === "string") budget.charge(plain.length);
  else if (Array.isArray(plain)) budget.charge(plain.length * ITEM_PRICE);
}
