/**
 * Finds a file's type from its bytes alone, while they stream. It trusts neither the name nor the declared type. It
 * refuses truncated files, and files that another program could take for another type.
 */
import type { MediaTypeName } from "../../manifests/shapes/mediaTypes.ts";
import { type Format, FORMATS } from "./formats/index.ts";
import type { Refusal } from "../../manifests/refusals/refusal.ts";
import { endsLikeZip, Tail } from "./tail.ts";
import { type Size, broken, unfitFile } from "./formats/unfit.ts";
import { asciiAt, Walker } from "./formats/walk.ts";

/** The length of the inspected beginning in bytes. PDF readers accept a PDF header anywhere in it. */
const HEAD_BYTES = 1_024 + 8;

export interface MediaFacts {
  readonly type: MediaTypeName;
  readonly bytes: number;
  /** The size in pixels. Null for a file without a picture. */
  readonly size: Size | null;
}

export class Inspection {
  readonly #tail = new Tail();
  #head = new Uint8Array(0);
  #format: Format | undefined;
  #walker: Walker<Size | null> | undefined;
  #bytes = 0;
  readonly #allowed: string;

  /** `allowed` describes the accepted types, for the refusal of a file of unknown type. */
  constructor(allowed: string) {
    this.#allowed = allowed;
  }

  /** The type. Undefined until enough bytes have arrived. */
  get type(): MediaTypeName | undefined {
    return this.#format?.type;
  }

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    this.#tail.push(chunk);
    if (this.#walker) this.#walker.push(chunk);
    else this.#begin(chunk);
  }

  end(): MediaFacts {
    if (!this.#walker) this.#recognise();
    const [format, size] = [this.#format, this.#walker?.end()];
    if (!format || size === undefined) throw broken(format?.type ?? "file");
    const tail = this.#tail.bytes();
    if (format.ends?.(tail, this.#bytes) === false) throw broken(format.type);
    if (!format.isArchive && endsLikeZip(tail, this.#bytes))
      throw unfitFile("a file that is also an archive", "a file of one type");
    return { type: format.type, bytes: this.#bytes, size };
  }

  #begin(chunk: Uint8Array): void {
    const held = new Uint8Array(this.#head.length + chunk.length);
    held.set(this.#head);
    held.set(chunk, this.#head.length);
    this.#head = held;
    if (held.length >= HEAD_BYTES) this.#recognise();
  }

  #recognise(): void {
    const head = this.#head;
    this.#format = findFormat(head.subarray(0, HEAD_BYTES), this.#allowed);
    this.#walker = new Walker(this.#format.walk());
    this.#walker.push(head);
    this.#head = new Uint8Array(0);
  }
}

/** The brands of pictures as many phones take them. No browser but one shows them. */
const HEIC_BRANDS: ReadonlySet<string> = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);

const isHeic = (view: DataView): boolean => asciiAt(view, 4, 4) === "ftyp" && HEIC_BRANDS.has(asciiAt(view, 8, 4));

function unknownFile(view: DataView, allowed: string): Refusal {
  if (view.byteLength === 0) return unfitFile("an empty file", "a file with something in it");
  if (!isHeic(view)) return unfitFile("a file of an unknown type", allowed);
  return unfitFile(
    "an iPhone picture (HEIC)",
    "a JPEG: choose “Most Compatible” under Camera, Formats, in the phone's settings, or export the picture as JPEG",
  );
}

function findFormat(head: Uint8Array, allowed: string): Format {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const format = FORMATS.find(({ begins }) => begins(view));
  if (!format) throw unknownFile(view, allowed);
  if (format.type !== "application/pdf" && asciiAt(view, 0, HEAD_BYTES).includes("%PDF-")) {
    throw unfitFile("a file that is also a PDF", "a file of one type");
  }
  return format;
}
