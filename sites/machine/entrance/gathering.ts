import type { ClientRequest, IncomingMessage } from "node:http";
import { Transform, type TransformCallback } from "node:stream";
import { Http2Request } from "../http2/request.ts";

/** The number of bytes after which gathered pieces are passed on. */
const GATHERED_BYTES = 64 * 1024;

/**
 * Merges small pieces of a body that arrive together. workerd and its proxy have a fixed cost for each piece. A body in
 * 20,000 pieces of one byte would block their only thread for seconds.
 */
class PieceGathering extends Transform {
  #pieces: Buffer[] = [];
  #bytes = 0;
  #waiting: NodeJS.Immediate | undefined;

  override _transform(piece: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#pieces.push(piece);
    this.#bytes += piece.byteLength;
    if (this.#bytes >= GATHERED_BYTES) this.#handOn();
    else this.#waiting ??= setImmediate(() => this.#handOn());
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#handOn();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.#waiting) clearImmediate(this.#waiting);
    done(error);
  }

  #handOn(): void {
    if (this.#waiting) clearImmediate(this.#waiting);
    this.#waiting = undefined;
    const gathered = this.#pieces;
    this.#pieces = [];
    this.#bytes = 0;
    if (gathered.length > 0) this.push(Buffer.concat(gathered));
  }
}

/**
 * Sends a body on. One that has come with its head goes as it is, in one piece with the head. Over HTTP/2, an interrupted
 * request calls itself complete, too.
 */
export function sendBody(request: IncomingMessage, onward: ClientRequest): void {
  setImmediate(() => {
    if (onward.destroyed) return;
    const isWhole = request.complete && !request.destroyed && !(request instanceof Http2Request);
    if (isWhole) return void onward.end(request.read());
    request
      .pipe(new PieceGathering())
      .on("error", () => undefined)
      .pipe(onward);
  });
}
