/** The record of a failed call: the error's name, its message, and the positions in the package. */
import * as z from "zod/mini";

const place = z.strictObject({
  /** The name of the function. Empty if it has none, or if it may contain a visitor's input. */
  function: z.string(),
  /** A file of the package. */
  file: z.string(),
  line: z.int(),
  column: z.int(),
});

const issue = z.strictObject({ pointer: z.string(), found: z.string(), allowed: z.string() });

export const faultShape = z.strictObject({
  /** The error's class, such as `TypeError`. Empty if the code threw a value that is no error. */
  name: z.string(),
  /** The error's message. Null where it is withheld, because it may contain a visitor's input. */
  message: z.nullable(z.string()),
  /** The stack, the innermost call first. */
  places: z.array(place),
  /** The faults of an answer, each with its pointer. */
  issues: z.array(issue),
});

export type Fault = z.infer<typeof faultShape>;
export type FaultPlace = Fault["places"][number];

const sourcePlace = z.strictObject({ file: z.string(), line: z.int(), column: z.int() });
/** A position in the author's source. Lines and columns count from 1. */
export type SourcePlace = z.infer<typeof sourcePlace>;

/** A fault as members read it. A position also has its source, if the package has a source map that leads there. */
export const shownFaultShape = z.extend(faultShape, {
  places: z.array(z.extend(place, { source: z.optional(sourcePlace) })),
});
export type ShownFault = z.infer<typeof shownFaultShape>;

export const LEVELS = ["debug", "info", "warn", "error"] as const;
export type Level = (typeof LEVELS)[number];

export const outputLineShape = z.strictObject({ level: z.enum(LEVELS), text: z.string() });
export type OutputLine = z.infer<typeof outputLineShape>;
