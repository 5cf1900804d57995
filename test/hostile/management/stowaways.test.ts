/** Attacks by packages that other tools made: files that nothing uses, secrets, and code that cannot be loaded. */
import { describe, expect, test } from "vitest";
import { managedWorld, packageText, refused, STORAGE } from "../../runtime/plugins/manager.ts";
import { ACME, FILES } from "../../vectors/trust/workshop.ts";

const TOOL = {
  id: "acme.tool",
  name: "Tool",
  kind: "executable",
  main: "main.js",
  contributes: {},
  capabilities: STORAGE,
};
const KEY = JSON.stringify({ ...ACME.jwk, d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A" });

const coded = (files: Readonly<Record<string, string>>): string =>
  packageText(TOOL, { files: { "main.js": "export const hooks = {};", ...files } });

describe("a package from another tool is not installed, though a trusted key signed it,", () => {
  test.each([
    ["with its publisher's key", coded({ "acme.key.json": KEY }), "acme.key.json"],
    ["with a key that passes for texts", coded({ "locales/en.json": KEY }), "locales/en.json"],
    ["with a key in its code", coded({ "main.js": `export const key = ${KEY};` }), "main.js"],
    [
      "with a key in a template",
      packageText({}, { files: { ...FILES, "notice.liquid": `<p>${KEY}</p>` } }),
      "notice.liquid",
    ],
    ["with variables of its author", coded({ "env.txt": "TOKEN=1" }), "env.txt"],
    ["with a script for its author", coded({ "deploy.sh": "exit" }), "deploy.sh"],
    ["with a module that nothing imports", coded({ "spare.js": "" }), "spare.js"],
    ["with code that cannot be read", coded({ "main.js": "export const = 1;" }), "main.js"],
  ])("%s", async (_, text, file) => {
    const world = await managedWorld();
    const { detail } = await refused(world.install(text));
    expect(detail).toMatchObject({ reason: "files_not_allowed", files: expect.arrayContaining([file]) as string[] });
    expect(JSON.stringify(detail)).not.toContain("nWGxne_9");
  });

  test("and without them is", async () => {
    const world = await managedWorld();
    expect(await world.install(coded({ "locales/en.json": '{"a":"b"}' }))).toMatchObject({ id: "acme.tool" });
  });
});
