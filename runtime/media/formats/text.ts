/**
 * Plain text in UTF-8, and tables of comma-separated values. Text has no signature. A file is text if it is valid UTF-8
 * without control characters, and if no program would take it for markup or code.
 */
import { unfitFile } from "./unfit.ts";
import { type Walk, asciiAt, until } from "./walk.ts";

/** Beginnings of HTML, SVG, RTF, PostScript and MIME messages. */
const OTHERWISE = /^(?:\xef\xbb\xbf)?\s*(?:<[!?/a-z]|\{\\rtf|%!|mime-version:)/i;

/** A shorter file could as well be the beginning of another type. */
const LEAST_BYTES = 8;

/** Bytes at the beginning that decide whether a text is a table. */
const LOOKED_AT = 1_024;

/** For the first byte of a character: the number of further bytes, and the allowed range of the next one. */
function follows(byte: number): readonly [left: number, low: number, high: number] | undefined {
  if (byte >= 0xc2 && byte <= 0xdf) return [1, 0x80, 0xbf];
  if (byte >= 0xe0 && byte <= 0xef) return [2, byte === 0xe0 ? 0xa0 : 0x80, byte === 0xed ? 0x9f : 0xbf];
  if (byte >= 0xf0 && byte <= 0xf4) return [3, byte === 0xf0 ? 0x90 : 0x80, byte === 0xf4 ? 0x8f : 0xbf];
  return undefined;
}

const [TAB, LINE, RETURN, QUOTE] = [9, 10, 13, 34];

/** Validates UTF-8 byte by byte. The only allowed control characters are tabs and line breaks. */
class Characters {
  #left = 0;
  #low = 0x80;
  #high = 0xbf;

  /** True at a boundary between two characters. */
  get isWhole(): boolean {
    return this.#left === 0;
  }

  take(byte: number): boolean {
    if (this.#left > 0) {
      const fits = byte >= this.#low && byte <= this.#high;
      [this.#left, this.#low, this.#high] = [this.#left - 1, 0x80, 0xbf];
      return fits;
    }
    if (byte < 0x80) return (byte >= 0x20 && byte !== 0x7f) || byte === TAB || byte === LINE || byte === RETURN;
    const next = follows(byte);
    if (next) [this.#left, this.#low, this.#high] = next;
    return next !== undefined;
  }
}

/** Counts the fields of each row (RFC 4180), for one separator. */
class Rows {
  readonly #separator: number;
  #fields = 1;
  #isEmpty = true;
  /** The position: in quotes, after a closing quote, at the start of a field, or in a field without quotes. */
  #state: "quoted" | "closed" | "begins" | "open" = "begins";
  #columns = 0;
  rows = 0;

  constructor(separator: number) {
    this.#separator = separator;
  }

  get isTable(): boolean {
    return this.rows >= 2 && this.#columns >= 2;
  }

  /** Reads one byte. False if a row has another number of fields, or if the quoting is invalid. */
  take(byte: number): boolean {
    if (this.#state === "quoted") {
      if (byte === QUOTE) this.#state = "closed";
      return true;
    }
    if (byte === LINE) return this.#endRow();
    if (byte === RETURN) return true;
    if (byte === this.#separator) return this.#endField();
    this.#isEmpty = false;
    if (byte === QUOTE) {
      if (this.#state === "open") return false;
      this.#state = "quoted";
      return true;
    }
    if (this.#state === "closed") return false;
    this.#state = "open";
    return true;
  }

  /** Reads the end of the file. The last row may lack a line break. */
  end(): boolean {
    return this.#state !== "quoted" && (this.#isEmpty || this.#endRow());
  }

  #endField(): boolean {
    this.#fields += 1;
    [this.#isEmpty, this.#state] = [false, "begins"];
    return true;
  }

  #endRow(): boolean {
    const [fields, isEmpty] = [this.#fields, this.#isEmpty];
    [this.#fields, this.#isEmpty, this.#state] = [1, true, "begins"];
    if (isEmpty) return true;
    this.rows += 1;
    if (this.rows === 1) this.#columns = fields;
    return fields === this.#columns;
  }
}

const SEPARATORS = [...",;\t"].map((sign) => sign.charCodeAt(0));
const tables = (): Rows[] => SEPARATORS.map((separator) => new Rows(separator));

const bytesOf = (head: DataView): Uint8Array => new Uint8Array(head.buffer, head.byteOffset, head.byteLength);

export function beginsLikeText(head: DataView): boolean {
  const characters = new Characters();
  return (
    head.byteLength >= LEAST_BYTES &&
    bytesOf(head).every((byte) => characters.take(byte)) &&
    !OTHERWISE.test(asciiAt(head, 0, LOOKED_AT))
  );
}

/** Tells whether a text is a table: all rows in its first bytes have the same number of fields, at least two. */
export function beginsLikeTable(head: DataView): boolean {
  if (!beginsLikeText(head)) return false;
  const bytes = bytesOf(head);
  const isAll = bytes.length < LOOKED_AT;
  return tables().some((rows) => bytes.every((byte) => rows.take(byte)) && (!isAll || rows.end()) && rows.isTable);
}

const noText = () =>
  unfitFile(
    "a text with bytes that are not characters",
    "text in UTF-8, without control characters except tabs and line ends",
  );

export function* plainTextFormat(): Walk<null> {
  const characters = new Characters();
  if (yield* until((byte) => !characters.take(byte))) throw noText();
  if (!characters.isWhole) throw noText();
  return null;
}

export function* table(): Walk<null> {
  const characters = new Characters();
  let possible = tables();
  const isWrong = (byte: number): boolean => {
    possible = possible.filter((rows) => rows.take(byte));
    return !characters.take(byte) || possible.length === 0;
  };
  const isBroken = yield* until(isWrong);
  if (possible.length > 0 && (isBroken || !characters.isWhole)) throw noText();
  if (!possible.some((rows) => rows.end() && rows.isTable))
    throw unfitFile("a table whose rows have different numbers of fields", "CSV with as many fields in every row");
  return null;
}
