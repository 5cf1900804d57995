import { describe, expect, test } from "vitest";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import { combine, POINTS, soleNamesOf } from "../../../runtime/contributions/points.ts";
import type { ActivePlugin, SkippedPlugin } from "../../../runtime/plugins/states/resolution.ts";
import { addressed } from "../../../runtime/contributions/soleName.ts";
import { packed } from "../plugins/packed.ts";

const active = (id: string, contributes: Contributes): ActivePlugin => ({
  id,
  version: "1.0.0",
  plugin: packed({ id, contributes }),
  grant: null,
});
const skipped = (id: string, version: string): SkippedPlugin => ({
  id,
  version,
  reason: "disabled",
  detail: "it is switched off",
});

const form = (name: string) => ({ name, title: name, fields: {} });
const metadata = (name: string) => ({ name, template: "head.liquid" });
const file = (path: string) => ({ path, type: "text/plain; charset=utf-8", template: "file.liquid" });
const tool = (name: string) => ({ name, title: name, description: name, input: {} });

describe("what several plugins contribute", () => {
  test("is found by plugin and name, so equal names do not meet", () => {
    const { forms } = combine([
      active("a.a", { forms: [form("contact")] }),
      active("b.b", { forms: [form("contact")] }),
    ]);
    expect([...forms.keys()]).toEqual(["a.a/contact", "b.b/contact"]);
    expect(forms.get("b.b/contact")?.plugin.id).toBe("b.b");
  });

  test("keeps the order of resolution where order matters", () => {
    const { metadata: fragments } = combine([
      active("z.z", { metadata: [metadata("one"), metadata("two")] }),
      active("a.a", { metadata: [metadata("three")] }),
    ]);
    expect(fragments.map(({ qualified }) => qualified)).toEqual(["z.z/one", "z.z/two", "a.a/three"]);
  });

  test("is found by path if it is a file", () => {
    const { files } = combine([active("a.a", { files: [file("/a.txt")] }), active("b.b", { files: [file("/b.txt")] })]);
    expect(files.get("/b.txt")?.plugin.id).toBe("b.b");
    expect(files.get("/c.txt")).toBeUndefined();
  });

  test("is grouped by moment if it is a hook", () => {
    const { hooks } = combine([
      active("a.a", { hooks: [{ on: "beforePublish" }] }),
      active("b.b", { hooks: [{ on: "afterPublish" }, { on: "beforePublish" }] }),
    ]);
    expect(hooks.get("beforePublish")?.map(({ plugin }) => plugin.id)).toEqual(["a.a", "b.b"]);
    expect(hooks.get("mediaUploaded")).toBeUndefined();
  });

  test("is found by plugin if it is settings", () => {
    const { settings } = combine([active("a.a", { settings: { type: "object" } }), active("b.b", {})]);
    expect([...settings.keys()]).toEqual(["a.a"]);
  });

  test("reaches agents by the kind of thing it is", () => {
    const { tools, resources, prompts } = combine([active("a.a", { mcp: { tools: [tool("find")] } })]);
    expect([...tools.keys(), ...resources.keys(), ...prompts.keys()]).toEqual(["a.a/find"]);
  });
});

describe("names every object has", () => {
  const contributions = combine([active("a.a", { forms: [form("contact")] })]);
  test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])("%s is contributed by nobody", (name) => {
    expect([
      contributions.sections.get(name),
      contributions.files.get(name),
      contributions.forms.get(name),
      contributions.skipped.get(name),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

test("without plugins every point is there and empty", () => {
  const contributions = combine([]);
  for (const name of Object.keys(POINTS) as (keyof typeof POINTS)[]) expect([...contributions[name]]).toEqual([]);
});

test("of several skipped versions the one that resolution lists first is told", () => {
  expect(combine([], [skipped("a.a", "2.0.0"), skipped("a.a", "1.0.0")]).skipped.get("a.a")?.version).toBe("2.0.0");
});

test("forms and metadata have no name that only one plugin can have", () => {
  const contributes = {
    files: [file("/a.txt"), file("/b.txt")],
    forms: [form("contact")],
    metadata: [metadata("page")],
  };
  expect(soleNamesOf(packed({ id: "a.a", contributes })).map(({ says }) => says)).toEqual([
    "the file /a.txt",
    "the file /b.txt",
  ]);
});

describe("addresses that agents read", () => {
  const meet = (one: string, other: string): boolean => {
    const left = new Set(addressed(one).leaves);
    return addressed(other).seeks.some((mark) => left.has(mark));
  };

  test.each<[string, string, boolean]>([
    ["a", "a", true],
    ["a", "b", false],
    ["a", "a/b", false],
    ["a/b", "a/c", false],
    ["a/{x}", "a/{y}", true],
    ["a/{x}", "a/b", true],
    ["a/{x}", "a", false],
    ["a/{x}", "a/b/c", false],
    ["a/{x}", "b/{x}", false],
    ["a/{x}", "a/b/{x}", false],
    ["a{+p}", "a{+q}", true],
    ["a{+p}", "a/b", true],
    ["a{+p}", "a/b/c", true],
    ["a{+p}", "a", false],
    ["a{+p}", "ab", false],
    ["a{+p}", "ab/c", false],
    ["a{+p}", "a/{x}", true],
    ["a{+p}", "a/b/{x}", true],
    ["a{+p}", "a/b{+q}", true],
    ["a{+p}", "ab{+q}", false],
    ["a/b{+p}", "a/{x}", false],
    ["a/b{+p}", "a/c/{x}", false],
    ["a/b{+p}", "a/b", false],
  ])("%s and %s meet: %s, whichever comes first", (one, other, expected) => {
    expect([meet(one, other), meet(other, one)]).toEqual([expected, expected]);
  });
});
