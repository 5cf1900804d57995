import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Local } from "../../sites/machine/local.ts";
import { median } from "./statistics.ts";

/** Configurations to start before the project's. The measuring worker comes first, because it needs the port. */
export const SANDBOX_WORKERS: readonly string[] = [
  "./baseline/sandbox/wrangler.jsonc",
  "../../sandbox/wrangler.jsonc",
].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** The cost of a plugin's call, against the platform's cheapest call of foreign code. */
export interface SandboxFigures {
  readonly name: string;
  readonly wanted: string;
  readonly oursMicros: number;
  readonly baselineMicros: number;
  /** The ratio of our time to the baseline's: the median of alternating rounds. */
  readonly ratio: number;
}

type What = "bare" | "hop" | "plugin";

interface Kind {
  readonly name: string;
  readonly wanted: string;
  readonly baseline: What;
  readonly warmUp: number;
  readonly rounds: number;
  /** The time of one call, in microseconds. */
  measure(port: number, what: What): Promise<number>;
}

const ROUNDS = 15;

/** Each round creates one new isolate, so other load of the machine affects only some rounds. */
const COLD_ROUNDS = 60;
const CALLS = 150;
const READS = 200;

/** Uncounted rounds, after which both sides' code is compiled. */
const WARM_UP_ROUNDS = 25;

/**
 * A workspace has no loader, so its cheapest call of foreign code goes through another worker ("hop"). The cost with a
 * loader in the same worker ("bare") is shown as well.
 */
const KINDS: readonly Kind[] = [
  {
    name: "plugin call, warm, against a bare call through the worker that has the loader",
    wanted: "at most 1.50",
    baseline: "hop",
    warmUp: WARM_UP_ROUNDS,
    rounds: ROUNDS,
    measure: warm,
  },
  {
    name: "the same, against a bare call by a caller that has the loader itself",
    wanted: "",
    baseline: "bare",
    warmUp: WARM_UP_ROUNDS,
    rounds: ROUNDS,
    measure: warm,
  },
  {
    name: "storage read by a plugin, against a bare hop and read",
    wanted: "at most 1.50",
    baseline: "bare",
    warmUp: WARM_UP_ROUNDS,
    rounds: ROUNDS,
    measure: reading,
  },
  {
    name: "the same, with the worker that has the loader in between",
    wanted: "",
    baseline: "hop",
    warmUp: WARM_UP_ROUNDS,
    rounds: ROUNDS,
    measure: reading,
  },
  {
    name: "first call of a new isolate, against a bare one",
    wanted: "at most 4.00",
    baseline: "bare",
    warmUp: 1,
    rounds: COLD_ROUNDS,
    measure: coldOf(0),
  },
  {
    name: "the same, each with 100 KB of code",
    wanted: "",
    baseline: "bare",
    warmUp: 1,
    rounds: COLD_ROUNDS,
    measure: coldOf(100 * 1024),
  },
];

export async function measureSandbox({ port }: Pick<Local, "port">): Promise<SandboxFigures[]> {
  const figures: SandboxFigures[] = [];
  for (const kind of KINDS) figures.push(await measured(port, kind));
  return figures;
}

async function measured(
  port: number,
  { name, wanted, baseline, warmUp, rounds: wantedRounds, measure }: Kind,
): Promise<SandboxFigures> {
  for (let round = 0; round < warmUp; round++)
    for (const what of ["plugin", baseline] as const) await measure(port, what);
  const rounds: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < wantedRounds; round++)
    rounds.push({ ours: await measure(port, "plugin"), theirs: await measure(port, baseline) });
  return {
    name,
    wanted,
    oursMicros: median(rounds.map(({ ours }) => ours)),
    baselineMicros: median(rounds.map(({ theirs }) => theirs)),
    ratio: median(rounds.map(({ ours, theirs }) => ours / theirs)),
  };
}

interface Asked {
  readonly what: What;
  readonly calls: number;
  readonly reads: number;
  /** The size of unused code in bytes. */
  readonly bytes: number;
  /** The id of the isolate. */
  readonly id: string;
}

/** Milliseconds of a request with `calls` calls, each of which reads `reads` values. */
async function timed(port: number, asked: Asked): Promise<number> {
  const before = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: JSON.stringify(asked) });
  if ((await response.text()) !== "done") throw new Error(`a bench call failed with ${response.status}`);
  return performance.now() - before;
}

/** The time without the request itself, which both sides share. */
async function beyondTheWay(port: number, asked: Asked): Promise<number> {
  const way = await timed(port, { ...asked, calls: 0 });
  return (await timed(port, asked)) - way;
}

async function warm(port: number, what: What): Promise<number> {
  return ((await beyondTheWay(port, { what, calls: CALLS, reads: 0, bytes: 0, id: "warm" })) / CALLS) * 1_000;
}

async function reading(port: number, what: What): Promise<number> {
  const asked = { what, calls: 1, bytes: 0, id: "warm" };
  const nothing = await timed(port, { ...asked, reads: 0 });
  return (((await timed(port, { ...asked, reads: READS })) - nothing) / READS) * 1_000;
}

function coldOf(bytes: number): Kind["measure"] {
  return async (port, what) =>
    (await beyondTheWay(port, { what, calls: 1, reads: 0, bytes, id: randomUUID() })) * 1_000;
}
