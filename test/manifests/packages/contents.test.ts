import { describe, expect, test } from "vitest";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import { checkFiles } from "../../../manifests/packages/fileCheck.ts";
import { declarative, executable } from "../fixture.ts";

const CODE: Manifest = {
  ...executable,
  contributes: { frames: [{ name: "map", title: "Map", html: "map.html", script: "map.js" }] },
};
const FILES = {
  "main.js": 'import "./lib/a.js";',
  "lib/a.js": 'export * from "./b.mjs";',
  "lib/b.mjs": "",
  "map.html": "<p>Map</p>",
  "map.js": "",
  "locales/de.json": "{}",
};
const KEY = '{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}';

const found = (manifest: Manifest, files: Readonly<Record<string, string>>): string[] =>
  checkFiles(manifest, files).map(({ file, found: what, allowed }) => `${file}: found ${what}; allowed: ${allowed}`);

describe("a package with code", () => {
  test("has the files that something uses", () => expect(found(CODE, FILES)).toEqual([]));

  test.each([
    ["trust.json"],
    ["deploy.sh"],
    ["env.example"],
    ["backup.zip"],
    ["lib/spare.js"],
    ["README.md"],
    ["locales/no"],
  ])("and with %s, which nothing uses, is refused", (name) =>
    expect(found(CODE, { ...FILES, [name]: "" })).toEqual([
      expect.stringContaining(`${name}: found "${name}", which nothing refers to`),
    ]),
  );

  test("lets no module count as used because a spare one imports it", () =>
    expect(found(CODE, { ...FILES, "spare.js": 'import "./deep.js";', "deep.js": "" })).toHaveLength(2));
});

describe("a private key is refused", () => {
  test.each([
    ["as a file of its own", "acme.key.json", KEY],
    ["as the texts of a language", "locales/en.json", KEY],
    ["in the code", "lib/b.mjs", `export const key = ${KEY};`],
    ["in the script of a frame", "map.js", `export const key = ${KEY};`],
  ])("%s", (_, name, text) => {
    expect(found(CODE, { ...FILES, [name]: text })[0]).toBe(
      `${name}: found a private key in "${name}"; allowed: no secret`,
    );
  });

  test("in the template of a plugin without code", () => {
    const files = {
      "notice.liquid": `<!-- ${KEY} -->`,
      "notice.md.liquid": "",
      "notice.css": "",
      "layout.liquid": "{{ content }}",
      "theme.css": "",
    };
    expect(found(declarative, files)[0]).toContain('a private key in "notice.liquid"');
  });
});
