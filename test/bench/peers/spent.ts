import { pause } from "../../support/driver.ts";
import { cpuMicros, residentBytes, sumOf } from "../cpu.ts";
import type { Served } from "./peer.ts";

/** Copies, indexes and other work after an answer count as its cost if they happen in this time. */
const SETTLE_MS = 1_000;

export const memoryOf = (served: Served): number => sumOf(served.pids(), residentBytes);

const cpuMsOf = (served: Served): number => sumOf(served.pids(), cpuMicros) / 1000;

/** The result of the work, with the processor time that all processes of the server took for it and shortly after. */
export async function costing<T>(served: Served, work: () => Promise<T>): Promise<{ result: T; cpuMs: number }> {
  const before = cpuMsOf(served);
  const result = await work();
  await pause(SETTLE_MS);
  return { result, cpuMs: cpuMsOf(served) - before };
}
