import { randomBytes } from "node:crypto";
import { readdirSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compressedSize, contentFaults, packagesIn, sizeFaults } from "../../sites/tools/bundleRules.ts";
import { WORKERS } from "../../sites/workers/workers.ts";
import { ROOT } from "./folder.ts";

const RULE = { most: 1024, without: ["liquidjs", "@cfworker/json-schema"], withoutFiles: ["auth/handoff.ts"] };

/** Text that gzip cannot compress. */
const heavy = (bytes: number): string =>
  `// ${randomBytes(bytes)
    .toString("latin1")
    .replaceAll(/[\n\r]/g, " ")}`;

describe("bundles", () => {
  test.each([
    [
      "a package that has no business in it",
      "// ../../node_modules/liquidjs/dist/liquid.js\nvar x;",
      "it holds the package liquidjs",
    ],
    [
      "a scoped package",
      "// node_modules/@cfworker/json-schema/dist/index.js\nvar x;",
      "it holds the package @cfworker/json-schema",
    ],
    ["a developer's package", "// node_modules/wrangler/cli.js\nvar x;", "it holds the package wrangler"],
    ["a file for one machine", "// auth/handoff.ts\nvar x;", "it holds the file auth/handoff.ts"],
    ["code made from text", "var f = new Function(text);", "it holds new Function("],
    ["eval", "var f = eval (text);", "it holds eval ("],
    ["a module of Node", 'import fs from "node:fs";', 'it holds from "node:'],
    ["a required module of Node", 'var fs = require("node:fs");', 'it holds require("node:'],
  ])("with %s are rejected", (_, text, says) => {
    expect(contentFaults(text, RULE)).toEqual([says]);
  });

  test("that weigh too much are rejected", () => {
    const text = heavy(2048);
    const bytes = compressedSize(text);
    expect(sizeFaults(text, { ...RULE, most: bytes - 1 })).toEqual([
      `it has ${bytes} bytes compressed, of at most ${bytes - 1}`,
    ]);
    expect([bytes, bytes + 1].flatMap((most) => sizeFaults(text, { ...RULE, most }))).toEqual([]);
  });

  test.each([
    ["a package that is allowed", "// ../../node_modules/hono/dist/hono.js\nvar x;"],
    ["a member that is called eval", "policy.eval(1); medieval(1);"],
    ["a word about a package", "// liquidjs is faster than it looks, see node_modules"],
  ])("with %s are accepted", (_, text) => {
    expect(contentFaults(text, RULE)).toEqual([]);
  });

  test("name the packages they hold", () => {
    const text = "// ../../node_modules/hono/dist/a.js\n  // node_modules/@scope/name/b.js\n// runtime/kernel.ts";
    expect([...packagesIn(text)]).toEqual(["hono", "@scope/name"]);
  });

  test("have a row, with a rule, for every worker", () => {
    const folders = ["sandbox", ...readdirSync(join(ROOT, "sites/workers")).map((name) => `sites/workers/${name}`)];
    // A deployment uses the platform's queues and stores, and has no port to share.
    const oneMachine = ["blobs", "front", "public-store", "queues"].map((name) => `sites/workers/${name}`);
    const deployed = folders.filter((folder) => !oneMachine.includes(folder));
    const workers = deployed.filter((folder) => existsSync(join(ROOT, folder, "wrangler.jsonc")));
    expect(WORKERS.map(({ folder }) => folder).toSorted()).toEqual(workers.toSorted());
    expect(WORKERS.filter(({ bundle: { most, without } }) => !(most > 0 && without.length > 0))).toEqual([]);
  });
});
