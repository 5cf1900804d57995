import type { ScaffoldFiles, NewPlugin } from "./wish.ts";
import { head } from "./wish.ts";

const manifest = (wish: NewPlugin): string => `${head(wish, "declarative")}
  "contributes": {
    // Files are written when the site is published.
    "files": [
      {
        "path": "/pages.json",
        "type": "application/json",
        "template": "pages.liquid",
        "queries": { "pages": { "order": "path", "limit": 1000 } },
      },
    ],
    // The head of every page holds this.
    "metadata": [{ "name": "pages", "template": "head.liquid" }],
  },
}
`;

const TEST = `import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("lists the pages, and every page leads to the list", async () => {
  const site = await startPlugin();
  await site.pages.add({ path: "/news", title: "News & more" });
  await site.publish();
  const { status, body } = await site.pages.visit("/pages.json");
  expect(status).toBe(200);
  expect(JSON.parse(body ?? "").pages).toContainEqual({ path: "/news", title: "News & more" });
  expect((await site.pages.visit("/news")).body).toContain('href="/pages.json"');
});
`;

export const files = (wish: NewPlugin): ScaffoldFiles => ({
  "plugin.jsonc": manifest(wish),
  "pages.liquid": `{ "site": {{ site.name | json }}, "pages": [
{%- for page in queries.pages %}
  { "path": {{ page.path | json }}, "title": {{ page.title | json }} }{% unless forloop.last %},{% endunless %}
{%- endfor %}
] }
`,
  "head.liquid": `<link rel="alternate" type="application/json" href="/pages.json">
`,
  "files.test.js": TEST,
});
