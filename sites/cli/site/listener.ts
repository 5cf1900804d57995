/** Listens on loopback for the redirect that brings the login's code from the browser. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Awaited {
  /** The query of the first request with the right state. */
  readonly answer: Promise<URLSearchParams>;
  readonly port: number;
  close(): void;
}

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  connection: "close",
};

const page = (title: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>You can close this window.</p></html>\n`;

/**
 * Other programs may connect as well, and a web page may by DNS rebinding. Only the request with our Host and state
 * counts.
 */
function isAnswer({ method, headers }: IncomingMessage, url: URL, state: string, port: number): boolean {
  return (
    method === "GET" &&
    headers.host === `127.0.0.1:${port}` &&
    url.pathname === "/" &&
    url.searchParams.get("state") === state
  );
}

/** Listens on `port`; 0 takes any free one. */
export function listenOnce(state: string, port: number = 0): Promise<Awaited> {
  return new Promise((ready, fail) => {
    const { promise, resolve } = Promise.withResolvers<URLSearchParams>();
    const server = createServer((request: IncomingMessage, response: ServerResponse) => {
      const { port: ours } = server.address() as AddressInfo;
      const url = URL.parse(request.url ?? "/", `http://127.0.0.1:${ours}`);
      const isOurs = url !== null && isAnswer(request, url, state, ours);
      response
        .writeHead(isOurs ? 200 : 404, HEADERS)
        .end(isOurs ? page(url.searchParams.has("code") ? "Logged in" : "Not logged in") : "");
      if (isOurs) resolve(url.searchParams);
    });
    server.on("error", fail);
    server.listen(port, "127.0.0.1", () =>
      ready({
        answer: promise,
        port: (server.address() as AddressInfo).port,
        close: () => {
          server.close();
          server.closeIdleConnections();
        },
      }),
    );
  });
}
