import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Validator } from "@cfworker/json-schema";
import { afterAll, describe, expect, test } from "vitest";
import type { PluginId } from "../../manifests/shapes/id.ts";
import type { Manifest } from "../../manifests/manifest/manifest.ts";
import type { PluginManifest } from "../../manifests/plugin.generated.ts";
import type { Version } from "../../manifests/shapes/version.ts";
import type { VersionRange } from "../../manifests/shapes/versionRange.ts";
import { generated, staleOf } from "../../sites/tools/generate.ts";
import { authoringSchema } from "../../sites/tools/manifestSchema.ts";
import { declarative, executable } from "./fixture.ts";

type Assignable<From, To> = [From] extends [To] ? true : false;

export const authorsWriteWhatTheEngineReads: Assignable<PluginManifest, Manifest> = true;
export const theEngineReadsWhatAuthorsWrite: Assignable<Manifest, PluginManifest> = true;
// @ts-expect-error a plain string is not a plugin id
export const noId: PluginId = "acme.reviews";
// @ts-expect-error a plain string is not a version
export const noVersion: Version = "1.0.0";
// @ts-expect-error a version is not a range, although every version could be read as one
export const noRange: VersionRange = "1.0.0" as Version;
// @ts-expect-error a third kind does not exist
export const noKind: PluginManifest["kind"] = "native";

const ROOT = join(import.meta.dirname, "../..");
const COMMAND = "sites/tools/generate.ts";
const copy = mkdtempSync(join(tmpdir(), "drawbridge-generate-"));
afterAll(() => rmSync(copy, { recursive: true }));
const files = await generated();
for (const [path] of files) mkdirSync(join(copy, dirname(path)), { recursive: true });

/** Runs the check itself. The gates show that it passes for the project. */
const check = (root: string) =>
  spawnSync(process.execPath, [COMMAND, "--check", "--root", root], { cwd: ROOT, encoding: "utf8" });

describe("generated files", () => {
  test("are those of the shape as it is now", () => {
    expect(staleOf(files, ROOT)).toEqual([]);
  });

  test("that are missing or differ by one character fail the check, which names them and the command", () => {
    expect(staleOf(files, copy)).toEqual(files.map(([path]) => path));
    execFileSync(process.execPath, [COMMAND, "--root", copy], { cwd: ROOT });
    expect(staleOf(files, copy)).toEqual([]);
    const path = join(copy, "manifests/plugin.schema.json");
    writeFileSync(path, readFileSync(path, "utf8").replace("publisher.name", "publisher name"));
    expect(check(copy)).toMatchObject({
      status: 1,
      stderr: "manifests/plugin.schema.json differs from its source; run: node sites/tools/generate.ts\n",
    });
  });
});

describe("the schema for editors", () => {
  const schema = authoringSchema();
  const accepts = (value: unknown) => new Validator(structuredClone(schema), "2020-12").validate(value).valid;

  test.each([
    ["declarative", declarative],
    ["executable", executable],
  ])("accepts a valid %s manifest with its $schema", (_, manifest) => {
    expect(accepts({ $schema: "../../manifests/plugin.schema.json", ...manifest })).toBe(true);
  });

  test.each([
    ["an unknown member", { ...declarative, author: "x" }],
    ["digests, which packing writes", { ...declarative, files: {} }],
    ["an id without publisher", { ...declarative, id: "notices" }],
    ["another kind", { ...declarative, kind: "native" }],
  ])("refuses %s", (_, value) => expect(accepts(value)).toBe(false));

  test("names each of its types once", () => {
    const alike = new Map<string, number>();
    const visit = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      Object.values(node).forEach(visit);
      if (!("properties" in node)) return;
      const text = JSON.stringify([node.properties, "required" in node && node.required]);
      alike.set(text, (alike.get(text) ?? 0) + 1);
    };
    visit(schema);
    expect([...alike].filter(([, times]) => times > 1).map(([text]) => text)).toEqual([]);
    const references = JSON.stringify(schema).match(/(?<="#\/\$defs\/)\w+/g);
    expect(Object.keys(schema["$defs"] as object).toSorted()).toEqual([...new Set(references)].toSorted());
  });

  test("titles and explains every member", () => {
    const silent: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== "object" || node === null) return;
      for (const [name, child] of Object.entries(node)) visit(child, `${path}/${name}`);
      if (!("properties" in node)) return;
      for (const [name, child] of Object.entries(node.properties ?? {})) {
        if (!child.title || !child.description) silent.push(`${path}/${name}`);
      }
    };
    visit(schema, "");
    expect(silent).toEqual([]);
  });
});
