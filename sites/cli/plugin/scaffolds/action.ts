import { readme, tsconfig } from "./code.ts";
import type { ScaffoldFiles, NewPlugin } from "./wish.ts";
import { head } from "./wish.ts";

const manifest = (wish: NewPlugin): string => `${head(wish, "executable")}
  "contributes": {
    "actions": [
      {
        "name": "shorten",
        "title": "Shorten",
        "description": "Keeps the first sentences.",
        // The editor shows this form. Without input there is no form.
        "input": {
          "type": "object",
          "properties": {
            "sentences": { "type": "integer", "title": "Sentences to keep", "minimum": 1, "maximum": 5, "default": 1 },
          },
          "additionalProperties": false,
        },
        // The code receives only these fields of the chosen section, and may propose new values for them.
        "on": {
          "section": { "types": ["drawbridge.basics/rich-text"], "reads": ["body"], "proposes": ["body"] },
        },
      },
    ],
  },
  "capabilities": {
    // An owner reads this reason and decides.
    "actions": { "on": ["section"], "reason": "to shorten the texts that a member chooses" },
  },
  "main": "main.js",
}
`;

const MAIN = `/** Proposes shorter texts. A member reads each proposal and applies it, or not. */

/** @type {(text: string, sentences: number) => string} */
const first = (text, sentences) => (text.match(/[^.!?]+[.!?]*\\s*/g) ?? []).slice(0, sentences).join("").trim();

/** @type {import("./plugin.d.ts").Actions} */
export const actions = {
  shorten({ version, section, input: { sentences } }) {
    const body = first(section.fields.body ?? "", sentences);
    return { version, summary: \`\${body.length} characters\`, operations: [{ op: "set", section: section.id, fields: { body } }] };
  },
};
`;

const TEST = `import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

const TEXT = "drawbridge.basics/rich-text";

test("proposes the first sentence, and changes nothing itself", async () => {
  const site = await startPlugin();
  const sections = [{ id: "story", type: TEXT, fields: { body: "We build boats. We also mend them." } }];
  const page = await site.pages.add({ path: "/boats", title: "Boats", sections });
  const { summary, changes } = await site.call.action("shorten", { page, section: "story", input: { sentences: 1 } });
  expect(summary).toBe("15 characters");
  expect(changes).toMatchObject([{ pointer: "/fields/body", was: "We build boats. We also mend them.", is: "We build boats." }]);
});
`;

export const action = (wish: NewPlugin): ScaffoldFiles => ({
  "plugin.jsonc": manifest(wish),
  "main.js": MAIN,
  "main.test.js": TEST,
  "README.md": readme(wish, "adds an action to the editor that proposes a shorter text"),
  "tsconfig.json": tsconfig(wish),
});
