/**
 * What a file is, from its bytes alone, while it passes by. Neither its name nor the type its sender gives is asked.
 * A file that could be taken for something else by another program is refused, and so is one that has been cut off.
 */
import type { MediaTypeName } from "../../manifests/mediaTypes.ts";
import type { Format } from "./formats/index.ts";
import { FORMATS } from "./formats/index.ts";
import { endsLikeZip, Tail } from "./tail.ts";
import type { Size } from "./unfit.ts";
import { broken, unfit } from "./unfit.ts";
import { asciiAt, Walker } from "./walk.ts";

/** Programs for PDF take a file for one when it begins like one anywhere in here. */
const HEAD_BYTES = 1_024 + 8;

export interface MediaFacts {
  readonly type: MediaTypeName;
  readonly bytes: number;
  /** Of what is seen, null for what is not. */
  readonly size: Size | null;
}

export class Inspection {
  readonly #tail = new Tail();
  #head = new Uint8Array(0);
  #format: Format | undefined;
  #walker: Walker<Size | null> | undefined;
  #bytes = 0;
  readonly #allowed: string;

  /** `allowed` names the types that are taken where the file is going, for whoever sends one of no type at all. */
  constructor(allowed: string) {
    this.#allowed = allowed;
  }

  /** Undefined until enough has been seen. */
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
    if (format.ends?.(tail) === false) throw broken(format.type);
    if (endsLikeZip(tail, this.#bytes)) throw unfit("a file that is an archive as well", "a file of one type");
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
    this.#format = formatOf(head.subarray(0, HEAD_BYTES), this.#allowed);
    this.#walker = new Walker(this.#format.walk());
    this.#walker.push(head);
    this.#head = new Uint8Array(0);
  }
}

function formatOf(head: Uint8Array, allowed: string): Format {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const format = FORMATS.find(({ begins }) => begins(view));
  if (!format) throw unfit("bytes of no type that is known here", allowed);
  if (format.type !== "application/pdf" && asciiAt(view, 0, HEAD_BYTES).includes("%PDF-")) {
    throw unfit("a file that is a PDF as well", "a file of one type");
  }
  return format;
}
