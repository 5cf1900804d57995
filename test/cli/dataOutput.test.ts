/** The schema of a provider's data, as check, language server and types of authors know it. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Manifest } from "../../manifests/manifest/manifest.ts";
import { folderFacts } from "../../sites/cli/language/facts.ts";
import { checkFolder } from "../../sites/cli/plugin/check.ts";
import { declarations } from "../../sites/cli/plugin/types/declarations.ts";
import { Desk } from "./svc.ts";

const output = {
  type: "object",
  properties: {
    days: { type: "integer", title: "Days that are left" },
    moon: {
      type: "object",
      title: "Moon",
      properties: { phase: { type: "string", title: "Phase" } },
      additionalProperties: false,
    },
  },
  required: ["days"],
  additionalProperties: false,
};

const manifestWith = (data: object) => ({
  manifestVersion: 1,
  id: "acme.countdown",
  version: "1.0.0",
  name: "Countdown",
  kind: "executable",
  engine: "^1.0.0",
  main: "main.js",
  contributes: {
    sections: [
      {
        name: "countdown",
        title: "Countdown",
        category: "content",
        template: "countdown.liquid",
        markdown: "countdown.md.liquid",
        variants: [{ name: "plain", title: "Plain" }],
        fields: { type: "object", properties: { day: { type: "string", title: "Day" } }, additionalProperties: false },
        example: { fields: {} },
        data: { provider: "days", ...data },
      },
    ],
  },
});

function linesOf(template: string, data: object = { output }): string[] {
  using desk = new Desk();
  desk.write("countdown/plugin.jsonc", JSON.stringify(manifestWith(data)));
  desk.write("countdown/main.js", "export const data = { days: () => ({}) };");
  desk.write("countdown/countdown.liquid", template);
  desk.write("countdown/countdown.md.liquid", "{{ data.days }}");
  return checkFolder(join(desk.path, "countdown")).lines.map((line) => line.slice(desk.path.length + 1));
}

test.each([
  ["its members", "{% if data %}{{ data.days }} {{ data.moon.phase }}{% endif %}", []],
  [
    "no other",
    "<p>{{ data.dyas }}</p>",
    [
      expect.stringMatching(
        /^countdown\/countdown\.liquid:1:7 .*"data\.dyas"; allowed: one of days, moon; did you mean/,
      ),
    ],
  ],
  ["no other below one", "{{ data.moon.face }}", [expect.stringContaining('"data.moon.face"; allowed: one of phase')]],
])("a template knows %s", (_, template, lines) => expect(linesOf(template)).toEqual(lines));

test("without a schema, a template may read any member", () => expect(linesOf("{{ data.any.thing }}", {})).toEqual([]));

test.each([
  [{ type: "array", items: {} }, /\/data\/output\/type: found .*array.*; allowed: "object"/],
  [
    { type: "object", properties: { a: { type: "wrong", title: "A" } }, additionalProperties: false },
    /\/data\/output\/properties\/a\/type/,
  ],
])("a schema that is none of an object is refused: %j", (wrong, says) =>
  expect(linesOf("{{ data.days }}", { output: wrong }).join()).toMatch(says),
);

test("a language server completes its members", () => {
  const facts = folderFacts({ "plugin.jsonc": JSON.stringify(manifestWith({ output })) });
  expect(facts.rootsOf("countdown.liquid").get("data")?.["properties"]).toMatchObject({ days: {}, moon: {} });
  expect(facts.rootsOf("other.liquid").get("data")).toEqual({ properties: {} });
});

test("a provider's answer has its type", async () => {
  const text = await declarations(manifestWith({ output }) as unknown as Manifest);
  expect(text).toMatch(/export interface CountdownData \{[\s\S]*days: number;/);
  expect(text).toContain("DataAnswer<CountdownData> | Promise<DataAnswer<CountdownData>>");
});
