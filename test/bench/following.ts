/**
 * The cost of a change and its publication until every process of one machine is idle again: processor time, bytes, and
 * syncs. The cost of the answer alone hides what follows it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { Local } from "../../sites/machine/local.ts";
import { pause, type Driver } from "../support/driver.ts";
import { draftSite, touch } from "./sites.ts";
import { median } from "./statistics.ts";

export interface FollowingFigures {
  readonly pages: number;
  /** Medians of one publication of one changed text, with its change. */
  readonly cpuMs: number;
  readonly writtenKb: number;
  /** The mean of many, one right after another, as a member who works makes them. It includes the bench's own client. */
  readonly inTurn: Spent;
  /** Undefined without strace. */
  readonly syncs: number | undefined;
}

/** Longer than the queue waits for a batch, and than an audit row waits for others. */
const SETTLE_MS = 3_000;
const SAMPLES = 7;
const PAGE = 5;
const IN_TURN = 100;

export async function measureFollowing(local: Local, driver: Driver, pages: number): Promise<FollowingFigures> {
  const tenant = `following-${pages}`;
  await draftSite(driver, tenant, pages);
  await driver.publish(tenant);
  await carried(driver, tenant);
  const change = changing(driver, tenant);
  for (let warm = 0; warm < 3; warm++) await change();
  await pause(SETTLE_MS);
  const samples: Spent[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const rest = await spentIn(local, async () => undefined);
    const whole = await spentIn(local, change);
    samples.push({ cpuMs: whole.cpuMs - rest.cpuMs, writtenKb: whole.writtenKb - rest.writtenKb });
  }
  const inTurn = await spentIn(local, async () => {
    for (let count = 0; count < IN_TURN; count++) await change();
  });
  return {
    pages,
    inTurn: { cpuMs: inTurn.cpuMs / IN_TURN, writtenKb: inTurn.writtenKb / IN_TURN },
    cpuMs: median(samples.map(({ cpuMs }) => cpuMs)),
    writtenKb: median(samples.map(({ writtenKb }) => writtenKb)),
    syncs: await syncsOf(local, change),
  };
}

function changing(driver: Driver, tenant: string): () => Promise<void> {
  let version = 1;
  let count = 0;
  return async () => {
    count += 1;
    version = await touch(driver, tenant, PAGE, version, `Described for the ${count}th time in other words.`);
    await driver.run(tenant, "publish", {});
  };
}

/** Waits until the public store has a publication. */
export async function carried(driver: Driver, tenant: string): Promise<void> {
  for (;;) {
    const { refreshed, sequence } = await driver.status(tenant);
    if (refreshed === sequence) return;
    await pause(500);
  }
}

interface Spent {
  readonly cpuMs: number;
  readonly writtenKb: number;
}

async function spentIn(local: Local, work: () => Promise<unknown>): Promise<Spent> {
  const before = spent(local);
  await work();
  await pause(SETTLE_MS);
  const after = spent(local);
  return { cpuMs: after.cpuMs - before.cpuMs, writtenKb: after.writtenKb - before.writtenKb };
}

/** This program is among them, because it runs the services of the machine. Its own requests count, too. */
const pidsOf = ({ pid, sandboxPid }: Local): number[] => [
  ...new Set([process.pid, pid, sandboxPid].filter((one) => one !== undefined)),
];

function spent(local: Local): Spent {
  const pids = pidsOf(local);
  const cpuMs = pids.reduce((sum, pid) => sum + cpuNanos(pid), 0) / 1e6;
  return { cpuMs, writtenKb: pids.reduce((sum, pid) => sum + writtenBytes(pid), 0) / 1000 };
}

/** More exact than the ticks of `stat`. */
function cpuNanos(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
    0,
  );
}

const writtenBytes = (pid: number): number =>
  Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1] ?? 0);

/** Counts syncs of some publications with strace, apart from the other figures, because tracing costs time. */
async function syncsOf(local: Local, change: () => Promise<void>): Promise<number | undefined> {
  const most = 3;
  const pids = pidsOf(local).flatMap((pid) => ["-p", String(pid)]);
  const tracer = spawn("strace", ["-f", "-qq", "-e", "trace=fsync,fdatasync,sync_file_range", ...pids], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(tracer, "exit").catch(() => undefined);
  const traced = text(tracer.stderr);
  await pause(500);
  for (let times = 0; times < most; times++) {
    await change();
    await pause(SETTLE_MS);
  }
  if (!tracer.kill("SIGINT")) return undefined;
  await ended;
  return (await traced).split("\n").filter((line) => /sync\w*\(/.test(line)).length / most;
}
