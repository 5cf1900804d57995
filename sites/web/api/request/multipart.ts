/**
 * Parses multipart forms as a stream (RFC 7578). The platform's own parser holds the whole body in memory. This parser
 * accepts the form that browsers write, and refuses other encodings of the same content.
 */
import { BODY_TIMEOUT_MS } from "../../../../manifests/bounds/api.ts";
import { FORM_PART_HEAD_MAX_BYTES } from "../../../../manifests/bounds/forms.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { tooManyBytes } from "../../../requests/bytes.ts";
import { nextBytes } from "../../../requests/nextBytes.ts";

/** The content type as browsers write it, with the boundary as the only parameter. */
const TYPE = /^multipart\/form-data\s*;\s*boundary=(?:"([^"\r\n]{1,70})"|([A-Za-z0-9'()+_,./:=?-]{1,70}))\s*$/i;

/** The boundary of a multipart form; undefined for another content type. */
export function boundaryOf({ headers }: Pick<Request, "headers">): string | undefined {
  const [, quoted, plain] = TYPE.exec(headers.get("content-type") ?? "") ?? [];
  return quoted ?? plain;
}

export interface PartHead {
  readonly name: string;
  /** The sender's name for the file; null for a part that is no file. */
  readonly filename: string | null;
  /** The type that the sender declares; null if it declares none. */
  readonly type: string | null;
}

const CHUNK_BYTES = 64 * 1024;

export const malformedBody = (found: string, allowed = "multipart/form-data as browsers write it"): Refusal =>
  new Refusal("INVALID_REQUEST", { issues: [{ pointer: "", found, allowed }] });

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

export interface MultipartBounds {
  readonly maxBytes: number;
  /** The deadline for the whole body, in milliseconds. */
  readonly maxMs: number;
}

export class Multipart {
  readonly #reader: ReadableStreamBYOBReader | undefined;
  readonly #delimiter: Uint8Array;
  readonly #maxBytes: number;
  /** The deadline in milliseconds since the epoch. */
  readonly #until: number;
  /**
   * Bytes that arrived and are not read yet. The initial line break makes the first boundary look like every later one.
   */
  #held: Uint8Array = ascii("\r\n");
  #read = 0;
  #isInPart = true;
  #isBegun = false;

  constructor(body: ReadableStream<Uint8Array> | null, boundary: string, { maxBytes, maxMs }: MultipartBounds) {
    this.#reader = body?.getReader({ mode: "byob" });
    this.#delimiter = ascii(`\r\n--${boundary}`);
    this.#maxBytes = maxBytes;
    this.#until = Date.now() + maxMs;
  }

