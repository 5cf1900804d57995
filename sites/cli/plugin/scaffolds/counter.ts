/** A plugin that counts publications, in JavaScript and in TypeScript. */
import { packageJson, readme, tsconfig, typed } from "./code.ts";
import type { ScaffoldFiles, NewPlugin } from "./wish.ts";
import { head } from "./wish.ts";

export const javascript = (wish: NewPlugin): ScaffoldFiles => ({
  "plugin.jsonc": `${head(wish, "executable")}
  "contributes": {
    "hooks": [{ "on": "afterPublish" }],
    "routes": [{ "name": "count", "path": "/count", "methods": ["GET"], "access": "member" }],
  },
  "capabilities": {
    // An owner reads this reason and decides.
    "storage": { "maxBytes": 10000, "maxKeys": 10, "reason": "to remember how often the site was published" },
  },
  "limits": { "cpuMs": 50, "wallMs": 2000, "subrequests": 5 },
  "main": "main.js",
}
`,
  "main.js": `/** Counts publications, and tells the number at the plugin's own address. */
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
`,
  "main.test.js": `import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("counts publications", async () => {
  const site = await startPlugin();
  await site.publish();
  await site.publish();
  expect(await site.call.route("count")).toEqual({ status: 200, body: { publications: 2 } });
});

test("has nothing without its grant", async () => {
  const site = await startPlugin();
  await site.revoke();
  await expect(site.call.route("count")).rejects.toMatchObject({ code: "revoked" });
});
`,
  "README.md": readme(wish, "counts how often a site was published"),
  "tsconfig.json": tsconfig(wish),
});

const TYPED_MAIN = `import type { Hooks, Routes } from "./plugin.d.ts";

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
`;

/** The same plugin in TypeScript, which packing bundles. */
export function typescript(wish: NewPlugin): ScaffoldFiles {
  const { "main.js": _code, "main.test.js": test = "", "tsconfig.json": config = "", ...files } = javascript(wish);
  return {
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [path, typed(text)])),
    "main.ts": TYPED_MAIN,
    "main.test.ts": test,
    "package.json": packageJson(wish),
    "tsconfig.json": config,
  };
}
