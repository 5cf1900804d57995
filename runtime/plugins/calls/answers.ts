/** The shape of the data that plugins compute: plain data, never markup. */
import * as z from "zod/mini";

const object = z.record(z.string(), z.unknown());

/** The value of `data` in each section's template, by the page's id and then the section's id. */
export const dataShape = z.record(z.string(), z.record(z.string(), z.nullable(object)));
export type DataAnswer = z.infer<typeof dataShape>;
