/** Findings of `svc plugin check`, each with its file, line and column. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { checkFolder } from "../../sites/cli/plugin/check.ts";
import { clearDesks, Desk } from "./svc.ts";

afterAll(clearDesks);

const MANIFEST = {
  manifestVersion: 1,
  id: "acme.checked",
  version: "1.0.0",
  name: "Checked",
  kind: "executable",
  engine: "^1.0.0",
  main: "main.js",
  contributes: { hooks: [{ on: "afterPublish" }] },
};

const foundIn = (files: Readonly<Record<string, string>>, manifest: object = {}): string[] => {
  using desk = new Desk();
  desk.write("plugin/plugin.jsonc", JSON.stringify({ ...MANIFEST, ...manifest }));
  for (const [path, text] of Object.entries(files)) desk.write(`plugin/${path}`, text);
  const folder = join(desk.path, "plugin");
  return checkFolder(folder).lines.map((line) => line.replace(`${folder}/`, ""));
};

const GOOD = "export const hooks = { afterPublish() {} };\n";

describe("code", () => {
  test("that works has nothing to be mended", () => {
    expect(foundIn({ "main.js": GOOD })).toEqual([]);
  });

  test.each([
    [
      "a value that is missing",
      "export const x = ;\n",
      "main.js:1:18 /: found code that cannot be read: Unexpected token",
    ],
    ["a bracket that is not closed", `${GOOD}function later() {\n`, "main.js:3:1 /: found code that cannot be read"],
    ["a word of another language", `${GOOD}let a: number = 1;`, "main.js:2:6 /: found code that cannot be read"],
    ["a module that is not there", `import "./gone.js";\n${GOOD}`, 'main.js:1:8 /main: found "./gone.js"'],
    [
      "a name that a module does not export",
      `import { one, two } from "./lib.js";\n${GOOD}`,
      'main.js:1:15 /: found an import of "two" from "./lib.js"; allowed: one of the names it exports: one',
    ],
    [
      "functions in a default export",
      "export default { hooks: { afterPublish() {} } };\n",
      "main.js:1:1 /: found hooks in a default export; allowed: export const hooks",
    ],
    [
      "a function that the manifest promises",
      "export const hooks = {};\n",
      "main.js:1:1 /contributes/hooks/0: found no function",
    ],
  ])("with %s is found by its place", (_, code, line) => {
    expect(foundIn({ "main.js": code, "lib.js": "export const one = 1;\n" }).join("\n")).toContain(line);
  });

  test("with patterns and texts that look like comments is read as it is written", () => {
    expect(foundIn({ "main.js": `const all = "/*.html"; const rest = /[*]/; // */\n${GOOD}` })).toEqual([]);
  });
});

test("an engine that this release is not is found", () => {
  expect(foundIn({ "main.js": GOOD }, { engine: "^2.0.0" })[0]).toMatch(
    /^plugin\.jsonc:1:\d+ \/engine: found "\^2\.0\.0"; allowed: a range that includes 1\.0\.0/,
  );
});

describe("a declarative plugin", () => {
  /** Replaces one text of the documented plugin. */
  const withText = (
    file: string,
    from: string,
    to: string,
    of = "test/fixtures/plugins/lantern-opening-hours",
  ): string[] => {
    using desk = new Desk();
    const folder = join(desk.path, "hours");
    cpSync(join(import.meta.dirname, "../..", of), folder, { recursive: true });
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    writeFileSync(path, text.replace(from, to));
    return checkFolder(folder).lines.map((line) => line.replace(`${folder}/`, ""));
  };

  test.each([
    [
      "in its HTML",
      "hours.liquid",
      "{{ fields.title }}",
      "{{ fields.intor }}",
      /^hours\.liquid:\d+:\d+ .*found the field "fields\.intor"; allowed: one of title, days/,
    ],
    [
      "in a condition",
      "hours.liquid",
      "{{ fields.title }}",
      "{% if fields.intor != blank %}x{% endif %}",
      /^hours\.liquid:\d+:\d+ .*fields\.intor/,
    ],
    [
      "in its Markdown",
      "hours.md.liquid",
      "{{ fields.title }}",
      "{{ fields.intor }}",
      /^hours\.md\.liquid:\d+:\d+ .*fields\.intor/,
    ],
  ])("with a field that its schema does not have %s is found by its place", (_, file, from, to, line) => {
    expect(withText(file, from, to)[0]).toMatch(line);
  });

  test.each([
    ["in the head", "head.liquid", "page.values.start", 'the value "page.values.strat"; allowed: one of start, end'],
    [
      "in a loop",
      "sections/event-list.liquid",
      "event.values.start",
      'the value "event.values.strat"; allowed: one of start',
    ],
    ["in the type", "event.liquid", "fields.start", 'the field "fields.strat"; allowed: one of start, end'],
  ])("with a value that its content type does not have %s is found by its place", (_, file, name, found) => {
    expect(withText(file, name, name.replace("start", "strat"), "plugins/events")[0]).toContain(`${file}:`);
    expect(withText(file, name, name.replace("start", "strat"), "plugins/events")[0]).toContain(found);
  });

  test("with a value in a list that its content type does not index is told so", () => {
    const [line] = withText(
      "sections/event-list.liquid",
      "event.values.start",
      "event.values.address",
      "plugins/events",
    );
    expect(line).toContain('the value "event.values.address"; allowed: one of start, end, time, place, price, topics');
  });

  test("with words in a text that look like a field is left alone", () => {
    expect(withText("hours.liquid", "{{ fields.title }}", '{{ fields.title | append: "fields.intor" }}')).toEqual([]);
  });

  test("with settings that no code reads is told so", () => {
    const settings =
      '"contributes": { "settings": { "type": "object", "properties": {}, "additionalProperties": false },';
    expect(withText("plugin.jsonc", '"contributes": {', settings).join("\n")).toContain(
      "/contributes/settings: found settings in a plugin without code, which cannot read them",
    );
  });
});

test("a theme whose colours are under the contrast that sections rely on is found, by the colour's place", () => {
  using desk = new Desk();
  const folder = join(desk.path, "slate");
  cpSync(join(import.meta.dirname, "../../plugins/slate"), folder, { recursive: true });
  const path = join(folder, "plugin.jsonc");
  const { contributes } = packPlugin(folder).manifest;
  const light = contributes.themes?.[0]?.tokens.light["properties"] as { muted: { default: string } };
  writeFileSync(path, readFileSync(path, "utf8").replace(light.muted.default, "#dddddd"));
  const [line] = checkFolder(folder).lines;
  expect(line).toMatch(
    /plugin\.jsonc:\d+:\d+ .*\/tokens\/light\/properties\/muted\/default: found #dddddd on background/,
  );
});

test("every plugin that comes with Drawbridge keeps what check looks for", () => {
  const folder = join(import.meta.dirname, "../../plugins");
  for (const name of ["announcement", "basics", "forms", "link-check", "slate"])
    expect(checkFolder(join(folder, name)).lines).toEqual([]);
});
