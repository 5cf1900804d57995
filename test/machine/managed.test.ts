import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { markerOf as publicMarkerOf } from "../../sites/cli/cloudflare/drill/session/session.ts";
import { sha256 } from "../../sites/cli/files/sha256.ts";
import { artifactKey } from "../../sites/platform/tenants/artifacts.ts";
import { keepLogin } from "../../sites/cli/site/logins.ts";
import { agentOf } from "../agents/memberAgent.ts";
import { launch } from "../browser/launch.ts";
import { openCanvas, standsAs, storedPage } from "../browser/editor.ts";
import { type Ran, Desk } from "../cli/svc.ts";
import { type Change, openMiddleman } from "../support/middleman.ts";
import { testFolder } from "./testFolder.ts";
import { readyOf, start, type Ready, type Run } from "./runner.ts";
import { logIn, Visitor } from "../support/visitor.ts";

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

  /** Runs `svc operator` with this machine's secrets. */
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

  /** Stops and starts the machine. `between` may change its folder. */
  async function again(between: () => void = () => undefined): Promise<void> {
    run.kill("SIGINT");
    await run.ended;
    between();
    run = start("--json", "--managed", "--port", "0", "--data", data.path);
    ready = await readyOf(run);
  }

  const kept = (folder: string): string[] => readdirSync(join(data.path, "state/v3", folder));

  test("serves two tenants, each from its own worker, object and bucket", async () => {
    const [a, b] = ready.sites.map(({ url }) => url);
    expect((await new Visitor().open(`${a}/`)).body).toContain("Saltmarrow Yard");
    expect((await new Visitor().open(`${b}/`)).body).toContain("Pocketful");
    expect(kept("do")).toEqual(
      expect.arrayContaining(["svc-t-pocketful-TenantWorkspaceDO", "svc-t-saltmarrow-TenantWorkspaceDO"]),
    );
    expect(kept("do")).not.toContain("drawbridge-workspace-TenantWorkspaceDO");
    expect(kept("r2")).toEqual(expect.arrayContaining(["svc-t-pocketful-store", "svc-t-saltmarrow-store"]));
    expect(existsSync(join(data.path, "state/v3/do/drawbridge-dispatch-TenantWorkspaceDO"))).toBe(false);
    // The stand-in refuses to delete a bucket with objects, as the provider does.
    expect((await provider("DELETE", "/r2/buckets/svc-t-saltmarrow-store")).status).toBe(409);
  });

  test("stores what an owner writes in the browser's editor", async () => {
    await using opening = new AsyncDisposableStack();
    const browser = opening.adopt(await launch(), (one) => one.close());
    const { page, draft } = opening.use(await openCanvas(browser, ready.site, "services"));
    await draft.locator("h1").click();
    await draft.locator("editor-text:focus").waitFor();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("Written on a managed machine");
    const stored = async (): Promise<unknown> => (await storedPage(page, "services")).body.sections[0]?.fields["title"];
    await expect.poll(stored, { timeout: 30_000 }).toBe("Written on a managed machine");
    await standsAs(page, "Saved");
    await draft.locator("h1", { hasText: "Written on a managed machine" }).waitFor();
  });

  test("lets an owner edit and publish, and does not change the other tenant", async () => {
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
    // The plugin ran in the shared sandbox, and read its data from this tenant's own Durable Object.
    const findings = await owner.open(`${a}/api/plugins/drawbridge.link-check/routes/findings`);
    expect([findings.status, typeof JSON.parse(findings.body)]).toEqual([200, "object"]);
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

  /** The release of the demo's tenants. */
  async function release(): Promise<{ readonly release: string; readonly sha256: string }> {
    const { items } = JSON.parse((await operator("hosting", "list", "--json")).out) as {
      readonly items: readonly { readonly release: string; readonly artifactSha256: string }[];
    };
    return { release: items[0]?.release ?? "", sha256: items[0]?.artifactSha256 ?? "" };
  }

  /** Stores a login as `svc login` would. */
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

  /** The drill's options and the members of its file. */
  interface DrillRun {
    readonly options?: Readonly<Record<string, string>>;
    readonly file?: Readonly<Record<string, unknown>>;
    readonly tenants?: Readonly<Record<string, object>>;
  }

  async function drill(desk: Desk, { options = {}, file = {}, tenants = {} }: DrillRun = {}): Promise<Ran> {
    const each = Object.entries(owners).map(([id, subject]) => {
      const owner = { issuer: "http://identity.localhost", subject };
      return [id, { site: originOf(id), owner, ...tenants[id] }];
    });
    const content = {
      deployerBearer: secretNamed("OPERATOR_TOKEN"),
      operatorBearer: secretNamed("PROVISIONING_SECRET"),
      agents: new URL(ready.membersMcp).origin,
      tenants: Object.fromEntries(each),
      ...file,
    };
    desk.write("drill.json", JSON.stringify(content));
    chmodSync(join(desk.path, "drill.json"), 0o600);
    const given = {
      operator: "Night shift",
      namespace: "drawbridge-tenants",
      deployer: ready.deployer ?? "",
      ...(await release()),
      file: "drill.json",
      ...options,
    };
    const words = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
    return desk.run(["cloudflare", "managed-isolated", "drill", ...words, "--json"], {
      CLOUDFLARE_API_BASE_URL: ready.provider?.api ?? "",
      CLOUDFLARE_ACCOUNT_ID: ready.provider?.account ?? "",
      CLOUDFLARE_API_TOKEN: secretNamed("PROVIDER_TOKEN"),
      XDG_CONFIG_HOME: join(desk.path, "config"),
    });
  }

  interface DrillAnswer {
    readonly status: string;
    readonly stopped: string | null;
    readonly receipt: string;
    readonly checks: readonly { readonly id: string; readonly verdict: string; readonly needs?: string }[];
  }
  const answerOf = ({ out }: Ran): DrillAnswer => JSON.parse(out) as DrillAnswer;

  /** Sends one request to the stand-in for the provider. */
  async function provider<T>(method: string, path: string, body?: object): Promise<{ status: number; result: T }> {
    const { api, account } = ready.provider ?? { api: "", account: "" };
    const answer = await fetch(`${api}/accounts/${account}${path}`, {
      method,
      headers: { authorization: `Bearer ${secretNamed("PROVIDER_TOKEN")}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, result: ((await answer.json()) as { result: T }).result };
  }

  test("blocks the drill until both owners have logged in", async () => {
    using desk = new Desk();
    await desk.run(["init", "."]);
    expect(answerOf(await drill(desk))).toMatchObject({ status: "blocked", stopped: null });
    await expect.poll(told, { timeout: 20_000 }).toContain(markerOf(SECOND));
  });

  /** Runs a drill that must stop. Checks the condition and the last check in its evidence. */
  async function expectStopped(run: DrillRun, condition: string, last: string): Promise<void> {
    using desk = new Desk();
    await desk.run(["init", "."]);
    const ran = await drill(desk, run);
    const { status, stopped, receipt, checks } = answerOf(ran);
    expect([ran.code, status, stopped, checks.at(-1)?.id ?? ""]).toEqual([1, "stopped", condition, last]);
    expect(JSON.parse(readFileSync(receipt, "utf8"))).toMatchObject({ status: "stopped", stopped: condition });
  }

  test("stops the drill where a tenant's hostname shows the other's words: cross-tenant-data", async () => {
    await expectStopped({ tenants: { [FIRST]: { site: originOf(SECOND) } } }, "cross-tenant-data", "account.limits");
  });

  test("stops the drill where a stranger consumes a tenant's queue: shared-binding", async () => {
    interface Row {
      readonly queue_id: string;
      readonly consumer_id: string;
    }
    const [queue] = (await provider<Row[]>("GET", `/queues?name=${SECOND}-queue`)).result;
    const consumers = `/queues/${queue?.queue_id ?? ""}/consumers`;
    const { result } = await provider<Row>("POST", consumers, { type: "worker", script_name: "strangers" });
    try {
      await expectStopped({}, "shared-binding", "deployment.found");
    } finally {
      await provider("DELETE", `${consumers}/${result.consumer_id}`);
    }
  });

  const isExport = (path: string, times: number): boolean => path === "/tenants/export" && times === 2;
  const MEDDLING: readonly (readonly [string, string, Change])[] = [
    [
      "an export is gone when it is asked for again",
      "missing-archive",
      (truth, { path, times }) => (isExport(path, times) ? { status: 404, text: "{}" } : truth),
    ],
    [
      "an export comes with another digest",
      "checksum-discrepancy",
      (truth, { path, times }) =>
        isExport(path, times)
          ? { ...truth, text: truth.text.replace(/"sha256":"[0-9a-f]{64}"/, `"sha256":"${"0".repeat(64)}"`) }
          : truth,
    ],
    [
      "another tenant's export is taken",
      "forged-request",
      (truth, { path }) => (path === "/tenants/restore" ? { status: 200, text: "{}" } : truth),
    ],
    [
      "a refusal says more than it may",
      "unbounded-detail",
      (truth) => (truth.status >= 400 ? { ...truth, text: truth.text + "x".repeat(20_000) } : truth),
    ],
  ];

  test.each(MEDDLING)("stops the drill where %s: %s", async (_name, condition, change) => {
    await using between = await openMiddleman(ready.deployer ?? "", change);
    await expectStopped({ options: { deployer: between.address } }, condition, "status.suspended");
    expect(between.after).toEqual([]);
  });

  test("passes the drill as its command, once both owners have logged in", async () => {
    using desk = new Desk();
    await desk.run(["init", "."]);
    for (const tenant of [FIRST, SECOND] as const) await keepLoginOf(tenant, join(desk.path, "config"));
    const tenants = { [FIRST]: { agent: await agentTokenOf(FIRST) }, [SECOND]: { agent: await agentTokenOf(SECOND) } };
    const { status, receipt, checks } = answerOf(await drill(desk, { tenants }));
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

  test("answers an agent with the published content from the public store", async () => {
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

  test("erases and restores a tenant at its operator's request", async () => {
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

    const { release: label, sha256 } = await release();
    await done("hosting", "deploy", SECOND, "--release", label, "--sha256", sha256);
    const restore = ["hosting", "restore", SECOND, "--export", `${receipt}.${exports}`];
    await done(...restore, "--confirm", `RESTORE ${SECOND}`);
    expect((await operator(...restore, "--confirm", `RESTORE ${SECOND}`)).out).toContain("not empty");
    await done("tenant", SECOND, "active");
    await expect.poll(told).toContain(markerOf(SECOND));
  });

  test("serves every tenant again after a restart, without a loss, although the workers' code was lost", async () => {
    const provider = join(data.path, "state/provider");
    await again(() => {
      for (const name of readdirSync(provider).filter((one) => one.endsWith(".js"))) rmSync(join(provider, name));
    });
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

  test("keeps every other tenant, also after a restart, when a tenant's new artifact does not parse", async () => {
    const broken = Buffer.from("export default {");
    const digest = sha256(broken);
    const { api, account } = ready.provider ?? { api: "", account: "" };
    const stored = await fetch(
      `${api}/accounts/${account}/r2/buckets/drawbridge-releases/objects/${encodeURIComponent(artifactKey("broken", digest))}`,
      {
        method: "PUT",
        headers: { authorization: `Bearer ${secretNamed("PROVIDER_TOKEN")}` },
        body: broken,
      },
    );
    expect(stored.status).toBe(200);
    const refused = await operator("hosting", "deploy", FIRST, "--release", "broken", "--sha256", digest);
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining("DEPLOYMENT_STOPPED")]);
    const [a = ""] = ready.sites.map(({ url }) => url);
    expect([
      (await new Visitor().open(`${a}/`)).status,
      (await new Visitor().open(`${originOf(FIRST)}/`)).status,
    ]).toEqual([200, 200]);
    expect(run.said.join("\n")).toMatch(/svc-drill-a does not start, so it is refused: Uncaught SyntaxError/);

    const { release: label, sha256: whole } = await release();
    await done("hosting", "deploy", FIRST, "--release", label, "--sha256", whole);
    await again(() => breakKept(data.path, FIRST));
    expect(run.said.join("\n")).toContain(`The code of the worker ${FIRST} does not start: Uncaught SyntaxError`);
    await expect.poll(told).toContain(markerOf(SECOND));
    expect([ready.missing, (await new Visitor().open(`${originOf(FIRST)}/`)).status]).toEqual([[], 200]);
  });
});

/** Replaces the stored code of a tenant's worker by code that does not parse, as an earlier release kept it. */
function breakKept(data: string, worker: string): void {
  const provider = join(data, "state/provider");
  const record = JSON.parse(readFileSync(join(provider, "account.json"), "utf8")) as {
    readonly tenants: { readonly script: { readonly id: string; etag: string }; modules: [string, string][] }[];
  };
  const code = Buffer.from("export default {");
  const tenant = record.tenants.find(({ script }) => script.id === worker);
  if (!tenant) throw new Error(`The record has no worker ${worker}.`);
  tenant.script.etag = "broken";
  tenant.modules = tenant.modules.map(([name]) => [name, sha256(code)]);
  writeFileSync(join(provider, `${sha256(code)}.js`), code);
  writeFileSync(join(provider, "account.json"), JSON.stringify(record));
}
