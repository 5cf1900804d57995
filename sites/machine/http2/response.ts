import type { OutgoingHttpHeader, OutgoingHttpHeaders } from "node:http";
import { constants, Http2ServerResponse, type ServerHttp2Stream } from "node:http2";

/** Headers of one connection of HTTP/1.1, which HTTP/2 forbids (RFC 9113, 8.2.2). */
const OF_CONNECTIONS: ReadonlySet<string> = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade"]);

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

  override writeHead(status: number, ...rest: readonly unknown[]): this {
    super.writeHead(status, headersOf(rest.at(-1)));
    return this;
  }

  override write(chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean {
    if (this.req.method === "HEAD" || this.stream.destroyed) return true;
    this.#handed += Buffer.byteLength(chunk);
    return super.write(chunk, ...(rest as []));
  }
}

/** Asks the client to send no more of a body that the whole answer does not wait for (RFC 9113, 8.1). */
function endUnread(stream: ServerHttp2Stream): void {
  if (stream.headersSent && !stream.readableEnded && !stream.destroyed) stream.close(constants.NGHTTP2_NO_ERROR);
}

/** Headers by name. They are written as a list of names and values in turns, as an object, or not at all. */
function headersOf(written: unknown): OutgoingHttpHeaders {
  const pairs = Array.isArray(written) ? inPairs(written as string[]) : Object.entries(written ?? {});
  const headers: Record<string, OutgoingHttpHeader> = {};
  for (const [name, value] of pairs as [string, OutgoingHttpHeader][]) {
    const lower = name.toLowerCase();
    if (OF_CONNECTIONS.has(lower)) continue;
    const before = headers[lower];
    headers[lower] = before === undefined ? value : [before, value].flat().map(String);
  }
  return headers;
}

function* inPairs(list: readonly string[]): Iterable<readonly [string, string]> {
  for (let at = 0; at < list.length; at += 2) yield [list[at] ?? "", list[at + 1] ?? ""];
}
