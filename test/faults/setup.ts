/**
 * Runs once for the project: starts one installation with both demo sites and the test driver in front. `filled` is the
 * path of a data folder for those that a test file starts.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startLocal } from "../../sites/machine/local.ts";
import { BEHIND_TESTS } from "../support/proxied.ts";
import { DRIVER } from "../support/driver.ts";
import { copyDemo } from "../support/demoFolder.ts";
import { provideFilled } from "../machine/setup.ts";
import type { Installation } from "./installation.ts";

declare module "vitest" {
  interface ProvidedContext {
    installation: Installation;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { filled, remove } = provideFilled(project);
  const data = mkdtempSync(join(tmpdir(), "drawbridge-faults-"));
  await copyDemo(filled, data);
  const local = await startLocal({
    port: 0,
    data,
    fresh: false,
    profile: "core",
    plugins: [],
    extraWorkers: [DRIVER],
    serving: BEHIND_TESTS,
  });
  project.provide("installation", { port: local.port, data, secrets: local.secrets });
  return async () => {
    await local.stop();
    rmSync(data, { recursive: true, force: true });
    remove();
  };
}
