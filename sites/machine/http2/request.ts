import type { IncomingHttpHeaders } from "node:http";
import { constants, type Http2Session, Http2ServerRequest } from "node:http2";
import type { TLSSocket } from "node:tls";
import { UnreadPieces } from "./unreadPieces.ts";
import { METHODS } from "../process/http.ts";

/** The connections of sessions. Node itself shows only a proxy that belongs to one stream. */
export const carriers = new WeakMap<Http2Session, TLSSocket>();

/** The bytes that each field counts beside its name and value. */
const FIELD_BYTES = 32;

/** Names of pseudo-header fields begin so (RFC 9113, 8.3). */
const PSEUDO = ":";

/** Fields that are written anew: the authority is the host, and cookies may come in parts (RFC 9113, 8.2.3). */
const REWRITTEN: ReadonlySet<string> = new Set(["host", "cookie"]);

/** The methods that HTTP/1.1 takes here, too. `CONNECT` would open a tunnel. */
const KNOWN_METHODS: ReadonlySet<string> = new Set(METHODS.filter((method) => method !== "CONNECT"));

/**
 * A request over HTTP/2 in the form of HTTP/1.1, so that one entrance screens both. The authority is its Host header, and
 * a body of unknown length is named as one.
 */
export class Http2Request extends Http2ServerRequest {
  /** False for a request that RFC 9113 (8.1.1) calls malformed and that Node lets through. */
  readonly isWellFormed: boolean;
  /** The size of the head: 32 bytes for each field beside its name and value (RFC 9113, 6.5.2). */
  readonly headBytes: number;
  /** The bytes of the body that have arrived. */
  received = 0;
  readonly #unread = new UnreadPieces();

  constructor(...made: ConstructorParameters<typeof Http2ServerRequest>) {
    super(...made);
    const [stream, { [":authority"]: authority, [":scheme"]: scheme, [":path"]: path, ...others }, , raw] = made;
    const hosts = new Set([authority, others.host].filter((name) => name !== undefined));
    this.isWellFormed =
      scheme === "https" && path?.startsWith("/") === true && hosts.size === 1 && KNOWN_METHODS.has(this.method);
    this.headBytes = raw.reduce((sum, text) => sum + text.length + FIELD_BYTES / 2, 0);
    const written = writtenAnew([...hosts][0], others, stream.endAfterHeaders);
    const kept = raw.flatMap((name, at) => (at % 2 === 0 && isKept(name) ? [name, raw[at + 1] ?? ""] : []));
    // Node's types declare these accessors as properties, which a class cannot override by accessors.
    Object.defineProperties(this, {
      headers: { value: { ...others, ...written } },
      rawHeaders: { value: [...kept, ...Object.entries(written).flat()] },
      ...(stream.session && { socket: { value: carriers.get(stream.session) } }),
    });
  }

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (!(chunk instanceof Uint8Array)) return super.push(chunk, encoding);
    this.received += chunk.byteLength;
    if (!this.#unread.add(this.readableLength)) return super.push(chunk, encoding);
    this.stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    return false;
  }
}

const isKept = (name: string): boolean => !name.startsWith(PSEUDO) && !REWRITTEN.has(name);

const writtenAnew = (
  host: string | undefined,
  { cookie, "content-length": length }: IncomingHttpHeaders,
  hasNoBody: boolean,
): Record<string, string> => ({
  ...(host !== undefined && { host }),
  ...(cookie !== undefined && { cookie }),
  ...(!hasNoBody && length === undefined && { "transfer-encoding": "chunked" }),
});
