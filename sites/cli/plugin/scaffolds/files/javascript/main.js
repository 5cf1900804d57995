/** Counts publications, and tells the number at the plugin's own address. */
const KEY = "publications";

/** @type {import("./plugin.d.ts").Hooks} */
export const hooks = {
  async afterPublish(_release, ctx) {
    /** @type {number} */
    const count = (await ctx.storage.get(KEY)) ?? 0;
    await ctx.storage.put(KEY, count + 1);
  },
};

/** @type {import("./plugin.d.ts").Routes} */
export const routes = {
  async count(_request, ctx) {
    return { body: { publications: (await ctx.storage.get(KEY)) ?? 0 } };
  },
};
