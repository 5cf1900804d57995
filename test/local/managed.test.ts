import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ran } from "../cli/svc.ts";
import { Desk } from "../cli/svc.ts";
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

  /** As an operator of this machine, with its own secrets. */
  async function operator(...args: readonly string[]): Promise<Ran> {
    const isOfDeployer = args[0] === "hosting";
    const [, bearer = ""] =
      (isOfDeployer ? /^OPERATOR_TOKEN=(.+)$/m : /^PROVISIONING_SECRET=(.+)$/m).exec(
        readFileSync(ready.secrets, "utf8"),
      ) ?? [];
    using desk = new Desk();
    return desk.run(["operator", ...args], {
      SVC_OPERATOR_TOKEN: bearer,
      SVC_DEPLOYER: ready.deployer ?? "",
      SVC_SITE: ready.site,
    });
  }
  async function done(...args: readonly string[]): Promise<void> {
    const { code, out } = await operator(...args);
    expect([code, code === 0 ? "" : out]).toEqual([0, ""]);
  }

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

  const THIRD = "svc-drill-third";
  const page = (): string => `http://third.localhost:${ready.port}/`;
  const told = async (): Promise<string> => (await new Visitor().open(page())).body;

  test("gives a third tenant a worker, and takes it away and brings it back, as its operator asks", async () => {
    const listed = JSON.parse((await operator("hosting", "list", "--json")).out) as {
      readonly items: readonly { readonly release: string; readonly artifactSha256: string }[];
    };
    const { release = "", artifactSha256 = "" } = listed.items[0] ?? {};
    const deployment = ["hosting", "deploy", THIRD, "--release", release, "--sha256", artifactSha256];
    await done(...deployment);
    const site = data.at("third.json");
    writeFileSync(site, JSON.stringify(siteOf(THIRD)));
    await done("provision", site);
    await expect.poll(told).toContain("Words of the third");

    const receipt = data.at("receipt.json");
    let [exports, said] = [0, "make another one"];
    await expect
      .poll(
        async () => {
          if (said.includes("make another one")) {
            await done("tenant", THIRD, "read-only");
            await done("hosting", "export", THIRD, "--receipt", `${receipt}.${(exports += 1)}`);
            await done("tenant", THIRD, "suspended", "--confirm", `SUSPEND ${THIRD}`);
          }
          const from = ["--export", `${receipt}.${exports}`];
          said = (await operator("hosting", "erase", THIRD, ...from, "--confirm", `ERASE ${THIRD}`)).out;
          return (await operator("hosting", "list")).out.includes("not ready");
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    await expect.poll(() => kept("do"), { timeout: 20_000 }).not.toContain(`${THIRD}-TenantWorkspaceDO`);
    await expect.poll(async () => (await new Visitor().open(ready.site)).status, { timeout: 20_000 }).toBe(200);

    await done(...deployment);
    const restore = ["hosting", "restore", THIRD, "--export", `${receipt}.${exports}`];
    await done(...restore, "--confirm", `RESTORE ${THIRD}`);
    expect((await operator(...restore, "--confirm", `RESTORE ${THIRD}`)).out).toContain("not empty");
    await done("tenant", THIRD, "active");
    await expect.poll(told).toContain("Words of the third");
  });

  test("has every tenant again after a restart, and misses nothing", async () => {
    run.kill("SIGINT");
    await run.ended;
    run = start("--json", "--managed", "--port", "0", "--data", data.path);
    ready = await readyOf(run);
    expect([ready.missing, ready.sites.map(({ created, state }) => [created, state])]).toEqual([
      [],
      [
        [false, "active"],
        [false, "active"],
      ],
    ]);
    await expect.poll(told).toContain("Words of the third");
    expect(readFileSync(ready.log, "utf8")).not.toContain("RPC stub was not disposed");
  });
});

const siteOf = (tenant: string): object => ({
  tenant: { id: tenant, name: "Third" },
  site: { id: "main", name: "Third" },
  domain: { hostname: "third.localhost" },
  identities: [{ issuer: "https://login.example", subject: "third", role: "owner" }],
  document: {
    pages: [
      {
        id: "home",
        path: "/",
        title: "Third",
        sections: [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body: "Words of the third" } }],
      },
    ],
    navigation: { menus: { header: [], footer: [] } },
    redirects: { entries: [] },
    settings: { name: "Third", language: "en" },
  },
  theme: { theme: "drawbridge.slate/slate", scheme: "auto", tokens: {} },
});
