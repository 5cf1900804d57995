import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Builds } from "../../../sites/machine/runner/builds.ts";
import { currentBundle } from "../../../sites/machine/runner/bundling.ts";
import { endBundler } from "../../../sites/machine/runner/platform.ts";
import { testFolder, type TestFolder } from "../testFolder.ts";

afterAll(endBundler);

/** The bundle of a worker with the plugins of one data folder. */
async function bundleIn(here: TestFolder, name: string, plugins: readonly string[]): Promise<string> {
  const [main, data] = [here.at("main.ts"), here.at(name)];
  mkdirSync(data, { recursive: true });
  writeFileSync(main, 'import pack from "of:plugins";\nexport default pack;\n');
  const pack = join(data, "pack.json");
  writeFileSync(pack, JSON.stringify({ plugins }));
  const builds = new Builds(join(data, "built"), here.at("shared"));
  const config = { name: "worker", main, compatibility_date: "2026-08-01", alias: { "of:plugins": pack } };
  return readFileSync(await currentBundle(config, builds), "utf8");
}

test("data folders with the same plugins share one bundle, and one with others has its own", async () => {
  using here = testFolder();
  const [first, second] = [await bundleIn(here, "one", ["a"]), await bundleIn(here, "two", ["a"])];
  expect([second, readdirSync(here.at("shared")).length]).toEqual([first, 1]);
  expect(await bundleIn(here, "three", ["b"])).toContain('"b"');
  expect(readdirSync(here.at("shared"))).toHaveLength(2);
});

test("a data folder whose plugins change has another bundle", async () => {
  using here = testFolder();
  await bundleIn(here, "one", ["a"]);
  const after = await bundleIn(here, "one", ["b"]);
  expect([after.includes('"a"'), after.includes('"b"')]).toEqual([false, true]);
});

test("a bundle has one byte a character, and computes the same", async () => {
  using here = testFolder();
  const main = here.at("wide.ts");
  const source = `
const tag = (parts: TemplateStringsArray, ...values: string[]) => parts.join(values.join());
const größe = "é → 😀";
export default [größe, tag\`– \${"x"} 😀\`, \`→\`, /[œ→]/.test("→"), /^[😀]$/u.test("😀"), /[😀]/v.exec("😀")?.[0], "ø".replace(/[ø…]/g, "o")];
`;
  writeFileSync(main, source);
  const builds = new Builds(here.at("built"), here.at("shared"));
  const path = await currentBundle({ name: "worker", main, compatibility_date: "2026-08-01" }, builds);
  expect(readFileSync(path, "utf8")).not.toMatch(/[\u0100-\uffff]/);
  const [bundled, plain] = await Promise.all(
    [path, main].map((file) => import(file) as Promise<{ default: unknown[] }>),
  );
  expect(bundled?.default).toEqual(plain?.default);
  expect(plain?.default).toEqual(["é → 😀", "– x 😀", "→", true, true, "😀", "o"]);
});
