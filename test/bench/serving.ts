import { request } from "node:http";
import { DEMO_NAMES, loadDemo } from "../../sites/demo/load.ts";
import type { Local } from "../../sites/machine/local.ts";
import { single } from "../support/driver.ts";
import { type Load, type Target, atRate, saturate } from "./load.ts";
import { median } from "./statistics.ts";

/** One kind of request, ours against the cheapest worker that returns the same bytes. */
export interface ServingFigures {
  readonly name: string;
  readonly ours: Load;
  readonly baseline: Load;
  /** The ratio of our requests per second to the baseline's: the median of alternating rounds. */
  readonly ratio: number;
  /** The ratio of the baseline's CPU time per request to ours. */
  readonly cpuRatio: number;
  readonly p97_5Ms: { readonly ours: number; readonly baseline: number; readonly rate: number };
}

const ROUNDS = 5;
const SECONDS = 4;
const WARM_SECONDS = 3;

/** A query string bypasses the page cache, so this measures the workspace. `machine.ts` measures the cache. */
const KINDS = [{ name: "uncached page", path: "/?fresh", rate: 300 }] as const;

export async function measureServing(site: Local, baseline: Local): Promise<ServingFigures[]> {
  const { hostname } = loadDemo(DEMO_NAMES[0]).domain;
  await copy(site, hostname, baseline, "/");
  const figures: ServingFigures[] = [];
  for (const { name, path, rate } of KINDS) {
    const ours = targetOf(site, path, `${hostname}:${site.port}`);
    const theirs = targetOf(baseline, path, `localhost:${baseline.port}`);
    figures.push(await compare(name, ours, theirs, rate));
  }
  return figures;
}

/** Measures both in turns, so that other load of the machine affects both. */
export async function compare(name: string, ours: Target, baseline: Target, rate: number): Promise<ServingFigures> {
  for (const each of [ours, baseline]) await saturate(each, WARM_SECONDS);
  const rounds: { ours: Load; baseline: Load }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ ours: await saturate(ours, SECONDS), baseline: await saturate(baseline, SECONDS) });
  }
  const p97_5Ms = { ours: await atRate(ours, rate, SECONDS), baseline: await atRate(baseline, rate, SECONDS), rate };
  return {
    name,
    p97_5Ms,
    ours: middle(rounds.map((round) => round.ours)),
    baseline: middle(rounds.map((round) => round.baseline)),
    ratio: median(rounds.map((round) => round.ours.requestsPerSecond / round.baseline.requestsPerSecond)),
    cpuRatio: median(rounds.map((round) => round.baseline.cpuMicrosPerRequest / round.ours.cpuMicrosPerRequest)),
  };
}

function middle(loads: readonly Load[]): Load {
  return {
    requestsPerSecond: median(loads.map((load) => load.requestsPerSecond)),
    p50Ms: median(loads.map((load) => load.p50Ms)),
    cpuMicrosPerRequest: median(loads.map((load) => load.cpuMicrosPerRequest)),
  };
}

export function targetOf({ port, pid }: Local, path: string, host: string): Target {
  if (pid === undefined) throw new Error("workerd is not running");
  return { url: `http://127.0.0.1:${port}${path}`, host, pids: [pid] };
}

/** Stores our bytes and headers in the baseline. */
async function copy(site: Local, hostname: string, baseline: Local, path: string): Promise<void> {
  const original = await bytesAt(site.port, hostname, path);
  await fetch(`http://127.0.0.1:${baseline.port}${path}`, {
    method: "PUT",
    body: original.body,
    headers: described(original.headers),
  });
  const copied = await bytesAt(baseline.port, "localhost", path);
  if (!original.body.equals(copied.body)) throw new Error("the baseline returns other bytes");
}

function bytesAt(
  port: number,
  host: string,
  path: string,
): Promise<{ headers: Record<string, string>; body: Buffer<ArrayBuffer> }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, headers: { host: `${host}:${port}` } }, async (response) => {
      const body = Buffer.concat(await response.toArray()) as Buffer<ArrayBuffer>;
      resolve({ headers: single(response.headers), body });
    });
    asked.on("error", reject).end();
  });
}

/** The headers of the page, without those of the connection. */
const described = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION.has(name)));

const CONNECTION = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);
