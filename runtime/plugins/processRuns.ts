/** What is known of the processes a workspace ran in: who ran them says how they ended, so that nobody is charged for what others did. */
import * as z from "zod/mini";

const culpritShape = z.strictObject({ tenant: z.string(), site: z.string(), plugin: z.string(), digest: z.string() });

const endingShape = z.discriminatedUnion("how", [
  /** On purpose: whatever was under way did nothing wrong. */
  z.strictObject({ how: z.literal("stopped") }),
  /** It stood still, or took too much. `culprit` is the plugin that had it, null when that could not be told. */
  z.strictObject({ how: z.literal("ended"), culprit: z.nullable(culpritShape) }),
]);

export const processRunsShape = z.array(z.strictObject({
  /** Milliseconds since the epoch. What began later than this, and before the next run, was part of this run. */
  began: z.number(),
  /** Null while it runs, and of one nobody saw ending. */
  ending: z.nullable(endingShape),
}));

/** Oldest first. */
export type ProcessRuns = z.infer<typeof processRunsShape>;
export type ProcessRun = ProcessRuns[number];
export type ProcessEnding = z.infer<typeof endingShape>;
export type Culprit = z.infer<typeof culpritShape>;

/** The run something was part of that began at `at`, in milliseconds since the epoch. */
export const runAt = (runs: ProcessRuns, at: number): ProcessRun | undefined => runs.findLast(({ began }) => began <= at);
