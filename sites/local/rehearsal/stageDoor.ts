import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { ADDRESS, listen, stopListening } from "../listening.ts";

/** The door at which tests, which run in processes of their own, ask for what only this process can make. */
export interface StageDoor extends AsyncDisposable {
  readonly url: string;
}

export interface Stagehands {
  /** Settles once the sandbox is new. */
  renewSandbox(): Promise<unknown>;
  /** A plugin's folder, packed and signed for this run. */
  packed(folder: string): Promise<unknown>;
}

type Ask = (hands: Stagehands, request: IncomingMessage) => Promise<unknown>;

const ASKED: Readonly<Record<string, Ask>> = {
  renew: (hands) => hands.renewSandbox(),
  packed: async (hands, request) => hands.packed(await text(request)),
};

/** Opens the door at an address that nobody guesses: it reads folders of the author, and others may use the machine. */
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
