/**
 * Writes CSV (RFC 4180). Spreadsheets run cells that look like formulas, so such text gets a leading apostrophe. Where
 * the list separator is not the comma, spreadsheets ignore the quotes after the first cell. Each separator or line break
 * in a text then begins a new cell. There, two quotes are an empty text, and a formula after them runs.
 */

/** A position at which a formula could begin. */
const BEGINS = "(?<=^|[;\\t\\r\\n])";
/** A formula's first character, also after quotes, spaces and invisible characters, which some programs skip. */
const FORMULA = '(?=(?:(?![\\t\\r\\n])[\\s\\p{Cc}\\p{Cf}"])*[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20|%])';

/** Matches each position that needs an apostrophe, in linear time. It includes full-width characters of East Asian keyboards. */
const BARE = new RegExp(`${BEGINS}${FORMULA}|^(?=[\\t\\r\\n])`, "gu");
const MARKED = new RegExp(`${BEGINS}'${FORMULA}|^'(?=[\\t\\r\\n])`, "gu");

/** A text that no spreadsheet runs. */
export const harmless = (text: string): string => text.replaceAll(BARE, "'");
/** The text before `harmless`. It takes back an apostrophe of the text itself, too, where a formula would follow. */
export const unmarked = (text: string): string => text.replaceAll(MARKED, "");

/** The byte order mark by which spreadsheets recognise UTF-8. */
export const CSV_MARK = "\ufeff";

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
export const csvRow = (cells: readonly string[]): string => `${cells.map(quoted).join(",")}\r\n`;

const NEEDS_QUOTES = /[";\r\n]|^\s|\s$/;
/** Several texts in one cell. `readCells` with the same separator reads them. */
export const joinedCells = (texts: readonly string[]): string =>
  texts.map((text) => (text === "" || NEEDS_QUOTES.test(text) ? quoted(text) : text)).join("; ");
