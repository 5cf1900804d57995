import type { Hooks, Routes } from "./plugin.d.ts";

/** Counts publications, and tells the number at the plugin's own address. */
const KEY = "publications";

export const hooks: Hooks = {
  async afterPublish(_release, ctx) {
    const count = (await ctx.storage.get<number>(KEY)) ?? 0;
    await ctx.storage.put(KEY, count + 1);
  },
};

export const routes: Routes = {
  async count(_request, ctx) {
    return { body: { publications: (await ctx.storage.get<number>(KEY)) ?? 0 } };
  },
};
