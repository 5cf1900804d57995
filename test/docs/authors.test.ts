/**
 * Packs the examples of `plugins/manifest.md`, `plugins/code.md` and `plugins/templates.md`, and type-checks their
 * code.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Manifest } from "../../manifests/manifest/manifest.ts";
import { issueLine } from "../../sites/cli/files/locatedIssue.ts";
import { pack } from "../../sites/cli/packing/packing.ts";
import { readCode } from "../../sites/cli/plugin/code.ts";
import { SCAFFOLD_NAMES, scaffoldFiles, SCAFFOLDS } from "../../sites/cli/plugin/scaffolds/kinds.ts";
import { declarations } from "../../sites/cli/plugin/types/declarations.ts";
import { folderFileDigest } from "../../sites/cli/packing/pluginFolder.ts";
import { type Example, codeOf, EXAMPLES, form, manifestOf, object, withCode } from "./authorsExamples.ts";
import { ROOT } from "./page.ts";

/** The faults of an example's plugin. */
function faultsOf(example: Example): readonly unknown[] {
  const packing = pack({ ...example.files, "plugin.jsonc": JSON.stringify(manifestOf(example)) }, folderFileDigest);
  if (!packing.ok) return packing.error;
  return packing.value.manifest.kind === "executable"
    ? readCode(packing.value.manifest, packing.value.files).failing
    : [];
}

describe("an example packs without a fault", () => {
  test.each(Object.entries(EXAMPLES))("%s", (_, example) => expect(faultsOf(example())).toEqual([]));
});

test("a fault in an example is noticed", () => {
  const { manifest } = form({ fields: object({ email: { type: "string" } }) }) as unknown as Example;
  expect(
    faultsOf({ manifest: { ...manifest, contributes: { forms: [{ name: "visit", titel: "Visit" }] } } }),
  ).not.toEqual([]);
});

test("the test in code.md is the one that `svc plugin init` writes", () => {
  const written = scaffoldFiles("javascript", { id: "acme.counter", schema: "", kit: "", vitest: "" })["main.test.js"];
  expect(written).toContain(codeOf("code", "Testing").trim());
});

test("the test of an action in code.md is the one that `svc plugin init` writes", () => {
  const written = scaffoldFiles("action", { id: "acme.brief", schema: "", kit: "", vitest: "" })["main.test.js"];
  expect(written).toContain(codeOf("code", "Actions in the editor", 2).trim());
});

test("the kinds of plugins in start.md are those that `svc plugin init` offers, in its words", () => {
  const rows = Object.entries(SCAFFOLDS).map(([name, { says }]) => `| \`${name}\` | ${says} |`);
  expect(readFileSync(join(ROOT, "docs/plugins/start.md"), "utf8")).toContain(rows.join("\n"));
});

test("the refusal in manifest.md is what a plugin with that fault gets", () => {
  const complete = codeOf("manifest", "A complete plugin").replace(/"id": "[^"]+"/, '"id": "hours"');
  const packing = pack({ "plugin.jsonc": complete }, folderFileDigest);
  const [first] = packing.ok ? [] : packing.error;
  expect(`plugins/opening-hours/${first && issueLine(first)}`).toBe(codeOf("manifest", "What is refused").trim());
});

/** TypeScript code imports a package, so another test bundles it. Its types are checked here. */
const NEWER = {
  name: "newer",
  path: "/newer",
  methods: ["POST"],
  access: "public",
  input: object({ versions: { type: "array", title: "Versions", items: { type: "string", title: "Version" } } }, [
    "versions",
  ]),
};

const WRONG = withCode({ contributes: { routes: [NEWER] } }, "");

