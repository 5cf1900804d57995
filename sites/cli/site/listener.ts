/** Waits on this computer for the one address a browser brings a login's code to. */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Awaited {
  /** The query of the one request that knew the state. */
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

/** Anything else on this computer may knock as well, and a page may by another name of it: they all get nothing. */
function isAnswer({ method, headers }: IncomingMessage, url: URL, state: string, port: number): boolean {
  return (
    method === "GET" &&
    headers.host === `127.0.0.1:${port}` &&
    url.pathname === "/" &&
    url.searchParams.get("state") === state
  );
}

export function listenOnce(state: string): Promise<Awaited> {
  return new Promise((ready, fail) => {
    const { promise, resolve } = Promise.withResolvers<URLSearchParams>();
    const server = createServer((request: IncomingMessage, response: ServerResponse) => {
      const { port } = server.address() as AddressInfo;
      const url = URL.parse(request.url ?? "/", `http://127.0.0.1:${port}`);
      const isOurs = url !== null && isAnswer(request, url, state, port);
      response
        .writeHead(isOurs ? 200 : 404, HEADERS)
        .end(isOurs ? page(url.searchParams.has("code") ? "Logged in" : "Not logged in") : "");
      if (isOurs) resolve(url.searchParams);
    });
    server.on("error", fail);
    server.listen(0, "127.0.0.1", () =>
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
