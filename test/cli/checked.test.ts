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

  const LIST = "sections/event-list.liquid";

  test.each([
    ["a member that pages do not have", "event.title", "event.titel", "the member", "did you mean event.title?"],
    ["a value without the word values", "event.values.place", "event.place", "the member", "event.values.place?"],
    [
      "a misspelt value without the word values",
      "event.values.place",
      "event.plaec",
      "the member",
      "event.values.place?",
    ],
    ["a misspelt value", "event.values.place", "event.values.plaec", "the value", "did you mean event.values.place?"],
    [
      "a word like no other",
      "event.title",
      "event.zebra",
      "the member",
      "updated, author, image, type, teaser, values",
    ],
  ])("with %s in a list is found, with what was meant", (_, from, to, found, meant) => {
    const [line] = withText(LIST, from, to, "plugins/events");
    expect(line).toMatch(new RegExp(`^${LIST}:\\d+:\\d+ .*${found} "${to.replaceAll(".", "\\.")}"`));
    expect(line?.endsWith(`${meant} [unknown-name]`)).toBe(true);
  });

  test("may change what a loop goes through", () => {
    const other = "{% assign events = fields.zebra %}{% for event in events %}{{ event.zebra }}{% endfor %}";
    const lines = withText(LIST, '<div class="wrap">', `<div class="wrap">${other}`, "plugins/events");
    expect(lines.join("\n")).not.toContain("event.zebra");
  });

  test.each([
    [
      "a filter",
      '"where": { "start": { "to": "today" },',
      '"where": { "strat": { "to": "today" },',
      "did you mean start?",
    ],
    ["an order", '"order": "-start"', '"order": "-strat"', "did you mean start?"],
  ])("with %s by a value that its type does not have is told so at its place", (_, from, to, meant) => {
    const [line] = withText("plugin.jsonc", from, to, "plugins/events");
    expect(line).toMatch(/^plugin\.jsonc:\d+:\d+ .*one of start, end/);
    expect(line).toContain(meant);
  });

  /** A plugin that lists the entries of another plugin's type. */
  const lister = (query: object, template: string, beside: readonly string[] = [], more: object = {}): string[] => {
    using desk = new Desk();
    for (const name of beside)
      cpSync(join(import.meta.dirname, "../../plugins", name), join(desk.path, name), { recursive: true });
    const list = {
      ...SECTION,
      ...more,
      queries: { found: { type: "drawbridge.events/event", ...query } },
    };
    const { main: _, ...manifest } = MANIFEST;
    const requires = { "drawbridge.events": "^1.0.0" };
    desk.write(
      "own/plugin.jsonc",
      JSON.stringify({ ...manifest, kind: "declarative", requires, contributes: { sections: [list] } }),
    );
    desk.write("own/list.liquid", template);
    const folder = join(desk.path, "own");
    return checkFolder(folder).lines.map((line) => line.replace(`${folder}/`, ""));
  };
  const SECTION = {
    name: "list",
    title: "List",
    category: "list",
    template: "list.liquid",
    markdown: "list.liquid",
    variants: [{ name: "plain", title: "Plain" }],
    fields: { type: "object", properties: {}, additionalProperties: false },
    example: { fields: {} },
  };
  const LOOP = "{% for one in queries.found %}{{ one.values.start }}{% endfor %}";

  test("that lists another plugin's entries is checked against its type", () => {
    expect(lister({ order: "start" }, LOOP)).toEqual([]);
    expect(lister({ order: "strat" }, LOOP)[0]).toMatch(
      /^plugin\.jsonc:1:\d+ .*queries\/found\/order: .*did you mean start\?$/,
    );
    expect(lister({ where: { plaec: { eq: "x" } } }, LOOP)[0]).toContain("did you mean place?");
    expect(lister({ type: "drawbridge.events/evnet" }, LOOP)[0]).toContain("did you mean drawbridge.events/event?");
    expect(lister({}, LOOP.replace("start", "strat"))[0]).toMatch(
      /^list\.liquid:1:\d+ .*did you mean one\.values\.start\? \[unknown-name\]$/,
    );
    expect(lister({}, "{{ page.values.strat }}")[0]).toContain("did you mean page.values.start?");
  });

  test("is checked against the type in the folder beside it, and against none that it cannot see", () => {
    expect(lister({ order: "strat" }, LOOP, ["events"])[0]).toContain("did you mean start?");
    expect(lister({ type: "acme.unseen/event", order: "strat" }, LOOP.replace("start", "strat"))).toEqual([]);
  });

  test.each([
    ["a listed entry", "{{ one | shown: 'prcie' }}", "did you mean price?"],
    ["a listed entry in another filter", '{{ one | default: one | shown: "zebra" }}', "one of start, end"],
    ["its own field", '{{ fields.note | shown: "start" }}', "one of note"],
    ["a value of unknown origin", '{% assign first = queries.found | first %}{{ first | shown: "prcie" }}', "price"],
  ])("with a name for `shown` that nothing has is found for %s", (_, use, meant) => {
    const template = LOOP.replace("{{ one.values.start }}", use);
    const note = { $ref: "drawbridge:text", title: "Note" };
    const fields = { type: "object", properties: { note }, additionalProperties: false };
    const [line] = lister({}, template, [], { fields });
    expect(line).toMatch(/^list\.liquid:1:\d+ .* for the filter shown/);
    expect(line).toContain(meant);
  });

  test("with names for `shown` that are there, or that nobody can know here, is left alone", () => {
    const good = `{{ one | shown: "price" }}{{ one | shown }}{{ "one | shown: 'x'" }}`;
    expect(lister({}, LOOP.replace("{{ one.values.start }}", good))).toEqual([]);
    const unseen = LOOP.replace("{{ one.values.start }}", '{{ one | shown: "zebra" }}');
    expect(lister({ type: "acme.unseen/event" }, unseen)).toEqual([]);
  });

  test.each([
    ["drawbridge.events/evnet", /did you mean drawbridge\.events\/event\?$/],
    ["drawbridge.events/event", undefined],
    ["acme.unseen/event", undefined],
    ["site/recipe", undefined],
  ])("with a reference to entries of %s is told if there is no such type", (of, says) => {
    const like = { $ref: "drawbridge:pages", title: "Like", of };
    const fields = { type: "object", properties: { like }, additionalProperties: false };
    const [line] = lister({}, LOOP, [], { fields });
    if (says === undefined) expect(line).toBeUndefined();
    else expect(line).toMatch(/^plugin\.jsonc:1:\d+ .*fields\/properties\/like\/of: /);
    if (says !== undefined) expect(line).toMatch(says);
  });

  test("with words in a text that look like a field is left alone", () => {
    expect(withText("hours.liquid", "{{ fields.title }}", '{{ fields.title | append: "fields.intor" }}')).toEqual([]);
  });

  test("with settings that nothing reads is told so", () => {
    const settings =
      '"contributes": { "settings": { "type": "object", "properties": {}, "additionalProperties": false },';
    expect(withText("plugin.jsonc", '"contributes": {', settings).join("\n")).toContain(
      "/contributes/settings: found settings that no template of this plugin without code reads",
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
