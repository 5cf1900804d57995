/** Values on which the check at packing and the engine at rendering must agree. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BLOCKS, FILTERS, SIMPLE } from "../../../manifests/liquid/liquidRules.ts";
import { checkTemplate } from "../../../manifests/templates/templateCheck.ts";
import { DIALECTS } from "../../../runtime/templates/dialect.ts";
import { FILTERS as ENGINE_FILTERS } from "../../../runtime/templates/filters.ts";
import { compileTemplate } from "../../../runtime/templates/liquid.ts";
import { TAGS } from "../../../runtime/templates/statements.ts";

test("the filters and tags an author may use are those the engine has", () => {
  expect([...FILTERS].toSorted()).toEqual([...ENGINE_FILTERS.keys()].toSorted());
  expect([...BLOCKS.keys(), ...SIMPLE].toSorted()).toEqual(Object.keys(TAGS).toSorted());
});

const compiles = (text: string): boolean => {
  try {
    compileTemplate(text, DIALECTS.section);
    return true;
  } catch {
    return false;
  }
};

test("what the check accepts of generated templates, the engine takes", () => {
  const pieces = [
    "<p>",
    "</p>",
    "<p ",
    ">",
    'class="',
    '"',
    " ",
    "a",
    "on",
    "=",
    "{{ x }}",
    "{% if a %}",
    "{% else %}",
    "{% endif %}",
  ];
  let seed = 7;
  const pick = (): string => pieces[(seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % pieces.length] ?? "";
  const texts = Array.from({ length: 20_000 }, () => Array.from({ length: 2 + (seed % 9) }, pick).join(""));
  const accepted = texts.filter((text) => checkTemplate({ text, pointer: "" }, "section").length === 0);
  expect(accepted.length).toBeGreaterThan(100);
  expect(accepted.filter((text) => !compiles(text))).toEqual([]);
});

test("every template of a section the project ships is taken by the engine", () => {
  const plugins = join(import.meta.dirname, "../../../plugins");
  const paths = readdirSync(plugins, { recursive: true, encoding: "utf8" }).filter((path) =>
    /sections\/[^.]+\.liquid$/.test(path),
  );
  const refused = paths.filter((path) => !compiles(readFileSync(join(plugins, path), "utf8")));
  expect(paths.length).toBeGreaterThan(0);
  expect(refused).toEqual([]);
});
