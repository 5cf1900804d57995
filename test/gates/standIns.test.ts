import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { type Edits, edits } from "../../sites/bundles/edits.ts";
import { standIns } from "../../sites/tools/guest/standIns.ts";
import { folder } from "./folder.ts";

const LIBRARY = {
  "node_modules/lib/package.json": '{ "type": "module", "exports": "./index.js" }',
  "node_modules/lib/index.js": 'import { part } from "./src/part.js"; export const whole = ["whole", part];',
  "node_modules/lib/src/part.js": 'export const part = "of the library";',
  "main.ts": 'import { whole } from "lib"; console.log(whole);',
};

const PART = "sandbox/guest/standIns/lib/src/part.ts";

async function bundled(files: Readonly<Record<string, string>>, wanted: Edits = {}): Promise<string> {
  using project = folder({ ...LIBRARY, ...files });
  const { outputFiles } = await build({
    entryPoints: [join(project.path, "main.ts")],
    absWorkingDir: project.path,
    bundle: true,
    write: false,
    format: "esm",
    logLevel: "silent",
    plugins: [standIns(project.path), edits(project.path, wanted)],
  });
  return outputFiles[0]?.text ?? "";
}

test("a stand-in takes the place of the module of its path, inside the library too, and of no other", async () => {
  const text = await bundled({ [PART]: 'export const part = "of ours";' });
  expect(text).toContain('"of ours"');
  expect(text).toContain('"whole"');
  expect(text).not.toContain("of the library");
});

test("without stand-ins a library is as it came", async () => {
  expect(await bundled({})).toContain('"of the library"');
});

test.each([
  [
    "a module the library no longer has",
    { "sandbox/guest/standIns/lib/src/gone.ts": "export {};" },
    "nothing that the guest imports is lib/src/gone",
  ],
  ["something else than the module it stands in for", { [PART]: "export const other = 1;" }, "part"],
])("a stand-in for %s fails the build", async (_, files, said) => {
  await expect(bundled(files)).rejects.toThrow(said);
});

const edit = (times: number) => ({ "lib/src/part": [{ why: "renames", from: "the library", to: "an edit", times }] });

test("an edit changes the lines of one module", async () => {
  const text = await bundled({}, edit(1));
  expect(text).toContain('"of an edit"');
  expect(text).toContain('"whole"');
});

test.each([
  ["fits less often than it says", edit(2), "an edit that renames fits 1 times instead of 2"],
  ["fits more often than it says", edit(0), "an edit that renames fits 1 times instead of 0"],
  ["is for a module that is not there", { "lib/src/gone": [] }, "nothing that is bundled imports lib/src/gone"],
])("an edit that %s fails the build", async (_, wanted, said) => {
  await expect(bundled({}, wanted)).rejects.toThrow(said);
});
