/** An attacker between a command and a server, who changes answers. */
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Passed {
  readonly status: number;
  readonly text: string;
}

/** Changes the n-th answer at a path, or returns it unchanged. */
export type Change = (truth: Passed, asked: { readonly path: string; readonly times: number }) => Passed;

export interface Middleman extends AsyncDisposable {
  readonly address: string;
  /** Paths of the requests after the first changed answer. */
  readonly after: readonly string[];
}

/** Starts a proxy for the server at an address. */
export async function openMiddleman(address: string, change: Change): Promise<Middleman> {
  const target = new URL(address);
  const times = new Map<string, number>();
  const after: string[] = [];
  let hasChanged = false;
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? "/";
      if (hasChanged) after.push(path);
      times.set(path, (times.get(path) ?? 0) + 1);
      const onward = ask({
        host: "127.0.0.1",
        port: target.port,
        method: request.method,
        path,
        headers: { ...request.headers, host: target.host },
        agent: false,
      });
      onward.end(await text(request));
      const reply = await new Promise<import("node:http").IncomingMessage>((done, fail) =>
        onward.on("response", done).on("error", fail),
      );
      const truth = { status: reply.statusCode ?? 0, text: await text(reply) };
      const told = change(truth, { path, times: times.get(path) ?? 1 });
      hasChanged ||= told !== truth;
      response.writeHead(told.status, { "content-type": reply.headers["content-type"] ?? "text/plain" }).end(told.text);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    after,
    [Symbol.asyncDispose]: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
