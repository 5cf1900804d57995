import { readme, tsconfig } from "./code.ts";
import type { ScaffoldFiles, NewPlugin } from "./wish.ts";
import { head } from "./wish.ts";

const manifest = (wish: NewPlugin): string => `${head(wish, "executable")}
  "contributes": {
    "mcp": {
      "tools": [
        {
          "name": "pages-without-description",
          "title": "Pages without a description",
          // A model only knows this text and the descriptions of the arguments.
          "description": "Lists published pages that have no description, so that one can be written for each.",
          "input": {
            "type": "object",
            "properties": {
              "limit": { "type": "integer", "title": "Limit", "description": "Maximum number of pages.", "minimum": 1, "maximum": 50, "default": 10 },
            },
            "additionalProperties": false,
          },
        },
      ],
    },
  },
  "capabilities": {
    // An owner reads this reason and decides.
    "content": { "read": ["page"], "reason": "to find pages without a description" },
  },
  "main": "main.js",
}
`;

const MAIN = `/** The tool that agents of members can call. The answer is data: the agent makes sentences of it. */

/** @type {import("./plugin.d.ts").Tools} */
export const tools = {
  async "pages-without-description"({ limit }, ctx) {
    const { pages } = await ctx.content.query({ order: "path" });
    const found = pages.filter(({ description }) => !description);
    return { total: found.length, pages: found.slice(0, limit).map(({ path, title }) => ({ path, title })) };
  },
};
`;

const TEST = `import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("finds the pages without a description", async () => {
  const site = await startPlugin();
  await site.pages.add({ path: "/about", title: "About", description: "Who we are." });
  await site.pages.add({ path: "/news", title: "News" });
  await site.publish();
  expect(await site.call.tool("pages-without-description", { limit: 5 })).toEqual({
    total: 2,
    pages: [
      { path: "/", title: "Home" },
      { path: "/news", title: "News" },
    ],
  });
});
`;

export const tools = (wish: NewPlugin): ScaffoldFiles => ({
  "plugin.jsonc": manifest(wish),
  "main.js": MAIN,
  "main.test.js": TEST,
  "README.md": readme(wish, "tells agents which pages lack a description"),
  "tsconfig.json": tsconfig(wish),
});
