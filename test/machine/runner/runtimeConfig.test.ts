import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { writeRuntimeConfig } from "../../../sites/machine/runner/runtimeConfig.ts";
import { STORES } from "../../../sites/machine/runner/simulator.ts";
import type { WorkerConfig } from "../../../sites/machine/runner/workerConfig.ts";
import { testFolder } from "../testFolder.ts";

const folder = testFolder();
afterAll(() => folder[Symbol.dispose]());

/** The generated configuration of a process with one worker. */
function configWith(bindings: Partial<WorkerConfig>): string {
  const config = { name: "one", main: "index.ts", compatibility_date: "2026-08-01", ...bindings };
  const path = writeRuntimeConfig({
    workers: [{ config, script: join(folder.path, "index.js"), secrets: {} }],
    sockets: {},
    folder: folder.path,
    state: join(folder.path, "state"),
    host: undefined,
  });
  return readFileSync(path, "utf8");
}

/** The stores in the configuration of a worker with these bindings. */
function storesFor(bindings: Partial<WorkerConfig>): string[] {
  const text = configWith(bindings);
  return Object.keys(STORES).filter((name) => text.includes(`"${name}:disk"`));
}

test("a process opens only the stores that its workers are bound to, because two that open one would end one", () => {
  expect(storesFor({})).toEqual([]);
  expect(storesFor({ kv_namespaces: [{ binding: "KEYS", id: "keys" }] })).toEqual(["kv"]);
  expect(
    storesFor({
      d1_databases: [{ binding: "DB", database_id: "one" }],
      r2_buckets: [{ binding: "MEDIA", bucket_name: "media" }],
    }),
  ).toEqual(["d1", "r2"]);
});
