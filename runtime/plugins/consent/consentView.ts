import * as z from "zod/mini";
import { TOPIC_NAMES } from "./consented.ts";

/** Effects as sentence names with values, so that an editor can show them in its reader's language. */
const effects = z.array(
  z.strictObject({
    name: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  }),
);

/**
 * One item that an owner agrees to. `change` compares it with the last agreement: `added`, `widened` (reaches further),
 * `narrowed`, `changed` (says something else), `removed`. `says` is the English sentence of `effects`; `was` and
 * `before` are the same for the last agreement.
 */
export const consentView = z.strictObject({
  topic: z.enum(TOPIC_NAMES),
  effects,
  says: z.string(),
  /** The author's reason. Null without one. */
  reason: z.nullable(z.string()),
  /** True if the owner must grant it. False if enabling the plugin is enough. */
  needsGrant: z.boolean(),
  change: z.nullable(z.enum(["added", "widened", "narrowed", "changed", "removed"])),
  before: z.nullable(effects),
  was: z.nullable(z.string()),
});
export type ConsentView = z.infer<typeof consentView>;
