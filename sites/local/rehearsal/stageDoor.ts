import { createServer } from "node:http";
import { ADDRESS, listen, stopListening } from "../listening.ts";

/** The door at which tests, which run in processes of their own, ask for a new sandbox. */
export interface StageDoor extends AsyncDisposable {
  readonly url: string;
}

/** Any request is answered once the sandbox is new. */
export async function openStageDoor(renewSandbox: () => Promise<void>): Promise<StageDoor> {
  const server = createServer((_request, response) => {
    renewSandbox().then(
      () => response.writeHead(204).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const port = await listen(server);
  return { url: `http://${ADDRESS}:${port}/`, [Symbol.asyncDispose]: () => stopListening(server) };
}
