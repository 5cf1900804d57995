import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocal } from "../../sites/machine/local.ts";
import { requestLocal } from "../../sites/machine/process/request.ts";
import { pause } from "../support/driver.ts";
import { fillWithDemo } from "../support/filled.ts";

/** An installation with the demo that serves agents. */
export interface Served extends AsyncDisposable {
  /** Address of the server of the demo site. */
  readonly url: string;
  readonly port: number;
  /** The operator's bearer. */
  readonly secret: string;
}

const PUBLISHED_MS = 30_000;

export async function serveAgents(profile: "ai" | "full" = "ai"): Promise<Served> {
  const data = mkdtempSync(join(tmpdir(), "drawbridge-agents-"));
  await fillWithDemo(data);
  const local = await startLocal({ port: 0, data, fresh: false, profile, plugins: [] });
  const { port, sites } = local;
  const hostname = new URL(sites[0]?.url ?? "").hostname;
  const path = `/sites/${hostname}/mcp/server-card`;
  // A publication reaches the public store through a queue.
  for (
    const end = performance.now() + PUBLISHED_MS;
    (await requestLocal({ port, host: "localhost", path })).status !== 200;
    await pause(200)
  ) {
    if (performance.now() > end) throw new Error("the publication did not arrive");
  }
  return {
    url: `http://localhost:${port}/sites/${hostname}/mcp`,
    port,
    secret: local.secrets["PROVISIONING_SECRET"] ?? "",
    [Symbol.asyncDispose]: async () => {
      await local.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
