import type { ScaffoldFiles, NewPlugin } from "./wish.ts";
import { head } from "./wish.ts";

const manifest = (wish: NewPlugin): string => `${head(wish, "declarative")}
  "contributes": {
    "forms": [
      {
        "name": "visit",
        "title": "Ask for a visit",
        "fields": {
          "type": "object",
          "properties": {
            "name": { "type": "string", "title": "Name", "minLength": 1, "maxLength": 120 },
            "email": { "type": "string", "title": "Email", "description": "Where we answer.", "format": "email", "maxLength": 254 },
            "day": { "title": "Which day?", "enum": ["Monday", "Thursday", "Any"] },
            "words": { "type": "string", "title": "What is it about?", "maxLength": 2000 },
          },
          "required": ["name", "email", "day"],
          "additionalProperties": false,
        },
        // The look and order of fields. A field is personal unless it says that it is not.
        "inputs": [
          { "field": "name", "autocomplete": "name" },
          { "field": "email", "autocomplete": "email" },
          { "field": "day", "as": "radio", "personal": false },
          { "field": "words", "as": "multiline" },
        ],
        "messages": { "submit": "Ask", "success": "Thank you. We answer within two days." },
        "retentionDays": 90,
      },
    ],
    // The form's place in a page. The kernel draws the form where the template prints it.
    "sections": [
      {
        "name": "visit",
        "title": "Ask for a visit",
        "description": "A heading, and the form below.",
        "category": "contact",
        "template": "sections/visit.liquid",
        "markdown": "sections/visit.md.liquid",
        "css": "sections/visit.css",
        "variants": [{ "name": "plain", "title": "Plain" }],
        "form": { "type": ${JSON.stringify(`${wish.id}/visit`)} },
        "fields": {
          "type": "object",
          "properties": {
            "title": { "$ref": "drawbridge:text", "title": "Title", "default": "Come and see us" },
          },
          "additionalProperties": false,
        },
        "example": { "fields": { "title": "Come and see us" } },
      },
    ],
  },
}
`;

const test = ({ id }: NewPlugin): string => `import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("asks for a name, an address and a day", async () => {
  const site = await startPlugin();
  await site.pages.add({ path: "/visit", title: "Visit", sections: [{ id: "ask", type: "${id}/visit" }] });
  await site.publish();
  const { status, body } = await site.pages.visit("/visit");
  expect(status).toBe(200);
  for (const part of ['method="post"', "Name", "Email", "Thursday", "Ask</button>"]) expect(body).toContain(part);
});
`;

export const formScaffold = (wish: NewPlugin): ScaffoldFiles => ({
  "plugin.jsonc": manifest(wish),
  "sections/visit.liquid": `<div class="wrap text visit">
  <h{{ section.level }}>{{ fields.title }}</h{{ section.level }}>
  {{ form }}
</div>
`,
  "sections/visit.md.liquid": `{{ "######" | slice: 0, section.level }} {{ fields.title }}

{{ form }}
`,
  "sections/visit.css": `.visit {
  display: grid;
  gap: var(--space);
}
`,
  "visit.test.js": test(wish),
});
