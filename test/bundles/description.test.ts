import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testFolder } from "../machine/testFolder.ts";
import { buildDescription } from "../../sites/bundles/description.ts";
import { buildStaticFiles, type StaticBuild } from "../../sites/bundles/staticFiles.ts";
import { API_DESCRIPTION } from "../../sites/web/api/description/apiDescription.ts";

const ROOT = join(import.meta.dirname, "../..");
const TABLE = readFileSync(join(ROOT, "sites/web/api/routes.generated.txt"), "utf8");
const here = mkdtempSync(join(tmpdir(), "drawbridge-description-"));

interface Operation {
  readonly "x-permission"?: string | readonly string[];
  readonly "x-command"?: string;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

let built: StaticBuild;
let text: string;

beforeAll(async () => {
  built = await buildStaticFiles(here);
  text = readFileSync(join(here, API_DESCRIPTION), "utf8");
});
afterAll(() => rmSync(here, { recursive: true, force: true }));

describe("the built description of the API", () => {
  test("is one line of JSON", () => {
    expect(text.split("\n")).toEqual([expect.stringMatching(/^\{"openapi":"3\.1\.0",/), ""]);
  });

  test("is the same without a cache, from one, and beside what an earlier build left there", async () => {
    using cache = testFolder();
    writeFileSync(cache.at("old.json"), "{}");
    for (const _ of ["made", "kept"]) {
      const { file } = await buildDescription(cache.path);
      expect(Buffer.from(file.bytes).toString()).toBe(text);
      expect(readdirSync(cache.path)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);
    }
  });

  test("is made anew if its cache was removed meanwhile", async () => {
    using cache = testFolder();
    await buildDescription(cache.path);
    rmSync(cache.path, { recursive: true, force: true });
    expect(Buffer.from((await buildDescription(cache.path)).file.bytes).toString()).toBe(text);
  });

  test("names the code of every route as its input, and the sheet and script of the editor's pages, so that a start builds them again after a change", () => {
    const inputs = built.inputs.map((path) => relative(ROOT, path));
    expect(inputs).toEqual(
      expect.arrayContaining([
        "sites/web/api/description/document.ts",
        "sites/web/api/routes/index.ts",
        "manifests/bounds/forms.ts",
        "sites/web/assets/assets.generated.ts",
        "sites/web/document/sheet.generated.ts",
      ]),
    );
    expect(new Set(inputs).size).toBe(inputs.length);
  });

  test("has the routes of the committed table, each with its command and permission", () => {
    const { paths } = JSON.parse(text) as Document;
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
    );
    const rows = new Map(
      TABLE.trimEnd()
        .split("\n")
        .map((line) => line.split(/ {2,}/))
        .map(([method = "", path = "", command, permission]) => [`${method} ${path}`, { command, permission }]),
    );
    rows.delete("method path");
    expect([...rows.keys()].toSorted()).toEqual(described.map(([method, path]) => `${method} ${path}`).toSorted());
    for (const [method, path, operation] of described) {
      const row = rows.get(`${method} ${path}`);
      expect([path, row?.command]).toEqual([path, operation["x-command"] ?? "-"]);
      const permission = [operation["x-permission"] ?? []].flat().join(" and ");
      expect([path, row?.permission]).toEqual([path, permission || expect.stringMatching(/^\(.+\)$/)]);
    }
  });
});
