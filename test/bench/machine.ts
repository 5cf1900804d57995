import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEMO_NAMES, loadDemo } from "../../sites/demo/load.ts";
import { claimPort } from "../../sites/machine/names/port.ts";
import { guard, type Guarded } from "../../sites/machine/runner/guarded.ts";
import { workerdPath } from "../../sites/machine/runner/platform.ts";
import { runtimeOf } from "../../sites/machine/runner/processes.ts";
import { readyOf, start, type Ready, type Run } from "../machine/runner.ts";
import { persistently, visit } from "../support/driver.ts";
import { residentBytes } from "./cpu.ts";
import { processesOf } from "./processesOf.ts";
import type { Target } from "./load.ts";
import { type ServingFigures, compare } from "./serving.ts";

/** One machine as `npm start` runs it, with the processor time of all its processes. */
export interface MachineFigures {
  /** Compared with one workerd with one worker that answers the same bytes from memory. */
  readonly pages: readonly ServingFigures[];
  readonly secondStartSeconds: number;
  readonly restBytes: number;
}

/** Kinds of requests for a page in the cache. */
export const CACHED_KINDS = [
  { name: "cached page", headers: {} },
  { name: "cached page, compressed", headers: { "accept-encoding": "br" } },
  { name: "page that the visitor has", headers: { "if-none-match": "*" } },
] as const;

const RATE = 400;

export async function measureMachine(data: string): Promise<MachineFigures> {
  const path = join(data, "run");
  await (await running(path)).run[Symbol.asyncDispose]();
  const began = performance.now();
  const { run, ready } = await running(path);
  const secondStartSeconds = (performance.now() - began) / 1000;
  try {
    const pids = processesOf(run, path);
    const restBytes = pids.reduce((sum, pid) => sum + residentBytes(pid), 0);
    const pages: ServingFigures[] = [];
    for (const { name, headers } of CACHED_KINDS) pages.push(await against({ name, headers, ready, pids, data }));
    return { pages, secondStartSeconds, restBytes };
  } finally {
    await run[Symbol.asyncDispose]();
  }
}

export async function running(path: string): Promise<{ run: Run; ready: Ready }> {
  const run = start("--json", "--port", "0", "--profile", "full", "--data", path);
  return { run, ready: await readyOf(run) };
}

interface Kind {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly ready: Ready;
  readonly pids: readonly number[];
  readonly data: string;
}

async function against({ name, headers, ready, pids, data }: Kind): Promise<ServingFigures> {
  const { hostname } = loadDemo(DEMO_NAMES[0]).domain;
  const { body } = await visit(ready.port, hostname, "/");
  const bare = await startBare(join(data, "bare"), body);
  try {
    const ours: Target = { url: `http://127.0.0.1:${ready.port}/`, host: `${hostname}:${ready.port}`, pids, headers };
    const theirs: Target = { url: `http://127.0.0.1:${bare.port}/`, host: "localhost", pids: [bare.pid] };
    return await compare(name, ours, theirs, RATE);
  } finally {
    await bare.guarded.stop();
  }
}

/** A workerd with one worker. */
export interface Bare {
  readonly port: number;
  readonly pid: number;
  readonly guarded: Guarded;
}

export async function startBare(folder: string, body: string): Promise<Bare> {
  const port = await claimPort(0);
  mkdirSync(folder, { recursive: true });
  const headers = JSON.stringify({ "content-type": "text/html; charset=utf-8" });
  writeFileSync(
    join(folder, "index.js"),
    `const body = new TextEncoder().encode(${JSON.stringify(body)}); export default { fetch: () => new Response(body, { headers: ${headers} }) };`,
  );
  const config = join(folder, "config.capnp");
  writeFileSync(
    config,
    `@0xf000000000000021;
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (modules = [(name = "index.js", esModule = embed "index.js")], compatibilityDate = "2026-08-01"))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
`,
  );
  const guarded = guard([workerdPath(), "serve", config], process.env);
  await persistently(() => visit(port, "localhost", "/"));
  const pid = runtimeOf(guarded.pid);
  if (pid === undefined) throw new Error("the bare worker does not run");
  return { port, pid, guarded };
}
