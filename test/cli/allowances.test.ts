/** Findings that authors allow in comments with a reason. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ISSUES_MAX } from "../../manifests/bounds/json.ts";
import { PACKAGE_MAX_BYTES } from "../../manifests/bounds/packages.ts";
import { docsPage } from "../../sites/cli/docs/docsFolder.ts";
import { ALLOWABLE_CHECKS } from "../../sites/cli/plugin/findings/checks.ts";
import { allowedBy } from "../../sites/cli/plugin/findings/allowances.ts";
import { checkFolder } from "../../sites/cli/plugin/check.ts";
import { excess } from "../support/effort.ts";
import { Desk } from "./svc.ts";

const at = (line: number, check = "contrast", file = "plugin.jsonc") => ({ file, line, check });

describe("a comment allows a finding", () => {
  test.each<[string, string, number]>([
    ["on its line", "x // svc-allow contrast: It is the brand.\n", 1],
    ["on the next line", "// svc-allow contrast: It is the brand.\nx\n", 2],
    [
      "below another comment of the kind",
      "// svc-allow contrast: It is the brand.\n// svc-allow large-package: Maps.\nx",
      3,
    ],
    ["as a block", "x /* svc-allow contrast: It is the brand. */ y", 1],
    ["as a comment of Liquid", "{%- # svc-allow contrast: It is the brand. -%}{{ x }}", 1],
    ["as a comment of HTML", "<!-- svc-allow contrast: It is the brand. --><p>", 1],
    ["without spaces", "//svc-allow contrast:It is the brand.", 1],
  ])("%s, and gives the reason", (_, text, line) => {
    const { kept, used } = allowedBy([at(line)], { "plugin.jsonc": text });
    expect([kept, used]).toEqual([[], [{ ...at(expect.any(Number) as number), reason: "It is the brand." }]]);
  });

  test.each<[string, string, object]>([
    ["two lines below", "// svc-allow contrast: x\n\n", at(3)],
    ["above", "\n// svc-allow contrast: x", at(1)],
    ["of another check", "// svc-allow unknown-name: x", at(1)],
    ["in another file", "// svc-allow contrast: x", at(1, "contrast", "theme.css")],
    ["that has no name, because it guards the site", "// svc-allow contrast: x", { file: "plugin.jsonc", line: 1 }],
    ["without a reason", "// svc-allow contrast:  ", at(1)],
    ["by another word", "// xsvc-allow contrast: x", at(1)],
  ])("but none %s", (_, text, finding) => {
    const { kept, used } = allowedBy([finding as ReturnType<typeof at>], { "plugin.jsonc": text });
    expect([kept, used]).toEqual([[finding], []]);
  });

  test.each([
    ["// svc-allow contrast: x", "svc-allow contrast, which allows nothing; allowed: such a comment on the line"],
    ["// svc-allow contrast", "svc-allow contrast without a reason; allowed: svc-allow contrast: <reason>"],
    ["// svc-allow contrast because", "svc-allow contrast without a reason"],
    ["// svc-allow everything: x", 'svc-allow "everything"; allowed: one of contrast, unknown-name'],
  ])("%s is a finding itself if it allows nothing", (text, says) => {
    const { idle } = allowedBy([], { "main.ts": `\n  ${text}` });
    expect(
      idle.map(({ file, line, column, found, allowed }) => [file, line, column, `${found}; allowed: ${allowed}`]),
    ).toEqual([["main.ts", 2, 6, expect.stringContaining(says)]]);
  });

  test("in no file without comments", () => {
    expect(allowedBy([], { "locales/en.json": '{ "a": "svc-allow contrast: x" }' }).idle).toEqual([]);
  });
});

test("the docs have every name that an author may allow", () => {
  const text = docsPage("plugins/trust.md");
  const section = text.slice(text.indexOf("### Allow a finding"), text.indexOf("## The format"));
  expect([...section.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name)).toEqual(Object.keys(ALLOWABLE_CHECKS));
});

describe("a folder with very many of them", () => {
  test.each([ISSUES_MAX - 1, ISSUES_MAX, ISSUES_MAX + 1])(
    "that allow nothing names at most so many, of %i",
    (count) => {
      const { idle } = allowedBy([], { "main.js": "// svc-allow contrast: x\n".repeat(count) });
      expect(idle).toHaveLength(Math.min(count, ISSUES_MAX));
    },
  );

  test.each<[string, (length: number) => string]>([
    ["comments one below the other", (length) => "// svc-allow contrast: x\n".repeat(length / 25)],
    [
      "comments in one line, with spaces",
      (length) => `/* svc-allow contrast   x: */${" ".repeat(70)}`.repeat(length / 99),
    ],
    ["spaces behind a name", (length) => `svc-allow contrast${" ".repeat(length)}x`],
  ])("costs what its length costs: %s", async (_, textOf) => {
    const work = (share: number) => allowedBy([at(1)], { "plugin.jsonc": textOf(share * PACKAGE_MAX_BYTES) });
    expect(await excess(work, 40)).toBeUndefined();
  });
});

const THEMELESS = {
  manifestVersion: 1,
  id: "acme.notes",
  version: "1.0.0",
  name: "Notes",
  kind: "declarative",
  engine: "^1.0.0",
  contributes: {
    sections: [
      {
        name: "note",
        title: "Note",
        category: "content",
        template: "note.liquid",
        markdown: "note.md.liquid",
        variants: [{ name: "plain", title: "Plain" }],
        fields: {
          type: "object",
          properties: { text: { type: "string", title: "Text" } },
          additionalProperties: false,
        },
        example: { fields: { text: "Hello" } },
      },
    ],
  },
};

test("a check shows what its author allows, and refuses what nobody may allow", () => {
  using desk = new Desk();
  const folder = join(desk.path, "notes");
  const written = (manifest: string, template: string) => {
    desk.write("notes/plugin.jsonc", manifest);
    desk.write("notes/note.liquid", template);
    desk.write("notes/note.md.liquid", "{{ fields.text }}");
    desk.write("notes/notes.txt", "");
    return checkFolder(folder);
  };
  const manifest = `// svc-allow unused-file: A draft of the next version.\n${JSON.stringify(THEMELESS)}`;
  const template = "{% # svc-allow unknown-name: An older theme sets it. %}<p>{{ fields.txet }}</p>";
  const good = written(manifest, template);
  expect(good).toMatchObject({
    findings: [],
    allowed: [
      { file: "note.liquid", line: 1, check: "unknown-name", reason: "An older theme sets it." },
      { file: "plugin.jsonc", line: 1, check: "unused-file", reason: "A draft of the next version." },
    ],
  });
  expect(good.notes).toContain("note.liquid:1 allows unknown-name: An older theme sets it.");
  // The check of the engine guards the site's resolution, and script in a template guards its visitors.
  const old = written(
    `// svc-allow unused-file: A draft.\n// svc-allow engine: x\n${JSON.stringify({ ...THEMELESS, engine: "^2.0.0" })}`,
    template,
  );
  expect(old.lines.join("\n")).toMatch(/\/engine: found "\^2\.0\.0"[\s\S]*svc-allow "engine"; allowed: one of/);
  const script = written(manifest, "{% # svc-allow unknown-name: x %}<script></script>");
  expect(script.lines.join("\n")).toContain("found <script>");
});
