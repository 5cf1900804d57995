/** `svc cloudflare managed-isolated drill`: its input, and the evidence of a drill in which nothing passes. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DRILL_DETAIL_MAX_CHARS, DRILL_TRIES } from "../../../manifests/bounds/hosting.ts";
import { drillLines, managedDrill } from "../../../sites/cli/cloudflare/drill/command.ts";
import type { DrillPlan } from "../../../sites/cli/cloudflare/drill/session/plan.ts";
import { readsOwnResource } from "../../../sites/cli/cloudflare/drill/points/agents.ts";
import { DrillSession, markerOf } from "../../../sites/cli/cloudflare/drill/session/session.ts";
import { DrillStop } from "../../../sites/cli/cloudflare/drill/session/stop.ts";
import type { Outcome } from "../../../sites/cli/command/command.ts";
import { harbour } from "../../platform/provider/harbour.ts";
import { StandIn } from "../../../sites/machine/provider/standIn.ts";
import { ScriptedSite } from "../scriptedSite.ts";
import { GOOD } from "./goodDescriptor.ts";
import { ran, removeSiteFolders, siteFolder } from "./siteFolder.ts";

const BEARER = "deployer-bearer-deployer-bearer";
const DIGEST = "0".repeat(64);
const script = new ScriptedSite();
let provider: StandIn;
let folder = "";
let site = "";

beforeAll(async () => {
  site = await script.open();
});
beforeEach(async () => {
  folder = siteFolder(GOOD);
  const account = harbour();
  account.dispatch = new Set(["production"]);
  provider = await StandIn.start(account);
  script.sent = [];
  script.answer = () => ({ status: 404, json: { code: "NOT_FOUND" } });
});
afterEach(() => provider[Symbol.asyncDispose]());
afterAll(async () => {
  await script[Symbol.asyncDispose]();
  removeSiteFolders();
});

const tenant = { site: "", owner: { issuer: "https://login.example", subject: "owner" } };
const file = () => ({
  deployerBearer: BEARER,
  operatorBearer: `operator-${BEARER}`,
  tenants: { "svc-drill-a": { ...tenant, site }, "svc-drill-b": { ...tenant, site } },
});

function drill(options: Readonly<Record<string, unknown>> = {}, content: unknown = file()): Promise<Outcome> {
  writeFileSync(join(folder, "drill.json"), JSON.stringify(content));
  return ran(
    managedDrill,
    folder,
    {
      operator: "Night shift",
      namespace: "production",
      deployer: site,
      release: "0.1.0",
      sha256: DIGEST,
      file: join(folder, "drill.json"),
      ...options,
    },
    { ...provider.environment, HOME: folder, PATH: process.env["PATH"] ?? "" },
  );
}

test("leaves private evidence of a drill that did not hold, and removes nobody", async () => {
  const outcome = await drill();
  expect([outcome.ok, outcome.data["status"]]).toEqual([false, "failed"]);
  const path = String(outcome.data["receipt"]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const text = readFileSync(path, "utf8");
  expect(JSON.parse(text)).toMatchObject({
    kind: "managed-isolated-drill",
    status: "failed",
    stopped: null,
    rehearsal: true,
    operator: "Night shift",
    account: provider.account.id,
    namespace: "production",
    release: "0.1.0",
    releaseSha256: DIGEST,
    tenants: ["svc-drill-a", "svc-drill-b"],
  });
  expect(text).not.toContain(BEARER);
  expect(script.sent.map(({ path: asked }) => asked)).not.toContain("/tenants/erase");
  expect(provider.changes).toEqual([]);
  expect(outcome.lines.at(-1)).toMatch(/Hard deletion stays disabled/);
  expect(outcome.lines.every((line) => line.length <= 80)).toBe(true);
});

test.each([
  [0, []],
  [1, ["Not made: 1 check, marked BLCK above."]],
  [5, ["Not made: 5 checks, marked BLCK above."]],
])("that passed without %i of its checks says so below its verdict", (count, said) => {
  const check = { id: "a", point: 1, title: "A", verdict: "passed" } as const;
  const notMade = Array.from({ length: count }, () => ({ ...check, verdict: "blocked", needs: "account" }) as const);
  const shown = drillLines(
    { checks: [check, ...notMade], stopped: null, archives: [] },
    "passed",
    true,
    (_, text) => text,
  );
  expect(shown.slice(shown.indexOf("Passed: every check passed that this drill could make.") + 1)).toEqual(said);
  expect(shown.filter((line) => line.startsWith("BLCK"))).toHaveLength(count);
});

test.each([
  [-1, false],
  [0, false],
  [1, true],
])("a refusal of the most characters and %i stops it: %s", async (more, isStopped) => {
  const text = "x".repeat(DRILL_DETAIL_MAX_CHARS + more);
  const [a, b] = ["svc-drill-a", "svc-drill-b"].map((id) => ({ id, origin: site, owner: tenant.owner }));
  const session = new DrillSession({ tenants: [a, b] } as unknown as DrillPlan, async () => ({
    status: 400,
    headers: {},
    text,
  }));
  const heard = session.visit(session.a, "/").catch((error: unknown) => error);
  expect((await heard) instanceof DrillStop).toBe(isStopped);
});

test.each([
  [DRILL_TRIES - 1, true],
  [DRILL_TRIES, true],
  [DRILL_TRIES + 1, false],
])("waits for an agent to read what was published up to question %i: %s", async (there, isRead) => {
  const [a, b] = ["svc-drill-a", "svc-drill-b"].map((id) => ({
    id,
    origin: site,
    owner: tenant.owner,
    agent: "token",
  }));
  let [asked, pauses] = [0, 0];
  const plan = { tenants: [a, b], agentsOrigin: site, pause: async () => void (pauses += 1) } as unknown as DrillPlan;
  const session: DrillSession = new DrillSession(plan, async () => ({
    status: 200,
    headers: {},
    text: (asked += 1) >= there ? markerOf("public", session.a) : "nothing yet",
  }));
  expect(await readsOwnResource(session, session.a)).toBe(isRead);
  expect([asked, pauses]).toEqual([Math.min(there, DRILL_TRIES), Math.min(there - 1, DRILL_TRIES)]);
});

describe("is refused before anything is asked", () => {
  test.each([
    ["a tenant that is not disposable", { tenants: "acme,svc-drill-b" }, /svc-drill-/],
    ["one tenant twice", { tenants: "svc-drill-a,svc-drill-a" }, /svc-drill-/],
    ["a tenant that the file has not", { tenants: "svc-drill-a,svc-drill-c" }, /svc-drill-c/],
    ["a digest that is none", { sha256: "abc" }, /--sha256/],
    ["evidence outside of the site directory", { receipt: "/tmp/drill.json" }, /site directory/],
  ])("with %s", async (_name, options, says) => {
    await expect(drill(options)).rejects.toThrow(says);
    expect(script.sent).toEqual([]);
    expect(provider.changes).toEqual([]);
  });

  test.each([
    ["no object", []],
    ["a member more", { ...file(), more: 1 }],
    ["a bearer with a space", { ...file(), deployerBearer: "a b" }],
    ["no tenants", { deployerBearer: BEARER, operatorBearer: BEARER }],
  ])("with a file that is %s", async (_name, content) => {
    await expect(drill({}, content)).rejects.toThrow(/not a drill file/);
    expect(script.sent).toEqual([]);
  });
});