const TYPED: Readonly<Record<string, Example>> = {
  ...Object.fromEntries(
    Object.entries(EXAMPLES)
      .map(([name, example]) => [name, example()] as const)
      .filter(([, { files = {} }]) => "main.js" in files),
  ),
  "code.md: TypeScript": {
    manifest: { ...withCode({ contributes: { routes: [NEWER] } }, "").manifest, main: "main.ts" },
    files: { "main.ts": codeOf("code", "TypeScript and packages") },
  },
  "code.md: a test": {
    ...withCode({ contributes: { routes: [NEWER] } }, ""),
    files: { "main.test.js": codeOf("code", "Testing") },
  },
};

/** New plugins with code, from `svc plugin init`. */
const NEW = Object.fromEntries(
  SCAFFOLD_NAMES.flatMap((name) => {
    const files = scaffoldFiles(name, { id: `acme.new-${name}`, schema: "", kit: "", vitest: "" });
    const packing = pack(files, folderFileDigest);
    const { manifest } = packing.ok ? packing.value : {};
    return manifest?.kind === "executable" ? [[name, { manifest, files }] as const] : [];
  }),
);

/** Adds the type annotations that a new plugin has. */
const annotated = (code: string): string =>
  code.replace(
    /^export const (hooks|data|routes|actions|migrate) =/gm,
    (line, name: string) =>
      `/** @type {import("./plugin.d.ts").${name.charAt(0).toUpperCase()}${name.slice(1)}} */\n${line}`,
  );

describe("the type checker has nothing to say about", () => {
  let path: string;
  let said: string;

  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  };

  const folderOf = (name: string): string => name.replaceAll(/[^a-z]+/gi, "-");

  beforeAll(async () => {
    path = mkdtempSync(join(tmpdir(), "drawbridge-typed-"));
    const kit = join(ROOT, "sites/cli/rehearsal/startPlugin");
    const wish = { id: "acme.example", schema: "", kit, vitest: join(ROOT, "node_modules/vitest") };
    const scaffold = scaffoldFiles("javascript", wish)["tsconfig.json"] ?? "";
    write(
      "tsconfig.json",
      scaffold.replace(
        '"paths": {',
        `"paths": { "semver": [${JSON.stringify(join(ROOT, "node_modules/@types/semver"))}],`,
      ),
    );
    for (const [name, example] of Object.entries(TYPED)) {
      write(`${folderOf(name)}/plugin.d.ts`, await declarations(manifestOf(example) as unknown as Manifest));
      for (const [file, text] of Object.entries(example.files ?? {}))
        if (/\.[jt]s$/.test(file)) write(`${folderOf(name)}/${file}`, annotated(text));
    }
    for (const [name, { manifest, files }] of Object.entries(NEW)) {
      write(`new-${name}/plugin.d.ts`, await declarations(manifest));
      for (const [file, text] of Object.entries(files))
        if (/^main\..*[jt]s$/.test(file)) write(`new-${name}/${file}`, text);
    }
    write("wrong/plugin.d.ts", await declarations(manifestOf(WRONG) as unknown as Manifest));
    write("wrong/main.js", annotated("export const routes = { newer: ({ bodi }) => ({ body: bodi }) };"));
    const tsc = join(ROOT, "node_modules/@typescript/native/bin/tsc");
    said = spawnSync(process.execPath, [tsc, "-p", path, "--pretty", "false"], { encoding: "utf8", cwd: path }).stdout;
  });
  afterAll(() => rmSync(path, { recursive: true }));

  const complaintsAbout = (folder: string): string[] =>
    said.split("\n").filter((line) => line.startsWith(`${folder}/`));

  test.each(Object.keys(TYPED))("%s", (name) => expect(complaintsAbout(folderOf(name))).toEqual([]));

  test.each(Object.keys(NEW))("what a new plugin begins with: %s", (name) =>
    expect(complaintsAbout(`new-${name}`)).toEqual([]),
  );

  test("nothing but what is right: a misspelt member is noticed", () => {
    expect(complaintsAbout("wrong").join("\n")).toContain("Property 'bodi' does not exist");
  });
});
