import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { buildExtension } from "../../sites/bundles/extension.ts";

const folder = mkdtempSync(join(tmpdir(), "drawbridge-extension-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the extension is a manifest and one script that loads nothing, and nothing of an earlier build", async () => {
  writeFileSync(join(folder, "old.js"), "");
  await buildExtension(folder);
  expect(readdirSync(folder).toSorted()).toEqual(["background.js", "manifest.json"]);
  const { background } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as {
    readonly background: object;
  };
  expect(background).toEqual({ service_worker: "background.js", type: "module" });
  const script = readFileSync(join(folder, "background.js"), "utf8");
  expect(script).not.toMatch(/\bimport\b|\beval\b|\bfetch\b|https:\/\//);
  expect(script).toContain("/api/auth/start?return=");
});
