/** A failed call as its record describes it: the error by name, its words, and its places in the package. */
import * as z from "zod/mini";

const place = z.strictObject({
  /** The name of the function; empty if it has none, or if it may be a visitor's word. */
  function: z.string(),
  /** A file of the package. */
  file: z.string(),
  line: z.int(),
  column: z.int(),
});

const issue = z.strictObject({ pointer: z.string(), found: z.string(), allowed: z.string() });

export const faultShape = z.strictObject({
  /** The error's class, such as `TypeError`; empty if the code threw something else than an error. */
  name: z.string(),
  /** The error's words; null where they are withheld, because a visitor's words may be in them. */
  message: z.nullable(z.string()),
  /** The calls that led to the error, the innermost first. */
  places: z.array(place),
  /** The faults of an answer, each with its place. */
  issues: z.array(issue),
});

export type Fault = z.infer<typeof faultShape>;
export type FaultPlace = Fault["places"][number];

const sourcePlace = z.strictObject({ file: z.string(), line: z.int(), column: z.int() });
/** A place in what the author wrote. Lines and columns count from 1. */
export type SourcePlace = z.infer<typeof sourcePlace>;

/** A fault as members read it. A place says its source, if a source map beside the package leads there. */
export const shownFaultShape = z.extend(faultShape, {
  places: z.array(z.extend(place, { source: z.optional(sourcePlace) })),
});
export type ShownFault = z.infer<typeof shownFaultShape>;

export const LEVELS = ["debug", "info", "warn", "error"] as const;
export type Level = (typeof LEVELS)[number];

export const outputLineShape = z.strictObject({ level: z.enum(LEVELS), text: z.string() });
export type OutputLine = z.infer<typeof outputLineShape>;
