/** A TypeScript plugin that fails in every way, and the messages for its author with places in the sources. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { inSourceBy } from "../../sites/cli/bundling/mapFile.ts";
import { clearDesks, Desk } from "./svc.ts";

// The author's own tests start workers.
vi.setConfig({ testTimeout: 180_000 });
afterAll(clearDesks);

function deskWithPlugin(): Desk {
  const desk = new Desk();
  cpSync(join(import.meta.dirname, "../fixtures/plugins/lantern-faults"), join(desk.path, "faults"), {
    recursive: true,
  });
  return desk;
}

test("an author's tests are told of each failure with its place in the source", async () => {
  using desk = deskWithPlugin();
  expect(await desk.json("test", "faults")).toMatchObject({ code: 0, data: { passed: 4, failed: 0 } });
});

test("an author's tests show what a plugin may tell another host, and what not", async () => {
  using desk = new Desk();
  cpSync(join(import.meta.dirname, "../fixtures/plugins/lantern-tide"), join(desk.path, "tide"), { recursive: true });
  expect(await desk.json("test", "tide")).toMatchObject({ code: 0, data: { passed: 5, failed: 0 } });
});

test("a plugin brings data of its earlier versions over, and its tests are told what it could not", async () => {
  using desk = new Desk();
  cpSync(join(import.meta.dirname, "../fixtures/plugins/lantern-tally"), join(desk.path, "tally"), { recursive: true });
  expect(await desk.json("check", "tally")).toMatchObject({ code: 0 });
  expect(await desk.json("test", "tally")).toMatchObject({ code: 0, data: { passed: 5, failed: 0 } });
});

test("the source map beside a package leads from a fault to the source, for that version alone", async () => {
  using desk = deskWithPlugin();
  const { data } = await desk.json("pack", "faults", "--out", "faults.json");
  const { files } = JSON.parse(desk.read("faults.json")) as { files: Record<string, string> };
  const lines = (files["main.js"] ?? "").split("\n");
  const line = lines.findIndex((text) => text.includes('storage.put("second"')) + 1;
  // A line of a bundle has several statements.
  const before = (lines[line - 1] ?? "").split('storage.put("second"', 1)[0] ?? "";
  const place = { function: "asks", file: "main.js", line, column: before.lastIndexOf("await") + 1 };
  const fault = { name: "Error", message: "x", places: [place], issues: [] };
  const inSource = inSourceBy(join(desk.path, "faults.map"));
  expect(inSource(fault, String(data["digest"])).places).toEqual([
    { function: "asks", file: "main.ts", line: 15, column: 5 },
  ]);
  expect(inSource(fault, "sha256-of-another")).toEqual(fault);
});

test.each([["{}"], ["no JSON"], ['{"x_package":"sha256-x"}']])("what is no such map is refused: %s", (text) => {
  using desk = new Desk();
  desk.write("some.map", text);
  expect(() => inSourceBy(join(desk.path, "some.map"))).toThrow("is not a source map from svc plugin pack");
});
