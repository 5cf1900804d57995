import type { ScaffoldFiles, NewPlugin } from "./wish.ts";
import { head } from "./wish.ts";

const noticeTest = ({ id }: NewPlugin): string => `import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("shows its title and its text", async () => {
  const site = await startPlugin();
  const fields = { title: "Closed on Monday", body: "We are back on **Tuesday**." };
  await site.pages.add({ path: "/news", title: "News", sections: [{ id: "closed", type: "${id}/notice", fields }] });
  await site.publish();
  const { status, body } = await site.pages.visit("/news");
  expect(status).toBe(200);
  expect(body).toContain("Closed on Monday</h2>");
  expect(body).toContain("<strong>Tuesday</strong>");
});
`;

export const section = (wish: NewPlugin): ScaffoldFiles => ({
  "plugin.jsonc": `${head(wish, "declarative")}
  "contributes": {
    "sections": [
      {
        "name": "notice",
        "title": "Notice",
        "description": "A heading and a few lines.",
        "category": "content",
        "template": "sections/notice.liquid",
        "markdown": "sections/notice.md.liquid",
        "css": "sections/notice.css",
        "variants": [
          { "name": "plain", "title": "Plain" }, // the first is the default
          { "name": "boxed", "title": "In a box" },
        ],
        "fields": {
          "type": "object",
          "properties": {
            "title": { "$ref": "drawbridge:text", "title": "Title", "default": "Notice" },
            "body": { "$ref": "drawbridge:markdown", "title": "Text", "default": "" },
          },
          "additionalProperties": false,
        },
        "example": {
          "variant": "boxed",
          "fields": { "title": "Closed on Monday", "body": "We are back on **Tuesday** at nine." },
        },
      },
    ],
  },
}
`,
  "sections/notice.liquid": `<div class="box">
  <h{{ section.level }}>{{ fields.title }}</h{{ section.level }}>
  {%- if fields.body != blank %}
  <div>{{ fields.body | markdown }}</div>
  {%- endif %}
</div>
`,
  "sections/notice.md.liquid": `{{ "######" | slice: 0, section.level }} {{ fields.title }}

{{ fields.body }}
`,
  "sections/notice.css": `.box {
  max-inline-size: var(--width-text);
  margin-inline: auto;
}

:scope.is-boxed .box {
  padding: var(--space);
  border: 1px solid var(--border);
  border-radius: var(--radius);
  background: var(--surface);
}
`,
  "notice.test.js": noticeTest(wish),
});
