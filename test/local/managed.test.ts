import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testFolder } from "./testFolder.ts";
import { readyOf, start } from "./runner.ts";
import type { Ready, Run } from "./runner.ts";
import { logIn, Visitor } from "./visitor.ts";

describe("one machine with a worker for each tenant", () => {
  const data = testFolder();
  let run: Run;
  let ready: Ready;

  beforeAll(async () => {
    run = start("--json", "--managed", "--port", "0", "--data", data.path);
    ready = await readyOf(run);
  });
  afterAll(async () => {
    run.kill("SIGINT");
    await run.ended;
    data[Symbol.dispose]();
  });

  const kept = (folder: string): string[] => readdirSync(join(data.path, "state/v3", folder));

  test("serves two tenants, each out of its own worker, object and bucket", async () => {
    const [a, b] = ready.sites.map(({ url }) => url);
    expect((await new Visitor().open(`${a}/`)).body).toContain("Saltmarrow Yard");
    expect((await new Visitor().open(`${b}/`)).body).toContain("Pocketful");
    expect(kept("do")).toEqual(
      expect.arrayContaining(["svc-t-pocketful-TenantWorkspaceDO", "svc-t-saltmarrow-TenantWorkspaceDO"]),
    );
    expect(kept("do")).not.toContain("drawbridge-workspace-TenantWorkspaceDO");
    expect(kept("r2")).toEqual(expect.arrayContaining(["svc-t-pocketful-store", "svc-t-saltmarrow-store"]));
    expect(existsSync(join(data.path, "state/v3/do/drawbridge-dispatch-TenantWorkspaceDO"))).toBe(false);
  });

  test("lets an owner edit, publish and see it, and leaves the other tenant as it was", async () => {
    const [a = "", b = ""] = ready.sites.map(({ url }) => url);
    const before = (await new Visitor().open(`${b}/?before`)).body;
    const owner = new Visitor();
    await logIn(owner, a, "ottilie-marchbank");
    const shell = await owner.open(`${a}/_editor/edit?page=services`);
    const [, script = ""] = /<script[^>]+src="([^"]+)"/.exec(shell.body) ?? [];
    expect([shell.status, (await owner.open(new URL(script, a).href)).status]).toEqual([200, 200]);
    const page = await owner.open(`${a}/api/pages/services`);
    const headers = { origin: a, "content-type": "application/json" };
    const changed = await owner.open(`${a}/api/pages/services`, {
      method: "PATCH",
      headers: { ...headers, "if-match": String(page.headers["etag"]), "idempotency-key": "managed-1" },
      body: JSON.stringify({ changes: { title: "Changed by its owner" } }),
    });
    expect(changed.status).toBe(200);
    const changes = await owner.open(`${a}/api/changes`);
    const published = await owner.open(`${a}/api/publish`, {
      method: "POST",
      headers: { ...headers, "if-match": String(changes.headers["etag"]), "idempotency-key": "managed-2" },
      body: "{}",
    });
    expect(published.status).toBeLessThan(300);
    await expect
      .poll(async () => (await new Visitor().open(`${a}/services?after`)).body)
      .toContain("<title>Changed by its owner");
    expect((await new Visitor().open(`${b}/?after`)).body).toBe(before);
    // The plugin's code ran in the shared sandbox, and read its stored data from this tenant's own object.
    const findings = await owner.open(`${a}/api/plugins/drawbridge.link-check/routes/findings`);
    expect([findings.status, typeof JSON.parse(findings.body)]).toEqual([200, "object"]);
  });

  test("tells an agent what is published, from what the dispatcher wrote into the public store", async () => {
    const address = `http://localhost:${ready.port}/sites/demo.localhost/mcp`;
    const introduced = async (): Promise<readonly [number, boolean]> => {
      const asked = await new Visitor().open(address, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "initialize",
          params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } },
        }),
      });
      return [asked.status, asked.body.includes("demo.localhost")];
    };
    // A publication reaches the public store through the tenant's queue.
    await expect.poll(introduced).toEqual([200, true]);
  });
});
