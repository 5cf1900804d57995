import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { claimPort } from "../../../sites/machine/names/port.ts";
import { requestLocal } from "../../../sites/machine/process/request.ts";
import { writeRuntimeConfig } from "../../../sites/machine/runner/runtimeConfig.ts";
import { startWorkers } from "../../../sites/machine/runner/workers.ts";
import { openDataFolder } from "../../../sites/machine/state/dataFolder.ts";
import { testFolder } from "../../machine/testFolder.ts";

/** A script that asks an address and says what came of it. */
const ASKS = `export default { async fetch(request) {
  const address = request.headers.get("x-asks");
  const asked = await fetch(address).then((answer) => answer.text(), (error) => "refused: " + error.message);
  return new Response(asked);
} };`;

/** The answers to a worker that asks the inspector of its own process. */
async function asksTheInspector(isTenants: boolean): Promise<string> {
  using here = testFolder();
  const folder = openDataFolder(here.path);
  const script = here.at("config/script.js");
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, ASKS);
  const port = await claimPort(0);
  const config = writeRuntimeConfig({
    workers: [
      { config: { name: "one", main: script, compatibility_date: "2026-08-01" }, script, secrets: {}, isTenants },
    ],
    sockets: { entry: { address: `127.0.0.1:${port}`, worker: "one" } },
    folder: folder.config,
    state: folder.state,
    host: { address: "127.0.0.1:1", secret: "s" },
  });
  const workers = startWorkers({ config, folder, onLine: () => undefined });
  try {
    await expect.poll(() => workers.inspectorPort(), { timeout: 20_000, interval: 20 }).toBeGreaterThan(0);
    const headers = { "x-asks": `http://127.0.0.1:${workers.inspectorPort()}/json/list` };
    const asked = (): Promise<string> =>
      requestLocal({ port, host: "localhost", path: "/", headers }).then(
        ({ text }) => text,
        () => "",
      );
    await expect.poll(asked, { timeout: 20_000, interval: 20 }).not.toBe("");
    return await asked();
  } finally {
    await workers.stop();
  }
}

test("a tenant's script reaches no loopback address, such as the inspector that shows its neighbours", async () => {
  expect(await asksTheInspector(true)).toMatch(/^refused: /);
});

test("our own workers reach services of this machine", async () => {
  expect(await asksTheInspector(false)).toContain('"webSocketDebuggerUrl"');
});
