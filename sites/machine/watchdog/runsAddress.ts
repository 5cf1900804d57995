import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Culprit, culpritShape } from "../../../runtime/plugins/calls/processRuns.ts";
import { ADDRESS, listen, stopListening } from "../process/listening.ts";
import type { Loss } from "../state/losses.ts";
import type { Runs } from "./runs.ts";
import type { MachineTrials } from "./trials.ts";
import { createServer } from "../process/http.ts";

/** Longer than the name of any plugin. */
const CULPRIT_MAX_CHARS = 2_000;

/** The facts about this machine that workers learn. */
export interface MachineFacts {
  readonly runs: Runs;
  readonly trials: MachineTrials;
  /** The lost and damaged parts of the data. */
  readonly losses: () => readonly Loss[];
}

/**
 * The address at which workers learn how their process ended and what was lost, and ask for trial turns of plugins on
 * probation.
 */
export interface RunsAddress {
  readonly address: string;
  stop(): Promise<void>;
}

/** Serves the runs at a secret address, so that other users of the machine learn nothing. */
export async function serveRuns({ runs, trials, losses }: MachineFacts): Promise<RunsAddress> {
  const path = `/${randomBytes(32).toString("base64url")}`;
  const routes: Readonly<Record<string, Answering>> = {
    [`GET ${path}`]: async () => ({ status: 200, text: JSON.stringify(runs.all) }),
    [`GET ${path}/losses`]: async () => ({ status: 200, text: JSON.stringify(losses()) }),
    [`PUT ${path}/trial`]: async (plugin, left) => ({
      status: plugin && (await trials.take(plugin, left)) ? 204 : 409,
    }),
    [`DELETE ${path}/trial`]: async (plugin) => {
      if (plugin) trials.leave(plugin);
      return { status: 204 };
    },
  };
  const server = createServer((request, response) => {
    void answered(routes[`${request.method} ${request.url}`], request, response).catch(() => response.destroy());
  });
  const port = await listen(server);
  return { address: `http://${ADDRESS}:${port}${path}`, stop: () => stopListening(server) };
}

/** `plugin` is undefined if the request names none. `left` aborts when the client disconnects. */
type Answering = (
  plugin: Culprit | undefined,
  left: AbortSignal,
) => Promise<{ readonly status: number; readonly text?: string }>;

async function answered(
  answering: Answering | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const left = new AbortController();
  response.on("error", () => undefined).on("close", () => left.abort());
  const named = answering && request.method !== "GET" ? await culpritIn(request) : undefined;
  const { status, text } = answering ? await answering(named, left.signal) : { status: 404 };
  response
    .writeHead(status, { "content-type": "application/json", "cache-control": "no-store", connection: "close" })
    .end(text);
}

async function culpritIn(request: IncomingMessage): Promise<Culprit | undefined> {
  let body = "";
  for await (const part of request.setEncoding("utf8")) if ((body += part).length > CULPRIT_MAX_CHARS) return undefined;
  const culprit = culpritShape.safeParse(JSON.parse(body || "null"));
  return culprit.success ? culprit.data : undefined;
}
