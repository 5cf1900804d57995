import { setTimeout } from "node:timers/promises";
import { processes, type Process } from "../runner/processes.ts";

const LOOK_MS = 2;

/** Stopped processes. */
export interface Stopped {
  /** Resumes the processes. True if the same processes stayed stopped all the time. */
  resume(): boolean;
}

/**
 * Stops the workers' processes with SIGSTOP. Their files then have a state as after a power cut, which the workers can
 * recover from. The guardian of the process group keeps running, because it only waits for exits.
 */
export async function stopWorkers(pid: number | undefined): Promise<Stopped> {
  const held = workersBeside(pid);
  for (const { pid: one } of held) send(one, "SIGSTOP");
  const resume = (): boolean => {
    const isIntact = held.every(isStill) && sameAs(held, workersBeside(pid));
    for (const { pid: one } of held) send(one, "SIGCONT");
    return isIntact;
  };
  while (!held.every(isStill)) {
    if (!sameAs(held, workersBeside(pid))) return { resume: () => resume() && false };
    await setTimeout(LOOK_MS);
  }
  return { resume };
}

/** The processes of the group without the guardian and its subshell, which have the same command line. */
function workersBeside(pid: number | undefined): readonly Process[] {
  const all = processes();
  const group = all.find((one) => one.pid === pid)?.group;
  const guardian = all.find((one) => one.pid === group)?.command;
  return all.filter((one) => one.group === group && one.command !== guardian);
}

const isStill = ({ pid }: Process): boolean => processes().some((one) => one.pid === pid && one.isStopped);

const sameAs = (some: readonly Process[], others: readonly Process[]): boolean =>
  some.length > 0 && some.map(({ pid }) => pid).join() === others.map(({ pid }) => pid).join();

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
