/**
 * The processes in which a workspace ran. The machine's runner reports how each ended, so that no plugin is blamed for
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
  /** An intended stop. No running call is to blame. */
  z.strictObject({ how: z.literal("stopped") }),
  /**
   * The process stalled, exceeded a limit, or crashed. `culprit` is the plugin that caused it, or null if the runner
   * could not tell.
   */
  z.strictObject({ how: z.literal("ended"), culprit: z.nullable(culpritShape) }),
]);

export const processRunsShape = z.array(
  z.strictObject({
    /** Milliseconds since the epoch. Calls from then until the next run belong to this run. */
    began: z.number(),
    /** Null while the process runs, and if no runner saw its end. */
    ending: z.nullable(endingShape),
    /** The plugin on probation whose turn it was. It is blamed if no other cause is known. */
    trial: z.optional(culpritShape),
  }),
);

/** Oldest first. */
export type ProcessRuns = z.infer<typeof processRunsShape>;
export type ProcessRun = ProcessRuns[number];
export type ProcessEnding = z.infer<typeof endingShape>;
export type Culprit = z.infer<typeof culpritShape>;

/** The run at a time in milliseconds since the epoch. */
export const runAt = (runs: ProcessRuns, at: number): ProcessRun | undefined =>
  runs.findLast(({ began }) => began <= at);
