/**
 * The configuration with which `svc plugin test` runs an author's tests in the author's folder. The run leaves no files
 * there.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { moduleBeside } from "../files/beside.ts";

const here = (path: string): string => moduleBeside(import.meta.url, path);

/** The folder above this program's sources, as a pattern. */
const ROOT = fileURLToPath(new URL("../../../", import.meta.url)).replaceAll(/[^\w/]/g, String.raw`\$&`);

/** This program's own modules. Node loads them in half the time that vitest needs, in a checkout as in the package. */
const OURS = new RegExp(`^${ROOT}(?:manifests|runtime|sandbox|sites)/`);

/** The time limit of a test, in milliseconds. A workspace starts in about 100 ms; the rest is for a busy machine. */
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
    server: { deps: { external: [OURS] } },
    globalSetup: [here("../../machine/rehearsal/setup")],
    // All files share one sandbox. In parallel, a plugin that never returns would take the sandbox from other files.
    fileParallelism: false,
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
  },
});
