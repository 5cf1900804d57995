import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { charactersIn } from "../../../sites/cli/assets/woff2.ts";
import { Desk } from "../svc.ts";

const FOLDER = join(import.meta.dirname, "../../fixtures/plugins/lantern-press");
const FONT = readFileSync(join(FOLDER, "assets/gelasio.woff2"));

test("the characters of a font are those that it was cut down to", () => {
  const characters = charactersIn(FONT) ?? new Set();
  expect(characters.has("é".codePointAt(0) ?? 0)).toBe(true);
  expect(characters.has("–".codePointAt(0) ?? 0)).toBe(true);
  expect(characters.has("ж".codePointAt(0) ?? 0)).toBe(false);
  expect(characters.size).toBe(200);
});

test.each([
  ["half of it", FONT.subarray(0, FONT.length / 2)],
  ["its beginning", FONT.subarray(0, 20)],
  ["none of it", new Uint8Array()],
])("of a font of which there is %s, nothing is said", (_, bytes) => {
  expect(charactersIn(bytes)).toBeUndefined();
});

test("check tells the size of each asset, and what a font can write", async () => {
  using desk = new Desk();
  cpSync(FOLDER, join(desk.path, "press"), { recursive: true });
  const { code, talk } = await desk.plugin("check", "press");
  expect(code).toBe(0);
  expect(talk).toContain("assets/gelasio.woff2: 14176 bytes, 200 characters (Latin 190 of 191)\n");
  expect(talk).toContain("assets/paper.png: 74 bytes\n");
  expect(talk).toContain("assets/quill.svg: an icon, 232 characters in every page that shows it\n");
});

test("check names what a template, a style sheet or a drawing has wrong, by its place", async () => {
  using desk = new Desk();
  cpSync(FOLDER, join(desk.path, "press"), { recursive: true });
  desk.change("press/sections/letter.liquid", '"paper" | asset', '"papper" | asset');
  desk.change("press/theme.css", "asset:gelasio", "asset:quill");
  desk.change("press/assets/quill.svg", "<path", '<script href="x"/><path');
  const { code, out } = await desk.plugin("check", "press");
  expect(code).toBe(1);
  expect(out).toContain('press/sections/letter.liquid:2:13 /contributes/sections/0/template: found "papper"');
  expect(out).toMatch(/press\/theme\.css:3:8 .* allowed: the name of an asset that is a font or a picture/);
  expect(out).toContain("press/assets/quill.svg:5:3 /contributes/assets/2/file: found <script>");
});
