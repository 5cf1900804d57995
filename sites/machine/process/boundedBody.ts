import type { IncomingMessage } from "node:http";

/** The body of a request. Undefined if it has more bytes than allowed; the rest is then not read. */
export async function boundedBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.byteLength;
    if (bytes > mostBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
