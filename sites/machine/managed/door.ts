/**
 * The operator's address for the deployer: a loopback port, where the deployer checks the bearer. An upload restarts
 * the workers, which interrupts the deployer in the middle of a request. All its requests are idempotent, so this proxy
 * sends them again.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { PROVISION_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
import { boundedBody } from "../process/boundedBody.ts";
import { ADDRESS, listen, stopListening } from "../process/listening.ts";
import { refuseSocket } from "../entrance/refusing.ts";
import { createServer, request as ask } from "../process/http.ts";

/**
 * The number of attempts for one request, and the wait between two, in milliseconds. The workers restart within
 * seconds.
 */
const SENDS_MAX = 600;
const AGAIN_MS = 100;

export interface OperatorDoor extends AsyncDisposable {
  readonly address: string;
}

interface Answer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Opens the operator's port. `inner` is the port on which the deployer listens. */
export async function openDoor(inner: number): Promise<OperatorDoor> {
  const server = createServer((request, response) => {
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    // A client that goes away in the middle of its body makes the reading fail.
    pass(request, response, inner).catch(() => response.destroy());
  });
  const port = await listen(server);
  return { address: `http://localhost:${port}`, [Symbol.asyncDispose]: () => stopListening(server) };
}

async function pass(request: IncomingMessage, response: ServerResponse, inner: number): Promise<void> {
  const body = await boundedBody(request, PROVISION_MAX_BYTES);
  if (!body) return refuseSocket(response, "TOO_LARGE");
  for (let sent = 1; sent <= SENDS_MAX && !response.destroyed; sent++) {
    const answer = await answerTo(request, body, inner).catch(() => undefined);
    if (answer) return void response.writeHead(answer.status, [...answer.headers]).end(answer.body);
    await setTimeout(AGAIN_MS);
  }
  refuseSocket(response, "UNAVAILABLE");
}

/** Sends the request to the deployer. Rejects unless the answer is complete. */
function answerTo({ method, url, rawHeaders }: IncomingMessage, body: Buffer, port: number): Promise<Answer> {
  return new Promise((done, fail) => {
    const onward = ask({ host: ADDRESS, port, method, path: url, agent: false, headers: [...rawHeaders] }, (reply) => {
      const pieces: Buffer[] = [];
      reply.on("data", (piece: Buffer) => pieces.push(piece));
      reply.on("error", fail);
      reply.on("end", () =>
        reply.complete
          ? done({ status: reply.statusCode ?? 0, headers: passed(reply.rawHeaders), body: Buffer.concat(pieces) })
          : fail(new Error("cut off")),
      );
    });
    onward.on("error", fail);
    onward.end(body);
  });
}

/** Headers of the connection, which this proxy sets itself. */
const OF_CONNECTION = new Set(["connection", "keep-alive", "transfer-encoding", "content-length"]);

const passed = (raw: readonly string[]): string[] =>
  raw.flatMap((name, at) => (at % 2 === 0 && !OF_CONNECTION.has(name.toLowerCase()) ? [name, raw[at + 1] ?? ""] : []));
