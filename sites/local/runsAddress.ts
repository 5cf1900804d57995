import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { ADDRESS, listen, stopListening } from "./listening.ts";
import type { Runs } from "./runs.ts";

/** Where workers of this machine ask how their process ended before. */
export interface RunsAddress {
  readonly address: string;
  stop(): Promise<void>;
}

/** Its address is a secret of this run: other users of the machine learn nothing of what runs on it. */
export async function serveRuns(runs: Runs): Promise<RunsAddress> {
  const path = `/${randomBytes(32).toString("base64url")}`;
  const server = createServer((request, response) => {
    const isAsked = request.method === "GET" && request.url === path;
    response.writeHead(isAsked ? 200 : 404, { "content-type": "application/json", "cache-control": "no-store", connection: "close" });
    response.end(isAsked ? JSON.stringify(runs.all) : undefined);
  });
  const port = await listen(server);
  return { address: `http://${ADDRESS}:${port}${path}`, stop: () => stopListening(server) };
}
