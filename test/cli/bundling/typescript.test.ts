/** A TypeScript plugin with an npm package, written from the documentation alone. */
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { bundleModules } from "../../../sites/cli/bundling/bundle.ts";
import { clearDesks, Desk } from "../svc.ts";

// The author's own tests start workers.
vi.setConfig({ testTimeout: 180_000 });
afterAll(clearDesks);

const ROOT = join(import.meta.dirname, "../../..");

/** The plugin with the files that `npm install` would create. */
function deskWithPlugin(): Desk {
  const desk = new Desk();
  cpSync(join(ROOT, "test/fixtures/plugins/lantern-releases"), join(desk.path, "releases"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(desk.path, "node_modules"));
  return desk;
}

const SCRIPT = "// Drawn in the visitor's browser.\nexport const start = (frame) => frame.ready();\n";

/** The plugin with a frame whose script has this name. */
function deskWithFrame(script: string): Desk {
  const desk = deskWithPlugin();
  desk.write(`releases/${script}`, SCRIPT);
  desk.write("releases/frame/clock.html", "<p>The time</p>\n");
  const frame = { name: "clock", title: "Clock", html: "frame/clock.html", script };
  const browser = { hosts: [], reason: "to draw a clock" };
  desk.change("releases/plugin.jsonc", '"contributes": {', `"contributes": { "frames": [${JSON.stringify(frame)}],`);
  desk.change("releases/plugin.jsonc", '"capabilities": {', `"capabilities": { "browser": ${JSON.stringify(browser)},`);
  return desk;
}

describe("a plugin in TypeScript with a package", () => {
  test("packs into one module, with its source map beside the package and a report of sizes and licences", async () => {
    using desk = deskWithPlugin();
    const { code, data } = await desk.json("pack", "releases", "--out", "releases.json");
    expect({ code, data }).toMatchObject({
      code: 0,
      data: {
        file: "releases.json",
        sourceMap: "releases.map",
        bundle: { parts: [{ name: "" }, { name: "semver", version: "7.8.6", licence: "ISC" }] },
      },
    });
    const document = JSON.parse(desk.read("releases.json")) as {
      jws: { payload: string };
      files: Record<string, string>;
    };
    expect(Object.keys(document.files)).toEqual(["main.js"]);
    expect(JSON.parse(Buffer.from(document.jws.payload, "base64url").toString())).toMatchObject({ main: "main.js" });
    expect(desk.read("releases.json")).not.toContain("sourceMappingURL");
    expect(JSON.parse(desk.read("releases.map"))).toMatchObject({
      x_package: data["digest"],
      sources: expect.arrayContaining(["main.ts", "lib/newest.ts", "semver@7.8.6/functions/valid.js"]) as string[],
    });
  });

  test("keeps the script of a frame byte for byte, and no other module", async () => {
    using desk = deskWithFrame("frame/clock.js");
    desk.write("releases/frame/spare.js", SCRIPT);
    expect(await desk.plugin("pack", "releases", "--out", "releases.json")).toMatchObject({ code: 0 });
    const { files } = JSON.parse(desk.read("releases.json")) as { files: Record<string, string> };
    expect(Object.keys(files).toSorted()).toEqual(["frame/clock.html", "frame/clock.js", "main.js"]);
    expect(files["frame/clock.js"]).toBe(SCRIPT);
  });

  test("never sends its bundle to visitors as the script of a frame", async () => {
    using desk = deskWithFrame("main.js");
    const { code, out } = await desk.plugin("pack", "releases", "--out", "releases.json");
    expect(code).toBe(1);
    expect(out).toContain('/contributes/frames/0/script: found "main.js", which is also the plugin\'s main module');
  });

  test("passes its own tests in a real sandbox", async () => {
    using desk = deskWithPlugin();
    expect(await desk.json("test", "releases")).toMatchObject({ code: 0, data: { passed: 1, failed: 0 } });
  });

  test("bundles the example of plugins/code.md", () => {
    using desk = deskWithPlugin();
    const code = readFileSync(join(ROOT, "docs/plugins/code.md"), "utf8");
    desk.write("releases/main.ts", /```ts\n([\s\S]*?)```/.exec(code)?.[1] ?? "");
    const bundled = bundleModules(join(desk.path, "releases"), "main.ts");
    expect(bundled).toMatchObject({
      ok: true,
      value: { text: expect.stringMatching(/export\{routes\};\n$/) as string },
    });
  });

  test("is refused with the line of its own source", async () => {
    using desk = deskWithPlugin();
    desk.change("releases/lib/newest.ts", "semver", "node:fs");
    const imported = await desk.plugin("check", "releases");
    expect(imported.code).toBe(1);
    expect(imported.out).toContain(
      'releases/lib/newest.ts:1:30 /main: found an import of "node:fs" by main.ts → lib/newest.ts',
    );
    desk.change("releases/lib/newest.ts", /^.*$/m, 'const rsort = (0, eval)("1"), valid = eval("2");');
    const evaluated = await desk.plugin("check", "releases");
    expect(evaluated.out).toContain("releases/lib/newest.ts:1:39 /: found eval(");
  });

  test.each([
    ["put together of texts", '"node:" + "fs"', 'an import of "node:fs" by main.ts → lib/newest.ts'],
    ["computed", '["node", "fs"].join(":")', "a module name that is computed while the code runs"],
  ])("is refused with an import that is %s, which the smaller bundle cannot hide", async (_, name, found) => {
    using desk = deskWithPlugin();
    desk.write("releases/lib/newest.ts", `export const newestOf = (): unknown => import(${name});\n`);
    const { code, out } = await desk.plugin("pack", "releases", "--out", "releases.json");
    expect(code).toBe(1);
    expect(out).toContain(`releases/lib/newest.ts:1:47 /main: found ${found}`);
  });
});
