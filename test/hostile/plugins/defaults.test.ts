/** Schemas with nested defaults, where a few hundred characters expand to gigabytes. */
import { describe, expect, test } from "vitest";
import { DEFAULTS_MAX_CHARS } from "../../../manifests/bounds/json.ts";
import { checkDefaults, validateForDefaults, withDefaults } from "../../../manifests/fields/fields.ts";
import { checkManifest } from "../../../manifests/rules/readManifest.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";

const objectOf = (properties: object): JsonSchema => ({ type: "object", properties, additionalProperties: false });
const listOf = (properties: object, more: object = {}) => ({
  type: "array",
  title: "List",
  items: objectOf(properties),
  ...more,
});
const text = (length: number) => ({ type: "string", title: "Text", default: "x".repeat(length) });

const ITEMS = 20;
const nested = (levels: number): object =>
  levels === 0
    ? { type: "boolean", title: "End", default: true }
    : listOf({ a: nested(levels - 1) }, { default: Array.from({ length: ITEMS }, () => ({})) });

/** The deepest allowed nesting. */
const LAUGHS = objectOf({ a: nested(5) });
const ISSUE = {
  pointer: "",
  found: "defaults that add more",
  allowed: `at most ${DEFAULTS_MAX_CHARS} characters of defaults`,
};

const manifestWith = (contributes: object, more: object = {}) =>
  checkManifest({
    manifestVersion: 1,
    id: "acme.laughs",
    version: "1.0.0",
    name: "Laughs",
    kind: "executable",
    engine: "^1.0.0",
    contributes,
    main: "main.js",
    files: { "main.js": `sha256-${"a".repeat(43)}` },
    ...more,
  });

const issuesAt = (contributes: object, more?: object): unknown[] => {
  const checked = manifestWith(contributes, more);
  return checked.ok ? [] : checked.error.filter(({ found }) => found === ISSUE.found).map(({ pointer }) => pointer);
};

const TOOL = { name: "laugh", title: "Laugh", description: "Laughs.", input: LAUGHS };

describe("defaults that would fill the server's memory", () => {
  test.each([
    ["settings", { settings: LAUGHS }, "/contributes/settings"],
    [
      "the input of a route",
      { routes: [{ name: "go", path: "/go", methods: ["POST"], access: "public", input: LAUGHS }] },
      "/contributes/routes/0/input",
    ],
    ["the input of a tool", { mcp: { tools: [TOOL] } }, "/contributes/mcp/tools/0/input"],
  ])("are refused in %s, without being built", (_, contributes, pointer) => {
    expect(issuesAt(contributes)).toEqual([pointer]);
  });

  test("are not built to check whether an author presets hosts", () => {
    const http = { hosts: [], hostsFrom: "a", methods: ["POST"] };
    expect(issuesAt({ settings: LAUGHS }, { capabilities: { http } })).toEqual(["/contributes/settings"]);
  });

  test("are not built for a schema that was installed before", () => {
    expect(() => withDefaults(LAUGHS, {})).toThrow(
      expect.objectContaining({ code: "TOO_LARGE", detail: { issues: [ISSUE] } }),
    );
  });

  /** The characters of `{"text":"…",` around a text. */
  const AROUND = "text".length + 4 + 2;

  test.each([
    [-1, []],
    [0, []],
    [1, [ISSUE]],
  ])("may exceed the bound by %i characters: %j", (more, issues) => {
    const schema = objectOf({ text: text(DEFAULTS_MAX_CHARS + more - AROUND) });
    expect(checkDefaults(schema)).toEqual(issues);
    expect(validateForDefaults(schema, {})).toEqual(issues);
  });

  test("are counted for each item that a visitor sends", () => {
    const chars = 1_000;
    const most = Math.floor(DEFAULTS_MAX_CHARS / (chars + AROUND));
    const schema = objectOf({ list: listOf({ text: text(chars) }) });
    const sent = (items: number) => ({ list: Array.from({ length: items }, () => ({})) });
    expect([most - 1, most, most + 1].map((items) => validateForDefaults(schema, sent(items)))).toEqual([
      [],
      [],
      [ISSUE],
    ]);
    expect(validateForDefaults(schema, { list: sent(most + 1).list.map(() => ({ text: "mine" })) })).toEqual([]);
  });
});