  /** Reads the next part and skips the rest of the previous one; undefined after the last. */
  async next(): Promise<PartHead | undefined> {
    if (!this.#isBegun && (await this.chunk()) !== undefined) throw malformedBody("data before the first part");
    this.#isBegun = true;
    while (this.#isInPart) await this.chunk();
    while (this.#held.length < 2) await this.#more();
    const [isLast, isNext] = [this.#startsWith("--"), this.#startsWith("\r\n")];
    if (!isLast && !isNext) throw malformedBody("data after a boundary");
    this.#skip(2);
    return isNext ? readHead(await this.#head()) : this.#end();
  }

  /** The next bytes of the current part; undefined at its end. The array is valid until the next call. */
  async chunk(): Promise<Uint8Array | undefined> {
    while (this.#isInPart) {
      const at = indexOf(this.#held, this.#delimiter);
      if (at === 0) return this.#leave();
      const sure = at === -1 ? this.#held.length - this.#delimiter.length + 1 : at;
      if (sure > 0) return this.#skip(sure);
      await this.#more();
    }
    return undefined;
  }

  #leave(): undefined {
    this.#skip(this.#delimiter.length);
    this.#isInPart = false;
  }

  async #head(): Promise<Uint8Array> {
    let at = indexOf(this.#held, HEAD_END);
    while (at === -1 && this.#held.length < FORM_PART_HEAD_MAX_BYTES + HEAD_END.length) {
      await this.#more();
      at = indexOf(this.#held, HEAD_END);
    }
    if (at === -1 || at > FORM_PART_HEAD_MAX_BYTES)
      throw malformedBody("a longer header of a part", `at most ${FORM_PART_HEAD_MAX_BYTES} bytes`);
    const head = this.#skip(at);
    this.#skip(HEAD_END.length);
    this.#isInPart = true;
    return head;
  }

  async #end(): Promise<undefined> {
    while (this.#held.length <= 2 && (await this.#mayRead())) continue;
    if (this.#held.length > 0 && !(this.#held.length === 2 && this.#startsWith("\r\n")))
      throw malformedBody("data after the last part");
  }

  async #more(): Promise<void> {
    if (!(await this.#mayRead())) throw malformedBody("a body that ends too early");
  }

  async #mayRead(): Promise<boolean> {
    const maxMs = Math.min(BODY_TIMEOUT_MS, this.#until - Date.now());
    const { value } = (this.#reader && (await nextBytes(this.#reader, new Uint8Array(CHUNK_BYTES), maxMs))) ?? {};
    if (!value?.length) return false;
    if ((this.#read += value.length) > this.#maxBytes) throw tooManyBytes(this.#maxBytes);
    this.#held = joined(this.#held, value);
    return true;
  }

  #startsWith(text: string): boolean {
    return [...ascii(text)].every((byte, index) => this.#held[index] === byte);
  }

  #skip(count: number): Uint8Array {
    const skipped = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return skipped;
  }
}

const HEAD_END = ascii("\r\n\r\n");

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/**
 * Finds a byte sequence. `Uint8Array.indexOf` for the first byte is a little faster for most files, but six times
 * slower for a file that repeats that byte.
 */
function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  const [first] = wanted;
  for (let at = 0; at + wanted.length <= bytes.length; at += 1) {
    if (bytes[at] !== first) continue;
    let matched = 1;
    while (matched < wanted.length && bytes[at + matched] === wanted[matched]) matched += 1;
    if (matched === wanted.length) return at;
  }
  return -1;
}

const DISPOSITION = /^form-data((?:\s*;\s*[A-Za-z*]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s";]+))*)\s*;?\s*$/i;
const PARAMETER = /;\s*([A-Za-z*]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";]+))/g;
/** Encodings without a transformation. Another encoding would be stored undecoded as the file. */
const PLAIN = /^(?:7bit|8bit|binary)$/i;

function readHead(bytes: Uint8Array): PartHead {
  const headers = headersIn(bytes);
  const disposition = headers.get("content-disposition") ?? "";
  if (!DISPOSITION.test(disposition) || !PLAIN.test(headers.get("content-transfer-encoding") ?? "binary"))
    throw malformedBody("a part that is not form data");
  const given = [...disposition.matchAll(PARAMETER)].map(
    ([, name = "", quoted, plain]) => [name.toLowerCase(), unescaped(quoted ?? plain ?? "")] as const,
  );
  const parameters = new Map(given);
  const name = parameters.get("name");
  // RFC 7578 forbids `filename*`. A repeated parameter could be read differently by another parser.
  if (name === undefined || parameters.has("filename*") || parameters.size < given.length)
    throw malformedBody("a part without exactly one plain name");
  return { name, filename: parameters.get("filename") ?? null, type: headers.get("content-type") ?? null };
}

/** Decodes a quoted parameter. Browsers write a quotation mark as %22, older ones as \". */
const unescaped = (text: string): string =>
  text
    .replaceAll('\\"', '"')
    .replaceAll(/%22/g, '"')
    .replaceAll(/%0[AD]/gi, " ");

function headersIn(bytes: Uint8Array): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of readPartText(bytes).split("\r\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    if (!/^[a-z0-9-]+$/.test(name) || headers.has(name)) throw malformedBody("a part with an invalid header");
    headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function readPartText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformedBody("bytes that are not UTF-8", "text in UTF-8");
  }
}
