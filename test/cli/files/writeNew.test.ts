import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { writeNew } from "../../../sites/cli/files/writeNew.ts";

const folder = mkdtempSync(join(tmpdir(), "drawbridge-new-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a new file is whole, and for its user alone", () => {
  const path = join(folder, "key");
  writeNew(path, "secret\n");
  expect(readFileSync(path, "utf8")).toBe("secret\n");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a file that exists keeps its content", () => {
  const path = join(folder, "kept");
  writeFileSync(path, "earlier");
  expect(() => writeNew(path, "later")).toThrow("EEXIST");
  expect(readFileSync(path, "utf8")).toBe("earlier");
});

test("a symlink is not followed", () => {
  const target = join(folder, "elsewhere");
  symlinkSync(target, join(folder, "link"));
  expect(() => writeNew(join(folder, "link"), "secret")).toThrow("EEXIST");
  expect(existsSync(target)).toBe(false);
});
