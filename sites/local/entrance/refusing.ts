import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { RefusalCode } from "../../../manifests/refusals/refusal.ts";
import { refusalStatus, refusalText } from "../../../manifests/refusals/refusal.ts";

/** Seconds; workerd is back within two. */
const RETRY_AFTER = "2";

/** Nothing of what went wrong is in it but the code. `instance` names this answer, as every problem of the workers does. */
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

/** An answer of this program itself. */
export function refuseSocket(response: ServerResponse, code: RefusalCode): void {
  if (response.headersSent) return void response.destroy();
  const body = bodyOf(code);
  response.writeHead(refusalStatus(code), headersOf(code, body));
  response.end(body);
}

/** The same where there is no request that could be read. */
export function refuseUnread(socket: Duplex, code: RefusalCode): void {
  const [status, body] = [refusalStatus(code), bodyOf(code)];
  const lines = Object.entries(headersOf(code, body))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`);
}
