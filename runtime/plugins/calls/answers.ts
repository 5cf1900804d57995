/** The shapes of data that plugins compute: plain data, never markup. */
import * as z from "zod/mini";
import { ACTION_OPERATIONS_MAX, ACTION_SUMMARY_MAX_CHARS } from "../../../manifests/bounds/editor.ts";
import { DOCUMENT_ID_MAX_CHARS } from "../../../manifests/bounds/documents.ts";

const object = z.record(z.string(), z.unknown());

/** The value of `data` in a section's template, by page id and then section id. */
export const dataShape = z.record(z.string(), z.record(z.string(), z.nullable(object)));
export type DataAnswer = z.infer<typeof dataShape>;

const section = z.string().check(z.maxLength(DOCUMENT_ID_MAX_CHARS));

/**
 * The answer of an action: new values for what it got, and the version that it got. Which values are allowed is checked
 * later, by the action's declaration and the sections' types.
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
