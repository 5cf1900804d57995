/** The shapes of what plugins may answer the kernel with. Data in, data out: none of it is markup. */
import * as z from "zod/mini";
import { TEXT_MAX_CHARS, VETO_MAX_REASONS } from "../../manifests/bounds.ts";

const object = z.record(z.string(), z.unknown());

/** Null, or reasons against the publication; an empty list of reasons is none. */
export const vetoShape = z.union([
  z.null(),
  z.strictObject({
    veto: z.array(z.string().check(z.minLength(1), z.maxLength(TEXT_MAX_CHARS))).check(z.maxLength(VETO_MAX_REASONS)),
  }),
]);

/** By id of the page and then of the section: what the section's template finds as `data`. */
export const dataShape = z.record(z.string(), z.record(z.string(), z.nullable(object)));
export type DataAnswer = z.infer<typeof dataShape>;
