import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type RefusalCode, refusalStatus, refusalText } from "../../../manifests/refusals/refusal.ts";
import { STATUS_CODES } from "../process/http.ts";

/** Seconds until a client should try again. workerd restarts within two. */
const RETRY_AFTER = "2";

/** A problem document with the code and no details. `instance` identifies this answer, as in the workers' problems. */
const bodyOf = (code: RefusalCode): string =>
  `${JSON.stringify({
    type: "about:blank",
    title: refusalText(code),
    status: refusalStatus(code),
    code,
    instance: `urn:uuid:${randomUUID()}`,
  })}\n`;

const headersOf = (code: RefusalCode, body: string): Record<string, string> => ({
  "Content-Type": "application/problem+json",
  "Content-Length": String(Buffer.byteLength(body)),
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  Connection: "close",
  ...(refusalStatus(code) === 503 && { "Retry-After": RETRY_AFTER }),
});

/** Refuses a request with an answer of this program. */
export function refuseSocket(response: ServerResponse, code: RefusalCode): void {
  if (response.headersSent) return void response.destroy();
  const body = bodyOf(code);
  response.writeHead(refusalStatus(code), headersOf(code, body));
  response.end(body);
}

/** The time in which a client may read a refusal and close its side. */
const CLOSING_MS = 5_000;

/**
 * Refuses a request that could not be parsed, directly on its socket. Node leaves some of these sockets alone, so what
 * else the client sends is read away here, and its reset ends the socket alone.
 */
export function refuseUnread(socket: Duplex, code: RefusalCode): void {
  socket.on("error", () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), CLOSING_MS).unref();
  socket.once("close", () => clearTimeout(timer));
  socket.resume();
  const [status, body] = [refusalStatus(code), bodyOf(code)];
  const lines = Object.entries(headersOf(code, body))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`);
}
