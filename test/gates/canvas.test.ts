import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CANVAS_LATER_MAX_BYTES, CANVAS_MAX_BYTES, CANVAS_WHOLE_MAX_BYTES } from "../../manifests/bounds/editor.ts";
import { canvasFaults, type CanvasSizes } from "../../sites/bundles/canvas.ts";
import { SCRIPT } from "../../sites/web/assets/assets.generated.ts";
import { SCRIPT_NAME } from "../../sites/web/assets/assetPaths.ts";
import { CANVAS_INDEX, type CanvasFiles } from "../../sites/editor/looks/canvasFiles.ts";
import { buildStaticFiles, type StaticBuild } from "../../sites/bundles/staticFiles.ts";

const here = mkdtempSync(join(tmpdir(), "drawbridge-canvas-"));
let built: StaticBuild;
const BOUNDS = { atOnce: CANVAS_MAX_BYTES, later: CANVAS_LATER_MAX_BYTES, whole: CANVAS_WHOLE_MAX_BYTES };

beforeAll(async () => {
  built = await buildStaticFiles(here);
});
afterAll(() => rmSync(here, { recursive: true, force: true }));

describe("the files of the canvas", () => {
  test("weigh at most what a member may be made to wait for (check 38, goal 4)", () => {
    expect(canvasFaults(built.canvas)).toEqual([]);
    expect(built.canvas.atOnce).toBeGreaterThan(0);
  });

  test.each<[string, CanvasSizes, number]>([
    ["at the bounds", { ...BOUNDS }, 0],
    ["a byte below them", { atOnce: BOUNDS.atOnce - 1, later: BOUNDS.later - 1, whole: BOUNDS.whole - 1 }, 0],
    ["a byte above the first", { ...BOUNDS, atOnce: BOUNDS.atOnce + 1 }, 1],
    ["a byte above the second", { ...BOUNDS, later: BOUNDS.later + 1 }, 1],
    ["a byte above the third", { ...BOUNDS, whole: BOUNDS.whole + 1 }, 1],
  ])("are judged %s", (_, judged, faults) => {
    expect(canvasFaults(judged)).toHaveLength(faults);
  });

  test("have the same names when they are built again, and leave nothing of an earlier build", async () => {
    const names = readdirSync(here);
    expect(await buildStaticFiles(here)).toEqual(built);
    expect(readdirSync(here)).toEqual(names);
  });

  test("are few at the start, and words that a file awaits import nothing of that file", () => {
    const index = JSON.parse(readFileSync(join(here, CANVAS_INDEX), "utf8")) as CanvasFiles;
    expect(index.preloaded).toHaveLength(2);
    const importsOf = (name: string) =>
      [...readFileSync(join(here, name), "utf8").matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)].map(
        ([, imported = ""]) => imported,
      );
    const reached = (name: string, seen = new Set<string>()): Set<string> => {
      if (!seen.has(name)) for (const next of importsOf(name)) reached(next, seen.add(name));
      return seen.add(name);
    };
    const awaiting = (name: string): boolean => /\bawait [\w$]+\[/.test(readFileSync(join(here, name), "utf8"));
    const words = readdirSync(here).filter((name) => /^(?:canvasWords|lists|remarks)-.*\.js$/.test(name));
    expect(words.length).toBeGreaterThanOrEqual(21);
    expect(readdirSync(here).filter((name) => name.endsWith(".js") && awaiting(name))).not.toEqual([]);
    for (const file of Object.values(index.languages)) expect([...reached(file)].filter(awaiting)).toEqual([]);
  });

  test("make no code of text", () => {
    for (const name of readdirSync(here).filter((file) => file.endsWith(".js")))
      expect(readFileSync(join(here, name), "utf8")).not.toMatch(/\beval\(|new Function\(|document\.write\(/);
  });
});

test("the script of the editor's pages is the file whose digest they name", () => {
  const script = readFileSync(join(here, SCRIPT_NAME));
  expect(`sha256-${createHash("sha256").update(script).digest("base64")}`).toBe(SCRIPT.integrity);
});
