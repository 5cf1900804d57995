/** Code for a debugger names its source map, and the map the author's own files. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generatedPositionFor, LEAST_UPPER_BOUND, TraceMap } from "@jridgewell/trace-mapping";
import { expect, test } from "vitest";
import { PACKAGE_MAX_BYTES } from "../../manifests/bounds/packages.ts";
import { debuggable, debuggerMap } from "../../sites/cli/debugging/debuggable.ts";
import type { AuthoredPlugin } from "../../sites/cli/packing/packing.ts";
import { folderFileDigest, packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { Desk } from "./svc.ts";

const MANIFEST = {
  manifestVersion: 1,
  id: "acme.debugged",
  version: "1.0.0",
  name: "Debugged",
  kind: "executable",
  engine: "^1.0.0",
  contributes: { hooks: [{ on: "afterPublish" }] },
};

const CODE =
  'import { said } from "./lib";\n\nexport const hooks = {\n  afterPublish() {\n    console.log(said());\n  },\n};\n';

const ADDRESS = "http://127.0.0.1:1/word/map";
const NAMED = "\n//# sourceMappingURL=";
const INLINE = "data:application/json;base64,";

/** The map that a debugger finds in the code, or the address that it has to ask. */
function mapNamedIn(code: string): string {
  const url = code.slice(code.lastIndexOf(NAMED) + NAMED.length, -1);
  return url.startsWith(INLINE) ? Buffer.from(url.slice(INLINE.length), "base64").toString() : url;
}

test.each([
  [-1, "x"],
  [0, "x"],
  [1, ADDRESS],
])("a package that its map fills to the limit and %i bytes more names %s", (more, wanted) => {
  const code = (length: number): AuthoredPlugin =>
    ({
      manifest: { main: "main.js", files: {} },
      files: { "main.js": "a".repeat(length) },
    }) as unknown as AuthoredPlugin;
  const added = Buffer.byteLength(`${NAMED}${INLINE}${Buffer.from("x").toString("base64")}\n`);
  const { files } = debuggable(code(PACKAGE_MAX_BYTES - added + more), { text: "x", address: ADDRESS });
  expect(mapNamedIn(files["main.js"] ?? "")).toBe(wanted);
});

test.each([
  ["TypeScript", "main.ts", CODE, "src/lib.ts"],
  ["modules as they are", "main.js", CODE.replace("./lib", "./src/lib.js"), "src/lib.js"],
])("of %s", (_, main, code, lib) => {
  using desk = new Desk();
  const folder = join(desk.path, "debugged");
  desk.write("debugged/plugin.jsonc", JSON.stringify({ ...MANIFEST, main }));
  desk.write(`debugged/${main}`, code.replace('"./lib"', '"./src/lib.ts"'));
  desk.write(`debugged/${lib}`, "export const said = () => 'published';\n");
  const plugin = packPlugin(folder);
  const shown = debuggable(plugin, { text: debuggerMap(folder, plugin), address: ADDRESS });
  const { main: entry = "" } = shown.manifest;
  const text = shown.files[entry] ?? "";
  expect(mapNamedIn(text)).toBe(debuggerMap(folder, plugin));
  expect(text.startsWith(`${plugin.files[entry]}\n//# `)).toBe(true);
  expect(shown.manifest.files?.[entry]).toBe(folderFileDigest(text));
  const map = new TraceMap(debuggerMap(folder, plugin));
  const source = pathToFileURL(join(folder, main)).href;
  expect(map.sources).toContain(source);
  const place = generatedPositionFor(map, { source, line: 5, column: 0, bias: LEAST_UPPER_BOUND });
  const line = text.split("\n")[(place.line ?? 0) - 1] ?? "";
  expect(line.slice(place.column ?? -1)).toMatch(/^\s*console\.log\(/);
});
