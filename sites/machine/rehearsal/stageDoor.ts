import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { ADDRESS, listen, stopListening } from "../process/listening.ts";
import { createServer } from "../process/http.ts";

/** A local server for the test processes. They ask it for things that only this process can make. */
export interface StageDoor extends AsyncDisposable {
  readonly url: string;
}

export interface Stagehands {
  /** Resolves once the new sandbox answers. */
  renewSandbox(): Promise<unknown>;
  /** Packs and signs a plugin's folder for this run. */
  packed(folder: string): Promise<unknown>;
}

type Ask = (hands: Stagehands, request: IncomingMessage) => Promise<unknown>;

const ASKED: Readonly<Record<string, Ask>> = {
  renew: (hands) => hands.renewSandbox(),
  packed: async (hands, request) => hands.packed(await text(request)),
};

/** Starts the server at a secret address. It reads the author's folders, and the machine may have other users. */
export async function openStageDoor(hands: Stagehands): Promise<StageDoor> {
  const secret = randomUUID();
  const server = createServer((request, response) => {
    const [, key, verb = ""] = (request.url ?? "").split("/");
    const ask = key === secret && Object.hasOwn(ASKED, verb) ? ASKED[verb] : undefined;
    if (!ask) return void response.writeHead(404).end();
    ask(hands, request).then(
      (value) => response.writeHead(200).end(JSON.stringify(value ?? null)),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    );
  });
  const port = await listen(server);
  return { url: `http://${ADDRESS}:${port}/${secret}`, [Symbol.asyncDispose]: () => stopListening(server) };
}
