/**
 * Reads the items of a WordPress export (WXR) from a stream. Declarations of entities are never read, and an entity
 * that nobody knows stays as it is written. So no text of a file can grow, and nothing is fetched.
 */
import { SaxesParser } from "saxes";

/** An element with the texts and elements in it, as far as an export nests them. */
export interface Item {
  readonly texts: Readonly<Record<string, string>>;
  readonly categories: readonly { readonly domain: string; readonly nicename: string; readonly name: string }[];
  readonly meta: Readonly<Record<string, string>>;
  readonly comments: readonly Readonly<Record<string, string>>[];
}

export interface Export {
  readonly channel: Readonly<Record<string, string>>;
  readonly authors: readonly Readonly<Record<string, string>>[];
  readonly terms: readonly Readonly<Record<string, string>>[];
  readonly items: readonly Item[];
  /** Faults of the XML, with their lines. */
  readonly faults: readonly { readonly line: number; readonly what: string }[];
}

/** Longest text of one element in characters. A parser keeps it whole. */
export const TEXT_MOST_CHARS = 16 * 1024 * 1024;

/** Deepest nesting of elements. An export has five. */
const DEEPEST = 100;

/** Faults that are told. A file that is no XML has thousands. */
const FAULTS_TOLD = 50;

class ReadingHow {
  readonly parser = new SaxesParser();
  readonly channel: Record<string, string> = {};
  readonly authors: Record<string, string>[] = [];
  readonly terms: Record<string, string>[] = [];
  readonly items: Item[] = [];
  readonly faults: { line: number; what: string }[] = [];
  /** Characters since the parser has last told something. */
  waiting = 0;
  #path: string[] = [];
  #attributes: Record<string, string> = {};
  #text = "";
  #record: Record<string, string> = {};
  #inner: Record<string, string> = {};
  #categories: Item["categories"][number][] = [];
  #comments: Record<string, string>[] = [];
  #meta: Record<string, string> = {};

  constructor() {
    const text = (piece: string): void => {
      this.waiting = 0;
      this.#text += piece;
      if (this.#text.length > TEXT_MOST_CHARS) throw tooLong(this.parser.line);
    };
    this.parser.on("text", text);
    this.parser.on("cdata", text);
    this.parser.on("opentag", ({ name, attributes }) => this.#opened(name, attributes));
    this.parser.on("closetag", ({ name }) => this.#closed(name));
    this.parser.on("error", ({ message }) => {
      if (this.faults.length < FAULTS_TOLD)
        this.faults.push({ line: this.parser.line, what: message.replace(/^\d+:\d+: /, "") });
    });
  }

  #opened(name: string, attributes: object): void {
    this.waiting = 0;
    this.#path.push(name);
    if (this.#path.length > DEEPEST)
      throw new Error(`The file nests elements deeper than ${DEEPEST}, in line ${this.parser.line}.`);
    this.#attributes = attributes as Record<string, string>;
    this.#text = "";
    if (this.#path.length === 3) this.#begin();
    if (this.#path.length === 4) this.#inner = {};
  }

  #begin(): void {
    [this.#record, this.#meta] = [{}, {}];
    [this.#categories, this.#comments] = [[], []];
  }

  #closed(name: string): void {
    this.waiting = 0;
    const [depth, inside] = [this.#path.length, this.#path[2] ?? ""];
    const text = this.#text;
    if (depth === 5) this.#inner[name] = text;
    if (depth === 4) this.#endMember(name, text);
    if (depth === 3) this.#endRecord(name, inside, text);
    this.#path.pop();
    this.#text = "";
  }

  #endMember(name: string, text: string): void {
    if (name === "category") {
      const { domain = "", nicename = "" } = this.#attributes;
      this.#categories.push({ domain, nicename, name: text });
    } else if (name === "wp:postmeta")
      this.#meta[this.#inner["wp:meta_key"] ?? ""] = this.#inner["wp:meta_value"] ?? "";
    else if (name === "wp:comment") this.#comments.push(this.#inner);
    else this.#record[name] = text;
  }

  #endRecord(name: string, _inside: string, text: string): void {
    if (name === "item")
      this.items.push({
        texts: this.#record,
        categories: this.#categories,
        meta: this.#meta,
        comments: this.#comments,
      });
    else if (name === "wp:author") this.authors.push(this.#record);
    else if (/^wp:(?:category|tag|term)$/.test(name)) this.terms.push(this.#record);
    else this.channel[name] = text;
  }
}

const tooLong = (line: number): Error =>
  new Error(`A text in line ${line} has more than ${TEXT_MOST_CHARS} characters. An export has none of that length.`);

/** Pieces are cut, so that a parser never holds more than a bound. */
export async function readItems(pieces: AsyncIterable<string>): Promise<Export> {
  const reading = new ReadingHow();
  for await (const piece of pieces) {
    reading.waiting += piece.length;
    reading.parser.write(piece);
    if (reading.waiting > TEXT_MOST_CHARS) throw tooLong(reading.parser.line);
  }
  reading.parser.close();
  return reading;
}
