import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { requestLocal } from "../../../sites/machine/process/request.ts";
import { persistently } from "../../support/driver.ts";
import { cpuMicros, residentBytes } from "../cpu.ts";
import { processesOf } from "../processesOf.ts";

/** The figures of a run at one moment. */
export interface Sample {
  readonly seconds: number;
  /** Resident memory by program, in MB. */
  readonly memoryMb: Readonly<Record<string, number>>;
  readonly openFiles: number;
  readonly cpuSeconds: number;
  /** Size of the data folder, in MB, and of the write-ahead logs in it. */
  readonly dataMb: number;
  readonly walMb: number;
  readonly files: number;
  readonly waiting: number;
  readonly oldestMs: number;
  readonly deadLetters: number;
}

const MB = 2 ** 20;
const ANSWERS_S = 120;

export interface Sampled {
  readonly pid: number;
  readonly port: number;
  readonly path: string;
  readonly since: number;
}

export async function sampleOf({ pid, port, path, since }: Sampled): Promise<Sample> {
  const pids = processesOf({ pid }, path);
  const memoryMb: Record<string, number> = {};
  for (const one of pids) memoryMb[nameOf(one)] = (memoryMb[nameOf(one)] ?? 0) + residentBytes(one) / MB;
  const sizes = sizesIn(path);
  const queue = await queueOf(port);
  return {
    seconds: (performance.now() - since) / 1000,
    memoryMb,
    openFiles: pids.reduce((sum, one) => sum + readdirSync(`/proc/${one}/fd`).length, 0),
    cpuSeconds: pids.reduce((sum, one) => sum + cpuMicros(one), 0) / 1e6,
    dataMb: sizes.reduce((sum, [, size]) => sum + size, 0) / MB,
    walMb: sizes.reduce((sum, [name, size]) => sum + (name.endsWith("-wal") ? size : 0), 0) / MB,
    files: sizes.length,
    ...queue,
  };
}

const nameOf = (pid: number): string => readFileSync(`/proc/${pid}/comm`, "utf8").trim();

/** The files of a folder with their sizes. Files that disappear are skipped. */
function sizesIn(path: string): [string, number][] {
  return readdirSync(path, { recursive: true, encoding: "utf8" }).flatMap((name): [string, number][] => {
    const found = statSync(join(path, name), { throwIfNoEntry: false });
    return found?.isFile() ? [[name, found.size]] : [];
  });
}

/** Asks again if the workers are busy, because the report then has no queue. */
async function queueOf(port: number): Promise<Pick<Sample, "waiting" | "oldestMs" | "deadLetters">> {
  return persistently(async () => {
    const { text } = await requestLocal({ port, host: "localhost", path: "/api/health" });
    const { queue } = JSON.parse(text) as { queue: { waiting: number; oldestMs: number | null; deadLetters: number } };
    return { waiting: queue.waiting, oldestMs: queue.oldestMs ?? 0, deadLetters: queue.deadLetters };
  }, ANSWERS_S);
}
