import type { OutgoingHttpHeader } from "node:http";
import { constants, Http2ServerResponse, type ServerHttp2Stream } from "node:http2";

/** Headers of one connection of HTTP/1.1, which HTTP/2 forbids (RFC 9113, 8.2.2). */
const OF_CONNECTIONS: ReadonlySet<string> = new Set([
  "connection",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "transfer-encoding",
  "upgrade",
]);

/** An answer over HTTP/2 that takes what this program writes into answers over HTTP/1.1. */
export class Http2Response extends Http2ServerResponse {
  /** The bytes of the body that were handed over for the client. */
  #handed = 0;
  #isClosed = false;

  constructor(...made: ConstructorParameters<typeof Http2ServerResponse>) {
    super(...made);
    const [stream] = made;
    Object.defineProperty(this, "destroyed", { get: () => stream.destroyed });
    this.once("close", () => (this.#isClosed = true));
    // Node tells no end of an answer to HEAD that the client resets.
    stream.once("close", () => void (this.#isClosed || this.emit("close")));
    if (!stream.endAfterHeaders) stream.once("finish", () => setImmediate(endUnread, stream));
  }

  /** The bytes of the body that the client has taken. */
  get taken(): number {
    return this.#handed - this.writableLength;
  }

  /** An answer that Node refuses ends its stream alone. */
  override writeHead(status: number, ...rest: readonly unknown[]): this {
    if (this.headersSent) return this;
    try {
      super.writeHead(status, headersOf(rest.at(-1)));
    } catch {
      this.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    }
    return this;
  }

  override write(chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean {
    if (this.req.method === "HEAD" || this.stream.destroyed) return true;
    this.#handed += Buffer.byteLength(chunk);
    return super.write(chunk, ...(rest as []));
  }

  /** Node would tell the end of a closed answer a second time. */
  override end(...rest: readonly unknown[]): this {
    return this.#isClosed || this.stream.destroyed ? this : super.end(...(rest as []));
  }
}

/** Asks the client to send no more of a body that the whole answer does not wait for (RFC 9113, 8.1). */
function endUnread(stream: ServerHttp2Stream): void {
  if (stream.headersSent && !stream.readableEnded && !stream.destroyed) stream.close(constants.NGHTTP2_NO_ERROR);
}

/**
 * Headers by name. They are written as a list of names and values in turns, as an object, or not at all. Only cookies
 * have a line each: others of one name are one list (RFC 9110, 5.3).
 */
function headersOf(written: unknown): Record<string, OutgoingHttpHeader> {
  const headers = new Map<string, string[]>();
  for (const [name, value] of pairsIn(written)) {
    const lower = name.toLowerCase();
    if (OF_CONNECTIONS.has(lower)) continue;
    headers.set(lower, [...(headers.get(lower) ?? []), ...[value].flat().map(String)]);
  }
  return Object.fromEntries(
    [...headers].map(([name, values]) => [name, name === "set-cookie" ? values : values.join(", ")]),
  );
}

function* pairsIn(written: unknown): Iterable<readonly [string, OutgoingHttpHeader]> {
  if (typeof written !== "object" || written === null) return;
  const list: unknown = Array.isArray(written) ? written : Object.entries(written).flat(1);
  const flat = list as readonly OutgoingHttpHeader[];
  for (let at = 0; at + 1 < flat.length; at += 2) yield [String(flat[at]), flat[at + 1] ?? ""];
}
