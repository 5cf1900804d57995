import { mkdirSync, writeFileSync } from "node:fs";
import { isIPv4 } from "node:net";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { claimPort } from "../../../sites/machine/names/port.ts";
import { requestLocal } from "../../../sites/machine/process/request.ts";
import { writeRuntimeConfig } from "../../../sites/machine/runner/runtimeConfig.ts";
import { startWorkers } from "../../../sites/machine/runner/workers.ts";
import { openDataFolder } from "../../../sites/machine/state/dataFolder.ts";
import { inspectorHost } from "../../../sites/machine/watchdog/inspectorHost.ts";
import { testFolder } from "../../machine/testFolder.ts";

/** A script that asks an address and says what came of it. */
const ASKS = `export default { async fetch(request) {
  const address = request.headers.get("x-asks");
  const asked = await fetch(address).then((answer) => answer.text(), (error) => "refused: " + error.message);
  return new Response(asked);
} };`;

/** The answers to a worker that asks the inspector of its own process, at its own host or at another. */
async function asksTheInspector(isTenants: boolean, host?: string): Promise<string> {
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
    await expect.poll(() => workers.inspector(), { timeout: 20_000, interval: 20 }).not.toBe(undefined);
    const address = workers.inspector()?.replace(/^[^:]+/, (own) => host ?? own);
    const headers = { "x-asks": `http://${address}/json/list` };
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

describe("the inspector listens where no web page finds it", () => {
  test.runIf(process.platform === "linux")("and not at 127.0.0.1", async () => {
    expect(await asksTheInspector(false, "127.0.0.1")).toMatch(/^refused: /);
  });

  test("at a random address of Linux' loopback network", () => {
    const hosts = Array.from({ length: 20 }, () => inspectorHost("linux"));
    expect(hosts.filter((host) => isIPv4(host) && /^127\..*\.(?!0$|255$)\d+$/.test(host))).toEqual(hosts);
    expect(new Set(hosts).size).toBe(hosts.length);
    expect(inspectorHost("darwin")).toBe("127.0.0.1");
  });
});
