import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { markerOf as publicMarkerOf } from "../../sites/cli/cloudflare/drill/session.ts";
import { keepLogin } from "../../sites/cli/site/logins.ts";
import { agentOf } from "../agents/memberAgent.ts";
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

  const FIRST = "svc-drill-a";
  const SECOND = "svc-drill-b";
  const owners = { [FIRST]: "ottilie-marchbank", [SECOND]: "thaddeus-quell" } as const;
  const originOf = (tenant: string): string => `http://${tenant}.localhost:${ready.port}`;
  const markerOf = (id: string): string =>
    publicMarkerOf("public", { id, origin: "", owner: { issuer: "", subject: "" } });
  const told = async (): Promise<string> => (await new Visitor().open(`${originOf(SECOND)}/`)).body;
  const secretNamed = (name: string): string =>
    new RegExp(`^${name}=(.+)$`, "m").exec(readFileSync(ready.secrets, "utf8"))?.[1] ?? "";

  /** The release that the deployer gave the demo's tenants. */
  async function release(): Promise<string[]> {
    const { items } = JSON.parse((await operator("hosting", "list", "--json")).out) as {
      readonly items: readonly { readonly release: string; readonly artifactSha256: string }[];
    };
    return ["--release", items[0]?.release ?? "", "--sha256", items[0]?.artifactSha256 ?? ""];
  }

  /** A login that `svc login` would keep. */
  async function keepLoginOf(tenant: keyof typeof owners, config: string): Promise<void> {
    const owner = new Visitor();
    await logIn(owner, originOf(tenant), owners[tenant]);
    const host = new URL(originOf(tenant)).hostname;
    const [, login = ""] = /__Host-svc_session=([^;]+)/.exec(owner.header(host)) ?? [];
    const kept = { site: originOf(tenant), cookie: "__Host-svc_session", login, expiresAt: Date.now() + 3_600_000 };
    keepLogin(kept, { XDG_CONFIG_HOME: config });
  }

  async function agentTokenOf(tenant: keyof typeof owners): Promise<string> {
    await using agent = await agentOf(new URL(ready.membersMcp).origin, owners[tenant], { site: `${tenant}/main` });
    return agent.accessToken;
  }

  test("passes the drill as its command, once both owners have logged in", async () => {
    using desk = new Desk();
    await desk.run(["init", "."]);
    const config = join(desk.path, "config");
    const options: string[] = [
      "--operator",
      "Night shift",
      "--namespace",
      "drawbridge-tenants",
      "--deployer",
      ready.deployer ?? "",
      ...(await release()),
      "--file",
      join(desk.path, "drill.json"),
      "--json",
    ];
    const drill = async (agents: Readonly<Record<string, string>>): Promise<Ran> => {
      const tenants = Object.entries(owners).map(([id, subject]) => {
        const owner = { issuer: "http://identity.localhost", subject };
        return [id, { site: originOf(id), owner, ...(agents[id] !== undefined && { agent: agents[id] }) }];
      });
      const file = {
        deployerBearer: secretNamed("OPERATOR_TOKEN"),
        operatorBearer: secretNamed("PROVISIONING_SECRET"),
        agents: new URL(ready.membersMcp).origin,
        tenants: Object.fromEntries(tenants),
      };
      writeFileSync(join(desk.path, "drill.json"), JSON.stringify(file), { mode: 0o600 });
      return desk.run(["cloudflare", "managed-isolated", "drill", ...options], {
        CLOUDFLARE_API_BASE_URL: ready.provider?.api ?? "",
        CLOUDFLARE_ACCOUNT_ID: ready.provider?.account ?? "",
        CLOUDFLARE_API_TOKEN: secretNamed("PROVIDER_TOKEN"),
        XDG_CONFIG_HOME: config,
      });
    };
    expect(JSON.parse((await drill({})).out)).toMatchObject({ status: "blocked", stopped: null });
    await expect.poll(told, { timeout: 20_000 }).toContain(markerOf(SECOND));
    for (const tenant of [FIRST, SECOND] as const) await keepLoginOf(tenant, config);
    const done = await drill({ [FIRST]: await agentTokenOf(FIRST), [SECOND]: await agentTokenOf(SECOND) });
    const { status, receipt, checks } = JSON.parse(done.out) as {
      readonly status: string;
      readonly receipt: string;
      readonly checks: readonly { readonly id: string; readonly verdict: string; readonly needs?: string }[];
    };
    expect([status, checks.filter(({ verdict, needs }) => verdict !== "passed" && needs !== "account")]).toEqual([
      "passed",
      [],
    ]);
    const evidence = readFileSync(receipt, "utf8");
    expect(JSON.parse(evidence)).toMatchObject({ status: "passed", stopped: null, tenants: [FIRST, SECOND] });
    expect(statSync(receipt).mode & 0o777).toBe(0o600);
    const secrets = ["OPERATOR_TOKEN", "PROVISIONING_SECRET", "PROVIDER_TOKEN"].map(secretNamed);
    expect([...secrets, markerOf(FIRST)].filter((secret) => evidence.includes(secret))).toEqual([]);
  });

  test("takes a tenant away and brings it back, as its operator asks", async () => {
    const receipt = data.at("receipt.json");
    let [exports, said] = [0, "make another one"];
    await expect
      .poll(
        async () => {
          if (said.includes("make another one")) {
            await done("tenant", SECOND, "read-only");
            await done("hosting", "export", SECOND, "--receipt", `${receipt}.${(exports += 1)}`);
            await done("tenant", SECOND, "suspended", "--confirm", `SUSPEND ${SECOND}`);
          }
          const from = ["--export", `${receipt}.${exports}`];
          said = (await operator("hosting", "erase", SECOND, ...from, "--confirm", `ERASE ${SECOND}`)).out;
          return (await operator("hosting", "list")).out.includes("not ready");
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    await expect.poll(() => kept("do"), { timeout: 20_000 }).not.toContain(`${SECOND}-TenantWorkspaceDO`);
    await expect.poll(async () => (await new Visitor().open(ready.site)).status, { timeout: 20_000 }).toBe(200);

    await done("hosting", "deploy", SECOND, ...(await release()));
    const restore = ["hosting", "restore", SECOND, "--export", `${receipt}.${exports}`];
    await done(...restore, "--confirm", `RESTORE ${SECOND}`);
    expect((await operator(...restore, "--confirm", `RESTORE ${SECOND}`)).out).toContain("not empty");
    await done("tenant", SECOND, "active");
    await expect.poll(told).toContain(markerOf(SECOND));
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
    await expect.poll(told).toContain(markerOf(SECOND));
    expect(readFileSync(ready.log, "utf8")).not.toContain("RPC stub was not disposed");
  });
});
