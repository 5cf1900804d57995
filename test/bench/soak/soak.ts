/** `npm run bench soak [minutes]`: runs mixed load on one machine, and shows growth in its second half. */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DEMO_NAMES, loadDemo } from "../../../sites/demo/load.ts";
import { readyOf, start } from "../../machine/runner.ts";
import { logIn, Visitor } from "../../support/visitor.ts";
import { pause } from "../../support/driver.ts";
import { growthOf } from "./growth.ts";
import { type Sample, sampleOf } from "./sampling.ts";
import { type Kind, MixedWork } from "./work.ts";

const MINUTES = 60;
const SAMPLE_MS = 15_000;
const PLUGIN = fileURLToPath(new URL("../../fixtures/plugins/visits", import.meta.url));
const OUT = fileURLToPath(new URL("../.out/", import.meta.url));
/** Trusts this machine as a proxy, so that the load can use many client addresses. */
const PROXY = ["--trusted-proxy", "127.0.0.1", "--client-address-header", "cf-connecting-ip"];

interface Count {
  done: number;
  readonly failed: string[];
}

export async function soak(data: string, minutes = MINUTES): Promise<string> {
  const path = join(data, "run");
  const run = start("--json", "--port", "0", "--profile", "full", "--data", path, "--plugins", PLUGIN, ...PROXY);
  try {
    const { port, site } = await readyOf(run);
    const work = new MixedWork(port, await cookieAt(site));
    await work.begin();
    const since = performance.now();
    const end = since + minutes * 60_000;
    const counts = new Map(work.kinds.map(({ name }) => [name, { done: 0, failed: [] } as Count]));
    const samples: Sample[] = [];
    const sampling = async (): Promise<void> => {
      for (; performance.now() < end; await pause(SAMPLE_MS))
        samples.push(kept(await sampleOf({ pid: run.pid, port, path, since })));
    };
    await Promise.all([...work.kinds.map((kind) => goOn(kind, end, counts)), sampling()]);
    return report(samples, counts);
  } finally {
    await run[Symbol.asyncDispose]();
  }
}

async function cookieAt(site: string): Promise<string> {
  const visitor = new Visitor();
  await logIn(visitor, site, "ottilie-marchbank");
  return visitor.header(loadDemo(DEMO_NAMES[0]).domain.hostname);
}

/** Writes each sample at once, so that an interrupted run leaves its samples. */
function kept(sample: Sample): Sample {
  mkdirSync(OUT, { recursive: true });
  appendFileSync(join(OUT, "soak.jsonl"), `${JSON.stringify(sample)}\n`);
  return sample;
}

async function goOn({ name, everyMs, once }: Kind, end: number, counts: ReadonlyMap<string, Count>): Promise<void> {
  const count = counts.get(name);
  if (!count) return;
  for (; performance.now() < end; await pause(everyMs)) {
    await once().then(
      () => (count.done += 1),
      (error: unknown) => {
        const said = `${new Date().toISOString()} ${name}: ${String(error)}`;
        process.stderr.write(`${said}\n`);
        count.failed.push(said);
      },
    );
  }
}

type Figure = readonly [name: string, of: (sample: Sample) => number];

const FIGURES: readonly Figure[] = [
  ["memory of all processes, MB", ({ memoryMb }) => Object.values(memoryMb).reduce((sum, mb) => sum + mb, 0)],
  ["open files", ({ openFiles }) => openFiles],
  ["write-ahead logs, MB", ({ walMb }) => walMb],
  ["files of the data folder", ({ files }) => files],
  ["data folder, MB", ({ dataMb }) => dataMb],
  ["messages that wait", ({ waiting }) => waiting],
  ["age of the oldest message, ms", ({ oldestMs }) => oldestMs],
];

function report(samples: readonly Sample[], counts: ReadonlyMap<string, Count>): string {
  const half = samples.slice(Math.floor(samples.length / 2));
  const programs = Object.keys(samples.at(-1)?.memoryMb ?? {});
  const each = programs.map((name): Figure => [`memory of ${name}, MB`, ({ memoryMb }) => memoryMb[name] ?? 0]);
  const lines = [...FIGURES, ...each].map(([name, of]) => {
    const { mean, anHour, error } = growthOf(half.map((sample) => [sample.seconds, of(sample)]));
    const [first, last] = [samples[0], samples.at(-1)].map((sample) => (sample ? of(sample) : 0));
    return `| ${[name, ...[first, last, mean, anHour, error].map((value) => (value ?? 0).toFixed(1))].join(" | ")} |`;
  });
  const done = [...counts].map(([name, { done, failed }]) => `| ${name} | ${done} | ${failed.length} |`);
  const [first, last] = [samples[0], samples.at(-1)];
  const cpu = first && last ? (last.cpuSeconds - first.cpuSeconds) / (last.seconds - first.seconds) : 0;
  return [
    `Processor: ${(cpu * 100).toFixed(1)} % of a core.`,
    "",
    "| figure | first | last | mean of the second half | its growth in an hour | standard error |",
    "|---|---|---|---|---|---|",
    ...lines,
    "",
    "| requests | done | failed |",
    "|---|---|---|",
    ...done,
    "",
  ].join("\n");
}
