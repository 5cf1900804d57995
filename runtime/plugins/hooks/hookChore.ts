import { JOB_TURN_MS } from "../../../manifests/bounds/plugins.ts";
import type { Chore, Wait } from "../../area/chore.ts";
import type { HookRunner } from "./hookRunner.ts";

interface HookChoreParts {
  readonly hookRunner: HookRunner;
  readonly wait: Wait;
}

/** Calls the due hooks. A plugin that takes longer than one turn continues while other chores run. */
export const hookChore = ({ hookRunner, wait }: HookChoreParts): Chore => ({
  turn: "call",
  run: () => atMost(JOB_TURN_MS, wait, hookRunner.runDue()),
  nextDue: () => hookRunner.nextDue(),
});

/**
 * Waits at most `ms` milliseconds for the work. The timer is cancelled with the work. A running timer would keep the
 * object in memory after every alarm.
 */
async function atMost(ms: number, wait: Wait, work: Promise<void>): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([work, wait(ms, over.signal)]);
  } finally {
    over.abort();
  }
}
