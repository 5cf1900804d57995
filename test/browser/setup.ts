/**
 * Runs once for the whole project: both demo sites on a free port, with data of their own and the test driver in front.
 * Every file of tests finds the port with `inject("port")`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startLocal } from "../../sites/local/local.ts";
import { DRIVER } from "../support/driver.ts";

declare module "vitest" {
  interface ProvidedContext {
    port: number;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), "drawbridge-browser-"));
  const local = await startLocal({ port: 0, data, fresh: false, profile: "core", plugins: [], extraWorkers: [DRIVER] });
  provide("port", local.port);
  return async () => {
    await local.stop();
    rmSync(data, { recursive: true, force: true });
  };
}
