/** The shape of the data that plugins compute: plain data, never markup. */
import * as z from "zod/mini";
import { ACTION_OPERATIONS_MAX, ACTION_SUMMARY_MAX_CHARS } from "../../../manifests/bounds/editor.ts";
import { DOCUMENT_ID_MAX_CHARS } from "../../../manifests/bounds/documents.ts";

const object = z.record(z.string(), z.unknown());

/** The value of `data` in each section's template, by the page's id and then the section's id. */
export const dataShape = z.record(z.string(), z.record(z.string(), z.nullable(object)));
export type DataAnswer = z.infer<typeof dataShape>;

const section = z.string().check(z.maxLength(DOCUMENT_ID_MAX_CHARS));

/**
 * The answer of an action: other values for what it was handed, at the version that it was handed. What stands in them
 * is judged by the action's declaration and by the types of the sections, not here.
 */
export const actionAnswerShape = z.strictObject({
  version: z.int(),
  summary: z.optional(z.string().check(z.maxLength(ACTION_SUMMARY_MAX_CHARS))),
  operations: z.optional(
    z
      .array(
        z.discriminatedUnion("op", [
          z.strictObject({ op: z.literal("set"), section, fields: object }),
          z.strictObject({ op: z.literal("page"), changes: object }),
        ]),
      )
      .check(z.maxLength(ACTION_OPERATIONS_MAX)),
  ),
  picture: z.optional(object),
});
export type ActionAnswer = z.infer<typeof actionAnswerShape>;
