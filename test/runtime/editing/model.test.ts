import { array, assert, asyncProperty } from "fast-check";
import { expect, test } from "vitest";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { editingWorld } from "./editingWorld.ts";
import { Pair, START, Tally } from "./pair.ts";
import { step } from "./wishes.ts";

/**
 * Runs random command sequences against the kernel and a model of it. Machines stop in the middle of commands, answers
 * get lost, keys are reused, and commands run concurrently. The kernel must end in the model's state: nothing lost,
 * repeated or incomplete.
 */

/** Ten runs already find a lost claim, a missing audit row or a torn transaction. `MODEL_RUNS=5000` searches longer. */
const RUNS = Number(process.env["MODEL_RUNS"] ?? 140);
const STEPS = { minLength: 6, maxLength: 20 };

const HAPPENED = [
  "page.create",
  "page.update",
  "page.delete",
  "section.add",
  "section.update",
  "structure.apply",
  "revision.restore",
  "documents.write",
  "theme.put",
  "publish",
  "release.restore",
  "schedule.create",
  "schedule.move",
  "schedule.cancel",
  "schedule.run",
  "stopped before it was done",
  "stopped after it was done",
  "STALE_VERSION",
  "CONFLICT",
  "NOT_FOUND",
  "INVALID_REQUEST",
  "IDEMPOTENCY_KEY_REUSED",
];

test(
  `${RUNS} random sequences of commands, with crashes, never lose, double or tear anything`,
  { timeout: 600_000 },
  async () => {
    const tally = new Tally();
    const sequences = asyncProperty(array(step, STEPS), async (steps) => {
      const { powers } = await editingWorld(START as unknown as Record<string, Page>);
      const pair = new Pair(powers, tally);
      for (const next of steps) {
        await pair.take(next);
        await pair.check();
      }
    });
    await assert(sequences, { numRuns: RUNS, seed: 20_260_102 });
    expect(HAPPENED.filter((what) => (tally.counts[what] ?? 0) < RUNS / 20)).toEqual([]);
  },
);
