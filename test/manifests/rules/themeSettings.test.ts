import { describe, expect, test } from "vitest";
import { BASE_SETTINGS } from "../../../manifests/css/bases.generated.ts";
import { changed, declarative } from "../fixture.ts";
import { issuesOf, THEME } from "../manifestIssues.ts";

const AT = "/contributes/themes/0/settings";
const FIRST = BASE_SETTINGS[1];

const onBase = (plugin: unknown, settings: object): Record<string, unknown> =>
  changed(changed(plugin, [[...THEME, "base"], 1]), [[...THEME, "settings"], settings]);
const issues = (settings: object) => issuesOf(onBase(declarative, settings));

describe("settings of a theme's base", () => {
  test.each([
    ["none", {}],
    ["a number", { leading: 1.5 }],
    ["a list", { "surface-shadow": "inset 0 0 0 4px var(--background), inset 0 0 0 5px var(--border)" }],
    ["all, of 300 characters", Object.fromEntries(FIRST.map((name) => [name, "1".repeat(300)]))],
  ])("may be %s", (_, settings) => expect(issues(settings)).toEqual([]));

  test.each([
    ["of no such name", { "menu-sise": "1rem" }, "/menu-sise", '"menu-sise"', "menu-size"],
    ["of no such part", { sidebar: "1rem" }, "/sidebar", '"sidebar"', "the name of a setting"],
    [
      "that every object has",
      JSON.parse('{"constructor":"1"}') as object,
      "/constructor",
      '"constructor"',
      "a setting",
    ],
    ["of 301 characters", { leading: "1".repeat(301) }, "/leading", "1111", "one value of CSS"],
    ["without a value", { leading: "" }, "/leading", 'the text ""', "one value of CSS"],
    ["that end the declaration", { leading: "1;color:red" }, "/leading", "1;color:red", "one value of CSS"],
    ["that load something", { "footer-ground": "url(//evil.example)" }, "/footer-ground", "url", "one value of CSS"],
    ["of a list", { leading: ["1"] }, "/leading", "a list of 1 item", "text"],
  ])("are refused %s", (_, settings, pointer, found, allowed) => {
    const [issue, ...more] = issues(settings);
    expect(more).toEqual([]);
    expect(issue?.pointer).toBe(AT + pointer);
    expect(issue?.found).toContain(found);
    expect(issue?.allowed).toContain(allowed);
  });

  test("are refused beside a token of the same name", () => {
    const token = { type: "string", title: "Leading", default: "1.5" };
    const withToken = changed(declarative, [[...THEME, "tokens", "base", "properties", "leading"], token]);
    expect(issuesOf(onBase(withToken, { leading: "2" }))).toEqual([
      { pointer: `${AT}/leading`, found: '"leading"', allowed: expect.stringContaining("no token") },
    ]);
  });

  test("of wrong names are named, if they are many, too", () => {
    const wrong = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`own-${at}`, "1"]));
    expect(issues(wrong)[0]).toMatchObject({ pointer: `${AT}/own-0`, found: '"own-0"' });
  });
});
