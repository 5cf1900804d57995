import * as z from "zod/mini";
import { TOPIC_NAMES } from "./consented.ts";

/** Effects, by the names of sentences and their values: an editor writes it in the language of its reader. */
const effects = z.array(
  z.strictObject({
    name: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  }),
);

/**
 * One thing an owner agrees to. `change` compares it with what was agreed to before: `added`, `widened` (it reaches
 * further), `narrowed`, `changed` (it says something else), `removed`. `says` is the English sentence of `effects`.
 * `was` is the sentence of `before`, which are the effects from before.
 */
export const consentView = z.strictObject({
  topic: z.enum(TOPIC_NAMES),
  effects,
  says: z.string(),
  /** The author's reason; null without one. */
  reason: z.nullable(z.string()),
  /** True if it is granted; false if switching the plugin on allows it. */
  needsGrant: z.boolean(),
  change: z.nullable(z.enum(["added", "widened", "narrowed", "changed", "removed"])),
  before: z.nullable(effects),
  was: z.nullable(z.string()),
});
export type ConsentView = z.infer<typeof consentView>;
