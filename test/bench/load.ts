import autocannon from "autocannon";
import { cpuMicros } from "./cpu.ts";

export interface Target {
  readonly url: string;
  readonly host: string;
  /** Process ids whose CPU time is charged: every workerd that serves it. */
  readonly pids: readonly number[];
}

export interface Load {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly cpuMicrosPerRequest: number;
}

const CONNECTIONS = 16;

/** As many requests as go in the time. Throws when any answer is not 200: a fast error is no speed. */
export async function saturate(target: Target, seconds: number): Promise<Load> {
  const before = cpuOf(target);
  const result = await run(target, { duration: seconds });
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    cpuMicrosPerRequest: (cpuOf(target) - before) / result.requests.total,
  };
}

/** p97.5 of the latency at a fixed rate, in milliseconds: what a visitor of a busy, not drowning, site waits. */
export async function atRate(target: Target, requestsPerSecond: number, seconds: number): Promise<number> {
  const result = await run(target, { duration: seconds, overallRate: requestsPerSecond });
  return result.latency.p97_5;
}

const cpuOf = ({ pids }: Target): number => pids.reduce((sum, pid) => sum + cpuMicros(pid), 0);

async function run({ url, host }: Target, options: { duration: number; overallRate?: number }): Promise<autocannon.Result> {
  const result = await autocannon({ url, connections: CONNECTIONS, headers: { host }, ...options });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`);
  return result;
}
