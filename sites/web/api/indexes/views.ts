/** Shapes of the answers about plugin indexes. The API description is generated from them. */
import * as z from "zod/mini";

const claimView = z.strictObject({
  plugin: z.string(),
  index: z.string(),
  name: z.string(),
  description: z.string(),
  publisher: z.string(),
  versions: z.array(z.string()),
});

export const indexStandingView = z.strictObject({
  name: z.string(),
  /** The accepted version; null if there was none yet. */
  version: z.nullable(z.int()),
  expires: z.nullable(z.int()),
  checkedAt: z.nullable(z.int()),
  /** The reason why the last fetched version was refused. The accepted version stays valid until it expires. */
  refusal: z.nullable(z.strictObject({ reason: z.string(), detail: z.string() })),
});

export const pluginIndexesView = z.strictObject({
  indexes: z.array(indexStandingView),
  /** The indexes' claims to plugin ids. Several indexes may claim one id. */
  items: z.array(claimView),
  total: z.int(),
  outdated: z.array(
    z.strictObject({
      plugin: z.string(),
      installed: z.string(),
      /** The version that waits for an owner's grant; null if none does. */
      waiting: z.nullable(z.string()),
      newest: z.string(),
      index: z.string(),
    }),
  ),
  /** Claims to plugins that the site has from another index or publisher, which are therefore not updates. */
  rivals: z.array(claimView),
});
export type PluginIndexesView = z.infer<typeof pluginIndexesView>;
