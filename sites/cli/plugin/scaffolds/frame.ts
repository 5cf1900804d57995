import type { ScaffoldFiles, NewPlugin } from "./wish.ts";
import { head } from "./wish.ts";

const manifest = (wish: NewPlugin): string => `${head(wish, "declarative")}
  "contributes": {
    // Shown apart from the page, without an origin: no cookies, no storage, nothing of the page.
    "frames": [
      {
        "name": "estimate",
        "title": "Estimate",
        "html": "frame/estimate.html",
        "css": "frame/estimate.css",
        "script": "frame/estimate.js",
      },
    ],
    "sections": [
      {
        "name": "estimate",
        "title": "Estimate",
        "description": "Says what some hours of work cost.",
        "category": "content",
        // Visitors without script, machines and members in a draft see this. It says the same.
        "template": "sections/estimate.liquid",
        "markdown": "sections/estimate.md.liquid",
        "frame": "estimate",
        "variants": [{ "name": "plain", "title": "Plain" }],
        "fields": {
          "type": "object",
          "properties": {
            "title": { "$ref": "drawbridge:text", "title": "Title", "default": "What it costs" },
            "price": { "type": "number", "title": "Price of an hour", "minimum": 0, "default": 60 },
          },
          "additionalProperties": false,
        },
        "example": { "fields": { "title": "What mending costs", "price": 60 } },
      },
    ],
  },
  "capabilities": {
    // An owner reads this reason and decides. The frame can only reach hosts that are named here.
    "browser": { "hosts": [], "reason": "to let visitors calculate with their own hours" },
  },
}
`;

const HTML = `<label>Hours <input id="hours" type="number" min="1" max="200" value="1"></label>
<p><output id="total" for="hours"></output></p>
`;

const CSS = `body {
  margin: 0;
  background: var(--background);
  color: var(--text);
  font-family: var(--font-body);
}

#total {
  font-size: 1.5em;
}
`;

const SCRIPT = `/** The frame receives the section's fields after it has loaded. Elements and textContent work here; innerHTML does not. */
const { fields, language } = await drawbridge.ready;
const [hours, total] = ["hours", "total"].map((id) => document.getElementById(id));

const calculate = () => (total.textContent = new Intl.NumberFormat(language).format(hours.valueAsNumber * fields.price));

hours.addEventListener("input", calculate);
calculate();
`;

const test = ({ id }: NewPlugin): string => `import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("has the price in the page, and a frame to calculate in", async () => {
  const site = await startPlugin();
  const sections = [{ id: "one", type: "${id}/estimate", fields: { price: 45 } }];
  await site.pages.add({ path: "/prices", title: "Prices", sections });
  await site.publish();
  const { body } = await site.pages.visit("/prices");
  expect(body).toContain("An hour costs 45.");
  expect(body).toContain("data-frame=");
});
`;

export const frameScaffold = (wish: NewPlugin): ScaffoldFiles => ({
  "plugin.jsonc": manifest(wish),
  "frame/estimate.html": HTML,
  "frame/estimate.css": CSS,
  "frame/estimate.js": SCRIPT,
  "sections/estimate.liquid": `<div class="wrap text">
  <h{{ section.level }}>{{ fields.title }}</h{{ section.level }}>
  <p>An hour costs {{ fields.price }}.</p>
</div>
`,
  "sections/estimate.md.liquid": `{{ "######" | slice: 0, section.level }} {{ fields.title }}

An hour costs {{ fields.price }}.
`,
  "frame.test.js": test(wish),
});
