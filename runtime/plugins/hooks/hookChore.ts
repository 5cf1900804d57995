import { JOB_TURN_MS } from "../../../manifests/bounds/plugins.ts";
import type { Chore, Wait } from "../../area/chore.ts";
import type { HookRunner } from "./hookRunner.ts";

/** The hook runner, and the power to wait for it. */
interface HookChoreParts {
  readonly hookRunner: HookRunner;
  readonly wait: Wait;
}

/** Calls the hooks that are due. A plugin that takes longer than one turn continues while other chores run. */
export const hookChore = ({ hookRunner, wait }: HookChoreParts): Chore => ({
  turn: "call",
  run: () => atMost(JOB_TURN_MS, wait, hookRunner.runDue()),
  nextDue: () => hookRunner.nextDue(),
});

/**
 * Waits for the work, at most so long. The timer ends with the work, because a running timer would keep the object in
 * memory after every alarm.
 */
async function atMost(ms: number, wait: Wait, work: Promise<void>): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([work, wait(ms, over.signal)]);
  } finally {
    over.abort();
  }
}
