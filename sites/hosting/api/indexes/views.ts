/** The answers about indexes of plugins. The API description is generated from these. */
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
  /** Null before the first one was taken. */
  version: z.nullable(z.int()),
  expires: z.nullable(z.int()),
  checkedAt: z.nullable(z.int()),
  /** The reason why the last one that was read was not taken; what was taken before holds until it expires. */
  refusal: z.nullable(z.strictObject({ reason: z.string(), detail: z.string() })),
});

export const pluginIndexesView = z.strictObject({
  indexes: z.array(indexStandingView),
  /** Claims of indexes to names of plugins. Several may claim one name. */
  items: z.array(claimView),
  total: z.int(),
  outdated: z.array(
    z.strictObject({
      plugin: z.string(),
      installed: z.string(),
      /** The version that waits beside it until an owner grants it; null without one. */
      waiting: z.nullable(z.string()),
      newest: z.string(),
      index: z.string(),
    }),
  ),
  /** Claims to plugins that the site has from another index or publisher. They are not followed. */
  rivals: z.array(claimView),
});
export type PluginIndexesView = z.infer<typeof pluginIndexesView>;
