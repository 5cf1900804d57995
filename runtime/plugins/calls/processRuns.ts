/**
 * The processes in which a workspace ran. Their runner says how each one ended, so that no plugin is charged for
 * another's fault.
 */
import * as z from "zod/mini";

export const culpritShape = z.strictObject({
  tenant: z.string(),
  site: z.string(),
  plugin: z.string(),
  digest: z.string(),
});

const endingShape = z.discriminatedUnion("how", [
  /** An intended stop: no call under way is at fault. */
  z.strictObject({ how: z.literal("stopped") }),
  /**
   * The process stalled, took too much, or broke down. `culprit` is the plugin that caused it, or null if the runner
   * could not tell.
   */
  z.strictObject({ how: z.literal("ended"), culprit: z.nullable(culpritShape) }),
]);

export const processRunsShape = z.array(
  z.strictObject({
    /** Milliseconds since the epoch. Calls that began later, and before the next run, belong to this run. */
    began: z.number(),
    /** Null while the process runs, and for a process whose end no runner saw. */
    ending: z.nullable(endingShape),
    /** The plugin on probation whose call has its turn. It answers for this run if no other cause is known. */
    trial: z.optional(culpritShape),
  }),
);

/** Oldest first. */
export type ProcessRuns = z.infer<typeof processRunsShape>;
export type ProcessRun = ProcessRuns[number];
export type ProcessEnding = z.infer<typeof endingShape>;
export type Culprit = z.infer<typeof culpritShape>;

/** Finds the run during which `at` lies, in milliseconds since the epoch. */
export const runAt = (runs: ProcessRuns, at: number): ProcessRun | undefined =>
  runs.findLast(({ began }) => began <= at);
