import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { remembering } from "../../../manifests/memory/remembering.ts";
import type { WorkerAnswer } from "./answer.ts";

/** Supported content codings, the best first. */
const CODINGS = ["br", "gzip"] as const;
export type Coding = (typeof CODINGS)[number];

/** At quality 5, 22 kB of HTML become 5.3 kB in 2 ms; 11 makes 4.6 kB and takes 45 times as long. */
const BROTLI_QUALITY = 5;

/** Shorter bodies fit into one packet without compression. */
const LEAST_BYTES = 1_024;

const COMPRESSIBLE = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)|application\/javascript|image\/svg\+xml)/;

const MAKERS: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** The compressed forms of one body. */
export interface Representations {
  /** True if the answer depends on Accept-Encoding. */
  readonly varies: boolean;
  /** The best compressed form that the header allows. Undefined until it is made. */
  for(accepted: string | undefined): Form | undefined;
  /** The form that is being made, for clients that come meanwhile. It is undefined if it is not shorter. */
  soon(accepted: string | undefined): Promise<Form | undefined> | undefined;
}

export interface Form {
  readonly coding: Coding;
  readonly bytes: Buffer;
}

export const NONE: Representations = { varies: false, for: () => undefined, soon: () => undefined };

/** Compresses each body once, outside of the main thread. Storing the same answer again reuses the result. */
export class Compressor {
  readonly #maxBytes: number;
  /** Compressed forms from the least to the most recently stored. */
  readonly #known = new Map<string, Forms>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Forms are kept by ETag, so the next release of a page gets new ones. A site's page for unknown addresses has the
   * same bytes at all of them, and the same forms.
   */
  formsOf(key: string, answer: WorkerAnswer): Representations {
    if (!isCompressible(answer, answer.body.byteLength)) return NONE;
    const name = `${answer.status} ${answer.status === 404 ? placeOf(key) : key} ${answer.headers.get("etag")}`;
    const forms = this.#known.get(name) ?? new Forms((made, bytes) => this.#grow(name, made, bytes));
    this.#known.delete(name);
    this.#known.set(name, forms);
    return forms.of(answer.body);
  }

  /** Counts a form that was made. Evicted forms are made again, if a stored answer still wants them. */
  #grow(name: string, made: Forms, bytes: number): void {
    const known = this.#known.get(name) ?? made;
    if (known !== made) return made.clear();
    this.#known.set(name, made);
    this.#bytes += bytes;
    for (const [oldest, forms] of this.#known) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#known.delete(oldest);
      this.#bytes -= forms.bytes;
      forms.clear();
    }
  }
}

/** The key of an answer without the path of its URL. */
const placeOf = (key: string): string => /^.*?:\/\/[^/?#]*/.exec(key)?.[0] ?? key;

/** A site's page for unknown addresses is a whole page, too. */
const WHOLE: ReadonlySet<number> = new Set([200, 404]);

/** True if an answer of so many bytes may be compressed, and is worth it. The tag must name the bytes. */
export const isCompressible = ({ status, headers }: Pick<WorkerAnswer, "status" | "headers">, bytes: number): boolean =>
  WHOLE.has(status) &&
  headers.get("etag")?.startsWith('"') === true &&
  bytes >= LEAST_BYTES &&
  COMPRESSIBLE.test(headers.get("content-type") ?? "") &&
  !headers.has("content-encoding");

/** Browsers send few different headers. Longer ones are read each time. */
const [HEADERS_KNOWN, HEADER_KNOWN_MAX_CHARS] = [200, 100];

const readCoding = (accepted: string): Coding | undefined => CODINGS.find((one) => accepts(accepted, one));
const knownCoding = remembering(HEADERS_KNOWN, (accepted: string): Coding | "none" => readCoding(accepted) ?? "none");

/** The best coding that a header allows. */
export function codingFor(accepted: string | undefined): Coding | undefined {
  if (accepted === undefined || accepted.length > HEADER_KNOWN_MAX_CHARS) return readCoding(accepted ?? "");
  const known = knownCoding(accepted);
  return known === "none" ? undefined : known;
}

/** The compressed forms of one body, without the body. */
class Forms {
  readonly #made = new Map<Coding, Buffer | undefined>();
  readonly #making = new Map<Coding, Promise<Form | undefined>>();
  readonly #grown: (made: Forms, bytes: number) => void;

  constructor(grown: (made: Forms, bytes: number) => void) {
    this.#grown = grown;
  }

  get bytes(): number {
    return [...this.#made.values()].reduce((sum, made) => sum + (made?.byteLength ?? 0), 0);
  }

  /** Forgets the forms, also for answers that are still stored. */
  clear(): void {
    this.#made.clear();
  }

  of(body: Buffer): Representations {
    return {
      varies: true,
      for: (accepted) => {
        const coding = codingFor(accepted);
        if (coding === undefined) return undefined;
        if (!this.#made.has(coding)) this.#begin(coding, body);
        const bytes = this.#made.get(coding);
        return bytes && { coding, bytes };
      },
      soon: (accepted) => {
        const coding = codingFor(accepted);
        return coding && this.#making.get(coding);
      },
    };
  }

  #begin(coding: Coding, body: Buffer): void {
    this.#made.set(coding, undefined);
    const making = this.#make(coding, body).finally(() => this.#making.delete(coding));
    this.#making.set(coding, making);
  }

  /** Compresses the body. The result is dropped if it is not shorter. */
  async #make(coding: Coding, body: Buffer): Promise<Form | undefined> {
    const bytes = await MAKERS[coding](body).catch(() => body);
    if (bytes.byteLength >= body.byteLength) return undefined;
    this.#made.set(coding, bytes);
    this.#grown(this, bytes.byteLength);
    return { coding, bytes };
  }
}

/** True if the header names the coding with a weight above 0 (RFC 9110, 12.5.3). The wildcard `*` does not count. */
export const accepts = (header: string | undefined, coding: Coding): boolean =>
  (header ?? "")
    .toLowerCase()
    .split(",")
    .some((one) => {
      const [name = "", ...parameters] = one.split(";").map((part) => part.trim());
      return name === coding && !parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter));
    });
