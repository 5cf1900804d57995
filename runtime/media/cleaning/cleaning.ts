/**
 * Finds what visitors get of a picture or film, while it streams: its pixels, colours, orientation and sound. Places, devices, dates,
 * authors and texts are removed. Each format lists what it keeps, so unknown parts are removed, too.
 */
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { type Walk, Walker } from "../formats/walk.ts";
import { jpegPieces } from "./jpegPieces.ts";
import { MetadataSearch } from "./metadataSearch.ts";
import { boxPieces } from "./boxPieces.ts";
import { type KeptPiece, Pieces } from "./pieces.ts";
import { pngPieces } from "./pngPieces.ts";
import { webpPieces } from "./webpPieces.ts";

interface CleanedFormat {
  readonly name: string;
  readonly begins: RegExp;
  readonly walk: (file: Pieces) => Walk<void>;
}

/** Endings of pictures and films that are cleaned. Their first bytes decide about the format. */
export const CLEANED_ENDINGS: ReadonlySet<string> = new Set(["avif", "jpeg", "jpg", "mp4", "png", "webp"]);

const FORMATS: readonly CleanedFormat[] = [
  { name: "JPEG", begins: /^\xff\xd8\xff/, walk: jpegPieces },
  { name: "PNG", begins: /^\x89PNG\r\n\x1a\n/, walk: pngPieces },
  { name: "WebP", begins: /^RIFF[^]{4}WEBP/, walk: webpPieces },
  { name: "ISO", begins: /^[^]{4}ftyp/, walk: boxPieces },
];
const BEGINNING_BYTES = 12;

/**
 * `as_sent` for a file without anything to remove, and `withheld` for one of an unknown format that holds metadata.
 * Otherwise the pieces that visitors get.
 */
export type Cleaned = "as_sent" | "withheld" | readonly KeptPiece[];

const PRINT_COLOURS = 4;

export class Cleaning {
  readonly #search = new MetadataSearch();
  #head = new Uint8Array(0);
  #pieces: Pieces | undefined;
  #walker: Walker<void> | undefined;
  #bytes = 0;

  /** True for a picture in the four colours of print (CMYK), which screens show in their own way. */
  get isForPrint(): boolean {
    return this.#pieces?.colours === PRINT_COLOURS;
  }

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#pieces) return this.#walk(chunk);
    if (this.#head.length < BEGINNING_BYTES) this.#begin(chunk);
    else this.#search.push(chunk);
  }

  end(): Cleaned {
    if (!this.#pieces) return this.#search.hasFound ? "withheld" : "as_sent";
    this.#untilBroken(() => this.#walker?.end());
    this.#pieces.atEnd();
    return this.#pieces.within(this.#bytes) ?? "as_sent";
  }

  #begin(chunk: Uint8Array): void {
    const head = new Uint8Array(this.#head.length + chunk.length);
    head.set(this.#head);
    head.set(chunk, this.#head.length);
    this.#head = head;
    if (head.length < BEGINNING_BYTES) return;
    const text = String.fromCharCode(...head.subarray(0, BEGINNING_BYTES));
    const format = FORMATS.find(({ begins }) => begins.test(text));
    if (!format) return this.#search.push(head);
    this.#pieces = new Pieces(format.name);
    this.#walker = new Walker(format.walk(this.#pieces));
    this.#walk(head);
  }

  #walk(chunk: Uint8Array): void {
    this.#untilBroken(() => this.#walker?.push(chunk));
  }

  /** Ends the walk where the file cannot be read: visitors get what was read before. */
  #untilBroken(walk: () => void): void {
    try {
      walk();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#walker = undefined;
    }
  }
}
