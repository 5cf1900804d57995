import { describe, expect, test } from "vitest";
import type { Issue } from "../../manifests/refusals/refusal.ts";
import { validateFields } from "../../manifests/fields/fields.ts";
import { RULES, RULES_OF_ONE } from "../../manifests/refusals/rules.ts";
import { issuesFromZod } from "../../manifests/refusals/issues.ts";
import { page } from "../../runtime/documents/content/content.ts";
import { explained } from "../../sites/words/explained.ts";
import { spoken } from "../../sites/words/spoken.ts";
import { inLanguage } from "../fixtures/languages/inLanguage.ts";

const inGerman = <T>(run: () => T): T => inLanguage("de", run);
const issue = (found: string, allowed: string): Issue => ({ pointer: "/it", found, allowed });

describe("a refusal in German", () => {
  test("has the rule that a field breaks, with its bound, and keeps the rule's name for programs", () => {
    const schema = { type: "object", properties: { it: { type: "string", title: "It", maxLength: 3 } } };
    const issues = validateFields({ ...schema, additionalProperties: false }, { it: "four" });
    expect(inGerman(() => spoken({ issues }))).toEqual({
      issues: [
        {
          pointer: "/it",
          found: "4 Zeichen",
          allowed: "höchstens 3 Zeichen",
          rule: { name: "maxLength", limit: "3" },
        },
      ],
    });
  });

  test.each([
    [{ type: "string", maxLength: 1 }, "ab", "2 characters", "at most 1 character", "höchstens 1 Zeichen"],
    [
      { type: "string", minLength: 2, maxLength: 9 },
      "a",
      "1 character",
      "at least 2 characters",
      "mindestens 2 Zeichen",
    ],
    [{ type: "array", maxItems: 1 }, ["a", "b"], "a list of 2 items", "at most 1 item", "höchstens 1 Eintrag"],
    [
      { type: "array", minItems: 2, maxItems: 3 },
      ["a"],
      "a list of 1 item",
      "at least 2 items",
      "mindestens 2 Einträge",
    ],
  ])("counts as people do: %j with %j", (field, it, found, allowed, german) => {
    const items = field.type === "array" ? { items: { type: "string" } } : {};
    const properties = { it: { title: "It", ...items, ...field } };
    const issues = validateFields({ type: "object", properties, additionalProperties: false }, { it });
    expect(issues).toMatchObject([{ found, allowed }]);
    expect(inGerman(() => spoken({ issues }))).toMatchObject({ issues: [{ allowed: german }] });
  });

  test("has a text of its own for each rule that counts, where its limit is one", () => {
    const counting = Object.entries(RULES).flatMap(([name, text]) => (/\{limit\} [a-z]+s$/.test(text) ? [name] : []));
    expect(Object.keys(RULES_OF_ONE)).toEqual(counting);
  });

  test("says what a document may hold, of the same names in either check", () => {
    const input = { path: "Nonsense", title: "", sections: [] };
    const parsed = page.safeParse(input);
    const issues = parsed.success ? [] : issuesFromZod(parsed.error, input);
    expect(inGerman(() => explained({ issues }))).toEqual([
      'Gefunden: der Text "Nonsense". Angenommen: ein Pfad wie /leistungen/daecher.',
      "Gefunden: 0 Zeichen. Angenommen: mindestens 1 Zeichen.",
    ]);
  });

  test.each([
    ["Another publication is running. Wait until it ends.", "Eine Veröffentlichung läuft."],
    ["A site has at most 25 members.", "Eine Website hat höchstens 25 Mitglieder."],
    ["What a plugin says itself.", "What a plugin says itself."],
    ["constructor", "constructor"],
    ["A site has at most {n} members.", "Eine Website hat höchstens {n} Mitglieder."],
  ])("says %j as %j", (english, german) => {
    expect(inGerman(() => explained({ reason: english }))).toEqual([german]);
    expect(explained({ reason: english })).toEqual([english]);
  });

  test("leaves what somebody typed as it is, where it looks like a sentence of ours as well", () => {
    const typed = `the text ${JSON.stringify("nothing {n} $& at most")}`;
    expect(inGerman(() => spoken({ issues: [issue(typed, "a link")] })).issues).toEqual([
      issue('der Text "nothing {n} $& at most"', "ein Link"),
    ]);
  });

  test("is not looked for in a text of a stranger that is longer than any sentence", () => {
    const long = `A site has at most ${"9".repeat(100_000)} members.`;
    expect(inGerman(() => explained({ reason: long }))).toEqual([long]);
  });
});
