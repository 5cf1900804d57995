import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocal } from "../../sites/local/local.ts";
import { BEHIND_TESTS } from "../support/proxied.ts";
import { DRIVER } from "../support/driver.ts";

/** Both demo sites, running. */
export interface Demo {
  readonly port: number;
  stop(): Promise<void>;
}

/** On a free port, with data of their own and the test driver in front. */
export async function startDemo(tell?: (line: string) => void): Promise<Demo> {
  const data = mkdtempSync(join(tmpdir(), "drawbridge-browser-"));
  const told = tell === undefined ? {} : { tell };
  const local = await startLocal({
    port: 0,
    data,
    fresh: false,
    profile: "core",
    plugins: [],
    extraWorkers: [DRIVER],
    serving: BEHIND_TESTS,
    ...told,
  });
  const stop = async (): Promise<void> => {
    await local.stop();
    rmSync(data, { recursive: true, force: true });
  };
  return { port: local.port, stop };
}
