import autocannon from "autocannon";
import { cpuMicros, sumOf } from "./cpu.ts";

export interface Target {
  readonly url: string;
  readonly host: string;
  /** Ids of the processes whose CPU time counts: every workerd that serves the target. */
  readonly pids: readonly number[];
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** One sender for each connection, requested before each round. Without senders every request is the same GET. */
  senders?(): Promise<readonly Sender[]>;
}

/** The requests of a connection, each sent after the answer to the one before. */
export interface Sender {
  next(): autocannon.Request;
  answered(): void;
}

export interface Load {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly cpuMicrosPerRequest: number;
}

export const CONNECTIONS = 16;

/**
 * Sends as many requests as possible in this time. Throws for any status other than 200, because a fast error is no
 * speed.
 */
export async function saturate(target: Target, seconds: number): Promise<Load> {
  const before = cpuOf(target);
  const result = await run(target, { duration: seconds });
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    cpuMicrosPerRequest: (cpuOf(target) - before) / result.requests.total,
  };
}

/**
 * The latency at a fixed rate in milliseconds, at the 97.5th percentile: the wait of a visitor at a busy site that is
 * not overloaded.
 */
export async function atRate(target: Target, requestsPerSecond: number, seconds: number): Promise<number> {
  const result = await run(target, { duration: seconds, overallRate: requestsPerSecond });
  return result.latency.p97_5;
}

const cpuOf = ({ pids }: Target): number => sumOf(pids, cpuMicros);

async function run(target: Target, options: { duration: number; overallRate?: number }): Promise<autocannon.Result> {
  const { url, host, headers = {} } = target;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    headers: { host, ...headers },
    ...options,
    ...(await sending(target)),
  });
  const unwanted = result.non2xx - ("if-none-match" in headers ? result["3xx"] : 0);
  if (unwanted > 0 || result.errors > 0)
    throw new Error(`${url}: ${unwanted} answers other than 2xx, ${result.errors} errors`);
  return result;
}

/** Adds the Host header, because a request with own headers gets no defaults. */
const withHost = (host: string, request: autocannon.Request): autocannon.Request => ({
  ...request,
  headers: { host, ...request.headers },
});

/** Gives each new connection its sender. */
async function sending(target: Target): Promise<Pick<autocannon.Options, "setupClient">> {
  if (!target.senders) return {};
  const waiting = [...(await target.senders())];
  return {
    setupClient: (client) => {
      const sender = waiting.shift();
      if (!sender) throw new Error("there are more connections than senders");
      client.setRequests([
        {
          setupRequest: (given) => withHost(target.host, { ...given, ...sender.next() }),
          onResponse: () => sender.answered(),
        },
      ]);
    },
  };
}
