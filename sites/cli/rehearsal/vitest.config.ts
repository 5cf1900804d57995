/**
 * `svc plugin test` runs an author's tests by this configuration: in their folder, with our tools, without leaving
 * anything there.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { moduleBeside } from "../files/beside.ts";

const here = (path: string): string => moduleBeside(import.meta.url, path);

/** Starting a workspace with a plugin takes a tenth of a second; this is for a machine that is busy. */
const PATIENCE_MS = 30_000;

export default defineConfig({
  cacheDir: join(tmpdir(), "drawbridge-plugin-test"),
  resolve: {
    alias: [
      { find: /^drawbridge\/test$/, replacement: here("./startPlugin") },
      { find: /^vitest$/, replacement: fileURLToPath(import.meta.resolve("vitest")) },
    ],
  },
  server: { fs: { strict: false } },
  test: {
    include: ["**/*.test.{js,mjs,ts,mts}"],
    fsModuleCachePath: join(tmpdir(), "drawbridge-plugin-test", "modules"),
    globalSetup: [here("../../local/rehearsal/setup")],
    // One sandbox for all files: a file whose plugin never ends takes it from no other.
    fileParallelism: false,
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
  },
});
