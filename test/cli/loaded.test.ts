/** A command waits until Node has loaded the program, so what few commands need is loaded by them. */
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { loadedModules } from "../support/loadedModules.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const LOADED = loadedModules(join(ROOT, "sites/svc.ts"));

test.each(["oidc-provider", "@simplewebauthn/server", "json-schema-to-typescript", "hast-util-to-mdast", "saxes"])(
  "svc starts without %s",
  (name) => {
    expect(LOADED.has("commander")).toBe(true);
    expect(LOADED.has(name)).toBe(false);
  },
);

test("svc starts without the readers of other software's files", () => {
  const readers = join(ROOT, "sites/moving/read");
  expect([...LOADED].filter((path) => path.startsWith(readers))).toEqual([]);
});
