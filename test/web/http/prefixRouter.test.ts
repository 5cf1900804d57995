import { readFileSync } from "node:fs";
import { PatternRouter } from "hono/router/pattern-router";
import { expect, test } from "vitest";
import { PrefixRouter } from "../../../sites/web/http/prefixRouter.ts";

const TABLE = readFileSync(new URL("../../../sites/web/api/routes.generated.txt", import.meta.url), "utf8");
const ROUTES = [...TABLE.matchAll(/^([A-Z]+) +(\/\S+)/gm)].map(([, method = "", path = ""]) => ({
  method,
  path: path.replace(/\{(\w+)\}/g, ":$1"),
}));

/** The API's routes with what stands around them: patterns without two plain words, with a rest, and with a rule. */
const ENTRIES: readonly (readonly [method: string, path: string])[] = [
  ["ALL", "/*"],
  ...ROUTES.flatMap(({ method, path }): [string, string][] => [
    [method, path],
    ["ALL", path],
  ]),
  ["ALL", "/api/plugins/:plugin/routes/*"],
  ["ALL", "/api/admin/*"],
  ["GET", "/api"],
  ["GET", "/api/:late"],
  ["GET", "/api/:join{join(?:%|[^a-z]).*}"],
  ["POST", "/api/pages/:optional?"],
  ["GET", "/api/openapi.json"],
];

const [ours, theirs] = [new PrefixRouter<string>(), new PatternRouter<string>()];
for (const router of [ours, theirs])
  for (const [number, [method, path]] of ENTRIES.entries()) router.add(method, path, `${number} ${method} ${path}`);

const filled = ENTRIES.map(([, path]) => path.replace(/:(\w+)(?:\{[^}]*\})?\??/g, "$1.1").replace(/\*$/, "deep/er"));
const STRANGE = [
  "/",
  "",
  "/api",
  "/api/",
  "/api//pages",
  "/api/pages/",
  "/api/pagesx",
  "/api/pages%2Fhome",
  "/apix/pages",
];

test("the table of routes is read", () => expect(ROUTES.length).toBeGreaterThan(150));

test("a request reaches the same handlers in the same order, with the same parameters, as in the router below", () => {
  const paths = [...filled, ...filled.map((path) => `${path}/`), ...filled.map((path) => `${path}/more`), ...STRANGE];
  for (const path of [...paths, "/api/openapi.json", "/api/openapiXjson", "/api/joiné", "/api/admin", "/api/%00"])
    for (const method of ["GET", "POST", "PATCH", "DELETE", "OPTIONS"])
      expect([method, path, ours.match(method, path)]).toEqual([method, path, theirs.match(method, path)]);
});

test("a handler that is added after a request is found by the next one", () => {
  const router = new PrefixRouter<string>();
  router.add("GET", "/api/pages", "pages");
  expect(router.match("GET", "/api/media")).toEqual([[]]);
  router.add("GET", "/api/media", "media");
  router.add("ALL", "/*", "all");
  expect(router.match("GET", "/api/media")[0].map(([handler]) => handler)).toEqual(["media", "all"]);
});
