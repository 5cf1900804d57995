import { setTimeout } from "node:timers/promises";
import { processes } from "../runner/processes.ts";
import type { Process } from "../runner/processes.ts";

const LOOK_MS = 2;

/** Processes that stand still, and go on when asked. */
export interface Stopped {
  /** Goes on. Tells whether the same processes stood still from the first moment to this one. */
  resume(): boolean;
}

/**
 * Stops the workers' processes where they are, as the machine would by losing power, but for going on afterwards. What
 * their files hold in between is what they must come up with after a crash. Their guardian goes on: it only
 * waits for our own end, and for theirs.
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

/** Every process of the group, without the guardian that leads it and its copy that waits for the command's end. */
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
