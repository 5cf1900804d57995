/** Runs the steps of docs/plugins/manifest.md#Changing fields on content of an earlier version. */
import { expect, test } from "vitest";
import { migrateShape } from "../../manifests/manifest/migration.ts";
import { fitOf } from "../../runtime/templates/fitting.ts";
import { parseAuthoring } from "../../sites/cli/files/authoring.ts";
import { pages } from "./page.ts";

const text = { $ref: "drawbridge:text", title: "Text" };

test("the steps of the docs move, fill, split and convert what an earlier version wrote", () => {
  const manifest = pages().find(({ path }) => path === "docs/plugins/manifest.md");
  const block = manifest?.blocks.find(({ heading }) => heading === "Changing fields");
  const parsed = parseAuthoring(`{ ${(block?.code ?? "").replace(/\n$/, "")} }`);
  const { migrate } = (parsed.ok ? parsed.value : {}) as { migrate: unknown };
  const fields = {
    type: "object",
    properties: { title: text, given: text, family: text, level: { type: "integer", title: "Level" }, minutes: text },
    required: ["title", "level"],
    additionalProperties: false,
  };
  const type = { fields, migrate: migrateShape.parse(migrate) };
  expect(fitOf(type, { head: "Hello", person: "Ada Lovelace", minutes: 20 })).toEqual({
    fields: { title: "Hello", level: 2, given: "Ada", family: "Lovelace", minutes: "20" },
    kept: [],
    issues: [],
    moved: true,
  });
});
