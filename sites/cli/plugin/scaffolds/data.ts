import { packageJson, readme, tsconfig, typed } from "./code.ts";
import type { ScaffoldFiles, NewPlugin } from "./wish.ts";
import { head } from "./wish.ts";

const manifest = (wish: NewPlugin): string => `${head(wish, "executable")}
  "contributes": {
    "sections": [
      {
        "name": "countdown",
        "title": "Countdown",
        "description": "Shows how many days are left until a date.",
        "category": "content",
        "template": "sections/countdown.liquid",
        "markdown": "sections/countdown.md.liquid",
        // The function in main.ts that computes \`data\` for the templates, when a page is published.
        "data": { "provider": "days" },
        "variants": [{ "name": "plain", "title": "Plain" }],
        "fields": {
          "type": "object",
          "properties": {
            "title": { "$ref": "drawbridge:text", "title": "Title", "default": "Launch" },
            "day": { "type": "string", "format": "date", "title": "Day", "default": "2099-01-01" },
          },
          "additionalProperties": false,
        },
        "example": { "fields": { "title": "Launch of the boat", "day": "2099-01-01" } },
      },
    ],
  },
  "main": "main.ts",
}
`;

const MAIN = `// A package from npm is imported by its name, after npm install in this folder.
import type { Data } from "./plugin.d.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export const daysUntil = (day: string, now: number): number => Math.max(0, Math.ceil((Date.parse(day) - now) / DAY_MS));

export const data: Data = {
  days({ pages }) {
    const now = Date.now();
    const ofPage = ({ page, sections }: (typeof pages)[number]) => [
      page.id,
      Object.fromEntries(sections.map(({ id, fields }) => [id, { days: daysUntil(fields.day ?? "", now) }])),
    ];
    return Object.fromEntries(pages.map(ofPage));
  },
};
`;

const test = ({ id }: NewPlugin): string => `import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";
import { daysUntil } from "./main.ts";

test("counts a day that has begun", () => {
  expect(daysUntil("2030-01-03", Date.parse("2030-01-01T12:00:00Z"))).toBe(2);
});

test("shows the days in the page", async () => {
  const site = await startPlugin();
  const sections = [{ id: "one", type: "${id}/countdown", fields: { day: "2001-01-01" } }];
  await site.pages.add({ path: "/boat", title: "Boat", sections });
  await site.publish();
  const { body } = await site.pages.visit("/boat");
  expect(body).toContain("Launch</h2>");
  expect(body).toContain("<p>0 days</p>");
});
`;

/** A section whose data comes from TypeScript with a package of npm. */
export const data = (wish: NewPlugin): ScaffoldFiles => ({
  "plugin.jsonc": manifest(wish),
  "main.ts": MAIN,
  "main.test.ts": test(wish),
  "sections/countdown.liquid": `<div class="wrap text">
  <h{{ section.level }}>{{ fields.title }}</h{{ section.level }}>
  <p>{% if data %}{{ data.days }} days{% else %}Soon{% endif %}</p>
</div>
`,
  "sections/countdown.md.liquid": `{{ "######" | slice: 0, section.level }} {{ fields.title }}

{% if data %}{{ data.days }} days{% else %}Soon{% endif %}
`,
  "README.md": typed(readme(wish, "shows how many days are left until a date")),
  "package.json": packageJson(wish),
  "tsconfig.json": tsconfig(wish),
});
