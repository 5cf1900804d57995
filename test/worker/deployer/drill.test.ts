/** The drill with two disposable tenants and the real dispatcher and deployer, and each condition that must stop it. */
import { runDurableObjectAlarm } from "cloudflare:test";
import { tenantNames } from "../../../sites/platform/tenants/names.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DRILL_PAUSE_MS } from "../../../manifests/bounds/hosting.ts";
import { type Drilled, drilled } from "../../../sites/cli/cloudflare/drill/drill.ts";
import { HARMLESS, REMOVING } from "../../../sites/cli/cloudflare/drill/checks.ts";
import { ACCOUNT } from "../../../sites/cli/cloudflare/drill/points/account.ts";
import { evidenceOf, drillStatus } from "../../../sites/cli/cloudflare/drill/evidence.ts";
import type {
  Ask,
  DrillRequest,
  DrillPlan,
  DrillTenant,
  Reply,
} from "../../../sites/cli/cloudflare/drill/session/plan.ts";
import { DrillSession, markerOf } from "../../../sites/cli/cloudflare/drill/session/session.ts";
import type { StopCondition } from "../../../sites/cli/cloudflare/drill/session/stop.ts";
import { ISSUER } from "../auth/siteLogins.ts";
import { ownerOfSite } from "../api/apiClient.ts";
import { payloadFor } from "../site/harness.ts";
import { AGENTS, askAgents, tokenOf } from "./agents.ts";
import { bindings, NAMESPACE } from "./bindings.ts";
import { askDeployer, askDispatcher, OPERATOR_TOKEN, reachProvider, whileDelivering } from "./deployerWorker.ts";
import { no } from "../../../sites/machine/provider/envelope.ts";
import type { Lie } from "../../../sites/machine/provider/lie.ts";
import { instead, result } from "./lies.ts";
import { type World, aWorld, migrate, newDrillTenant, released, RELEASE } from "./world.ts";

const DEPLOYER = "https://deployer.internal";

/** Workers by origin. The dispatcher answers all other origins. */
const WORKERS: Readonly<Record<string, (world: World, request: Request) => Promise<Response>>> = {
  [DEPLOYER]: askDeployer,
  [AGENTS]: askAgents,
};

let world: World;
let plan: DrillPlan;
let first: Drilled;
let restoreFetch = (): void => undefined;
/** Milliseconds by which the drill's pauses advance the clock, so that short caches expire at once. */
let ahead = 0;
const clock = Date.now;

async function pause(): Promise<void> {
  ahead += DRILL_PAUSE_MS;
  await ring();
  await world.operations.deliver();
}

/** Rings the alarms. The platform's own clock does not advance. */
async function ring(): Promise<void> {
  for (const { id } of plan.tenants) {
    const object = world.operations.object(id);
    if (object) await runDurableObjectAlarm(object);
  }
}

const askWith = async (origin: string, { method, path, headers = {}, body }: DrillRequest): Promise<Reply> => {
  const request = new Request(`${origin}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    redirect: "manual",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await (WORKERS[origin] ?? askDispatcher)(world, request);
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
};

const run = (ask: Ask = askWith): Promise<Drilled> =>
  whileDelivering(world, () => drilled(plan, ask, () => undefined), ring);

const tenantOf = (id: string): DrillTenant => ({
  id,
  origin: `https://${id}.example`,
  owner: { issuer: ISSUER, subject: `owner-of-${id}` },
});

/** Logs in the owner of a provisioned site as `svc login` would, and grants an agent. */
async function loggedIn(tenant: DrillTenant): Promise<DrillTenant> {
  const { cookie } = await ownerOfSite({ name: tenant.id, origin: tenant.origin, payload: payloadFor(tenant.id) });
  return { ...tenant, cookie, agent: await tokenOf(tenant.id, tenant.owner.subject) };
}

beforeAll(async () => {
  vi.spyOn(Date, "now").mockImplementation(() => clock() + ahead);
  await migrate();
  world = aWorld();
  restoreFetch = reachProvider(world);
  const [a, b] = [tenantOf(newDrillTenant()), tenantOf(newDrillTenant())];
  plan = {
    tenants: [a, b],
    namespace: NAMESPACE,
    release: RELEASE,
    artifactSha256: await released(),
    deployer: { origin: DEPLOYER, bearer: OPERATOR_TOKEN },
    operatorBearer: bindings.PROVISIONING_SECRET,
    agentsOrigin: AGENTS,
    provider: { client: world.hosting.provider, account: world.api.account.id },
    pause,
    isRehearsal: true,
  };
  first = await run();
  plan = { ...plan, tenants: [await loggedIn(a), await loggedIn(b)] };
});
afterAll(() => {
  restoreFetch();
  vi.restoreAllMocks();
});

const verdicts = ({ checks }: Drilled): Record<string, string> =>
  Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict]));

/** Checks that need a real account. */
const NEEDS_ACCOUNT = [
  "account.entitlement",
  "account.untrusted",
  "account.lending",
  "account.limits",
  "themes.bookmark",
];
const NOT_HERE = Object.fromEntries(NEEDS_ACCOUNT.map((id) => [id, "blocked"]));

test("before anybody has logged in, it deploys both tenants and is blocked", () => {
  expect(verdicts(first)).toMatchObject({
    "deployment.found": "passed",
    "deployment.both": "passed",
    "deployment.records": "passed",
    "deployment.bindings": "passed",
    "deployment.consumers": "passed",
    "content.public": "passed",
    "content.draft": "blocked",
    "agents.context": "blocked",
    "lifecycle.restored": "blocked",
  });
  expect(drillStatus(first, true)).toBe("blocked");
});

test("its nine points hold, and its evidence has verdicts and no answer", async () => {
  const done = await run();
  const all = Object.fromEntries([...HARMLESS, ...REMOVING].map(({ id }) => [id, "passed"]));
  expect(verdicts(done)).toEqual({ ...all, ...NOT_HERE });
  expect(done.stopped).toBeNull();
  const evidence = evidenceOf(plan, done, { operator: "Night shift", startedAt: 0, finishedAt: 1000 });
  expect(evidence).toMatchObject({
    schemaVersion: 1,
    rehearsal: true,
    release: RELEASE,
    startedAt: "1970-01-01T00:00:00.000Z",
    status: "passed",
  });
  const named = evidence.checks.filter(({ verdict }) => verdict === "blocked");
  expect(named.map(({ id, needs }) => [id, needs])).toEqual(NEEDS_ACCOUNT.map((id) => [id, "account"]));
  expect(named.every(({ because = "" }) => because.length > 20)).toBe(true);
  expect(evidence.archives.length).toBeGreaterThan(0);
  const text = JSON.stringify(evidence);
  const secrets = [
    OPERATOR_TOKEN,
    bindings.PROVISIONING_SECRET,
    ...plan.tenants.flatMap((one) => [
      one.cookie ?? "-",
      one.agent ?? "-",
      markerOf("public", one),
      markerOf("draft", one),
    ]),
  ];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

test("what one machine cannot show blocks it in an account", () => {
  const checks = [{ id: "themes.bookmark", point: 8, title: "", verdict: "blocked", needs: "account" }] as const;
  expect(drillStatus({ checks, stopped: null }, true)).toBe("passed");
  expect(drillStatus({ checks, stopped: null }, false)).toBe("blocked");
  expect(drillStatus({ checks: [{ ...checks[0], needs: "login" }], stopped: null }, true)).toBe("blocked");
});

test("of what only an account shows, a drill in one asks for what can be asked", async () => {
  const [client, account] = [plan.provider.client, plan.provider.account];
  const session = (trusted: boolean) => {
    world.api.tell({
      applies: ({ pattern }) => pattern.endsWith("/dispatch/namespaces/:namespace"),
      change: (truth) => ({
        ...truth,
        body: { ...(truth.body as object), result: { namespace_name: NAMESPACE, trusted_workers: trusted } },
      }),
    });
    return new DrillSession({ ...plan, provider: { client, account }, isRehearsal: false }, askWith);
  };
  const outcomes = async (trusted: boolean) => {
    const asked = session(trusted);
    const of = ACCOUNT.filter(({ isOnlyNamed }) => !isOnlyNamed).map((check) => check.run(asked));
    return Promise.all(of).finally(() => world.api.tell());
  };
  expect(await outcomes(false)).toEqual(["passed", "passed", "passed"]);
  expect(await outcomes(true)).toEqual(["passed", "failed", "passed"]);
});

type Change = (reply: Reply, asked: DrillRequest & { readonly origin: string; readonly number: number }) => Reply;

/** Changes an answer from a certain request on. The drill must send no more requests after it. */
function changing(change: Change): { readonly ask: Ask; readonly after: () => number } {
  let [number, changedAt] = [0, 0];
  return {
    ask: async (origin, asked) => {
      number += 1;
      const reply = await askWith(origin, asked);
      const other = change(reply, { ...asked, origin, number });
      if (other !== reply && changedAt === 0) changedAt = number;
      return other;
    },
    after: () => (changedAt === 0 ? -1 : number - changedAt),
  };
}

const isRestore = ({ path }: DrillRequest): boolean => path === "/tenants/restore";
const said = (text: string) => (reply: Reply) => ({ ...reply, text: reply.text + text });
let exports = 0;
const second =
  (change: (reply: Reply) => Reply): Change =>
  (reply, { path }) => {
    if (path !== "/tenants/export") return reply;
    exports += 1;
    return exports % 2 === 0 ? change(reply) : reply;
  };

const STOPPING: readonly (readonly [string, StopCondition, Change])[] = [
  [
    "a page with the other tenant's words",
    "cross-tenant-data",
    (reply, { origin, path }) =>
      path === "/" && origin === plan.tenants[0].origin ? said(markerOf("public", plan.tenants[1]))(reply) : reply,
  ],
  [
    "an API answer with the other tenant's draft",
    "cross-tenant-data",
    (reply, { origin, path }) =>
      path.startsWith("/api/pages/") && origin === plan.tenants[1].origin
        ? said(markerOf("draft", plan.tenants[0]))(reply)
        : reply,
  ],
  [
    "a login that opens the other tenant's pages",
    "forged-request",
    (reply) => (reply.status === 401 ? { ...reply, status: 200, text: "{}" } : reply),
  ],
  [
    "a draft that a visitor sees",
    "forged-request",
    (reply, { path, headers }) =>
      path.includes("svc_mode") && !headers?.["cookie"] ? said(markerOf("draft", plan.tenants[0]))(reply) : reply,
  ],
  [
    "another tenant's export that is restored",
    "forged-request",
    (reply, asked) => (isRestore(asked) ? { ...reply, status: 200, text: "{}" } : reply),
  ],
  [
    "an agent that reads the other tenant's words",
    "cross-tenant-data",
    (reply, { headers }) =>
      headers?.["authorization"] === `Bearer ${plan.tenants[1].agent}`
        ? said(markerOf("public", plan.tenants[0]))(reply)
        : reply,
  ],
  ["an export that is gone", "missing-archive", second((reply) => ({ ...reply, status: 404, text: "{}" }))],
  [
    "an export of another digest",
    "checksum-discrepancy",
    second((reply) => ({
      ...reply,
      text: reply.text.replace(/"sha256":"[0-9a-f]{64}"/, `"sha256":"${"0".repeat(64)}"`),
    })),
  ],
  [
    "a refusal without end",
    "unbounded-detail",
    (reply) => (reply.status >= 400 ? said("x".repeat(20_000))(reply) : reply),
  ],
];

test.each(STOPPING)("%s stops it at once: %s", async (_name, condition, change) => {
  exports = 0;
  const { ask, after } = changing(change);
  const done = await run(ask);
  expect([done.stopped, after()]).toEqual([condition, 0]);
  expect(done.checks.map(({ id }) => id)).not.toContain("lifecycle.restored");
  expect(drillStatus(done, true)).toBe("stopped");
});

test("a binding that leads to the other tenant's bucket stops it at once: shared-binding", async () => {
  const [, { id: other }] = plan.tenants;
  // The deployer gets the true answer, so that only the drill sees the false one.
  let looks = 0;
  const lie = result("bindings are read", (settings) => ({
    ...settings,
    bindings: (settings["bindings"] as readonly { readonly type: string }[]).map((one) =>
      one.type === "r2_bucket" ? { ...one, bucket_name: `${other}-store` } : one,
    ),
  }));
  world.api.tell({ ...lie, applies: (question) => lie.applies(question) && (looks += 1) > 2 * plan.tenants.length });
  const done = await run();
  world.api.tell();
  expect(done.stopped).toBe("shared-binding");
  expect(done.checks.map(({ id }) => id)).toEqual(["deployment.found", "deployment.both", "deployment.records"]);
});

/** Changes one binding of the second tenant's script as it is at the provider. Answers how to put it back. */
function meddled(name: string, change: object): () => void {
  const place = `${NAMESPACE}/${tenantNames(plan.tenants[1].id).worker}`;
  const bindings = world.operations.scripts.get(place)?.metadata.bindings ?? [];
  const binding = bindings.find((one) => one.name === name) as Record<string, unknown>;
  const before = { ...binding };
  Object.assign(binding, change);
  return () => void Object.assign(binding, before);
}

test("a bucket that is shared before the drill stops it before the drill's own deployment would mend it", async () => {
  const putBack = meddled("STORE", { bucket_name: tenantNames(plan.tenants[0].id).bucket });
  const asked: string[] = [];
  const done = await run((origin, request) => {
    asked.push(`${request.method} ${request.path}`);
    return askWith(origin, request);
  });
  putBack();
  expect([done.stopped, done.checks]).toEqual(["shared-binding", []]);
  expect(asked.filter((line) => !line.startsWith("GET"))).toEqual([]);
});

test.each([
  ["the name of another tenant", "TENANT_ID", { text: "other" }],
  ["a stranger's key", "DISPATCH_KEYS", { text: '[{"kid":"stranger"}]' }],
])("%s in a tenant's script before the drill fails it", async (_name, name, change) => {
  const putBack = meddled(name, change);
  const { checks } = await run();
  putBack();
  expect(checks[0]).toMatchObject({ id: "deployment.found", verdict: "failed" });
  expect(drillStatus({ checks, stopped: null }, true)).toBe("failed");
});

test("a stranger's key in what the provider says after the deployment fails it", async () => {
  let looks = 0;
  const lie = result("bindings are read", (settings) => ({
    ...settings,
    bindings: (settings["bindings"] as readonly { readonly name: string }[]).map((one) =>
      one.name === "DISPATCH_KEYS" ? { ...one, text: '[{"kid":"stranger"}]' } : one,
    ),
  }));
  world.api.tell({ ...lie, applies: (question) => lie.applies(question) && (looks += 1) > 2 * plan.tenants.length });
  const done = await run();
  world.api.tell();
  expect(verdicts(done)["deployment.bindings"]).toBe("failed");
});

test("a second consumer of a tenant's queue stops it at once: shared-binding", async () => {
  const name = `${plan.tenants[1].id}-queue`;
  let looks = 0;
  world.api.tell({
    // The deployer reads a good queue once, and the drill reads it afterwards.
    applies: ({ pattern, path }) => pattern.endsWith("/queues") && path.includes(name) && (looks += 1) > 1,
    change: (truth) => {
      const body = truth.body as { readonly result: readonly { readonly consumers: readonly object[] }[] };
      const stranger = { consumer_id: "x", type: "worker", script: "stranger" };
      const result = body.result.map((queue) => ({ ...queue, consumers: [...queue.consumers, stranger] }));
      return { ...truth, body: { ...body, result } };
    },
  });
  const done = await run();
  world.api.tell();
  expect(done.stopped).toBe("shared-binding");
  expect(done.checks.at(-1)?.id).toBe("deployment.bindings");
});

test.each([
  [
    "a consumer that the deployer finds first stops it at once: shared-binding",
    "queue is looked for",
    "shared-binding",
  ],
  ["a deployer that cannot ask does not: the point fails", "bindings are read", null],
] as const)("%s", async (_name, about, condition) => {
  const stranger = { consumer_id: "x", type: "worker", script: "stranger" };
  const lies: Readonly<Record<typeof about, Lie>> = {
    "queue is looked for": result("queue is looked for", (rows) =>
      (rows as unknown as readonly object[]).map((row) => ({ ...row, consumers: [stranger] })),
    ),
    "bindings are read": instead("bindings are read", () => no(403, 10000, "no")),
  };
  world.api.tell(lies[about]);
  const done = await run();
  world.api.tell();
  expect(done.stopped).toBe(condition);
  expect(done.checks.slice(1, 2)).toMatchObject(condition === null ? [{ verdict: "failed" }] : []);
});

const broken = (reply: Reply): Reply => ({ ...reply, status: 500, text: "{}" });

/** For each point an answer that fails its check, at a request that no other point uses. */
const NOT_HOLDING: readonly (readonly [check: string, change: Change])[] = [
  [
    "deployment.records",
    (reply, { path }) =>
      path.startsWith("/tenants?")
        ? { ...reply, text: reply.text.replaceAll(/"readyAt":\d+/g, '"readyAt":null') }
        : reply,
  ],
  [
    "content.public",
    (reply, { path, headers }) => (path === "/" && !headers?.["cookie"] ? { ...reply, text: "" } : reply),
  ],
  ["agents.context", (reply, { origin }) => (origin === AGENTS ? broken(reply) : reply)],
  ["people.invitation", (reply, { path }) => (path === "/api/members/invitations" ? broken(reply) : reply)],
  ["status.readOnly", (reply) => (reply.status === 423 ? { ...reply, status: 200 } : reply)],
  ["exports.tampered", (reply, asked) => (isRestore(asked) ? broken(reply) : reply)],
  ["themes.switch", (reply, { path, method }) => (method === "PUT" && path === "/api/theme" ? broken(reply) : reply)],
];

test("each point that does not hold fails, and any of them keeps it from removing anybody", async () => {
  const { ask } = changing((reply, asked) => NOT_HOLDING.reduce((now, [, change]) => change(now, asked), reply));
  const done = await run(ask);
  const points = Object.fromEntries(NOT_HOLDING.map(([id]) => [id, "failed"]));
  expect(verdicts(done)).toMatchObject({ ...points, "lifecycle.restored": "blocked" });
  expect(drillStatus(done, true)).toBe("failed");
});

test("an erasure that is not due yet is asked again, with another export where the workspace has changed", async () => {
  const early = [{ stale: true }, {}, { stale: true }];
  const asked: string[] = [];
  const { ask } = changing((reply, { path, body }) => {
    if (path === "/tenants/erase") asked.push((body as { readonly exportId: string }).exportId);
    return reply;
  });
  const done = await run(async (origin, sent) => {
    const refusal = sent.path === "/tenants/erase" ? early.shift() : undefined;
    if (!refusal) return ask(origin, sent);
    asked.push((sent.body as { readonly exportId: string }).exportId);
    return { status: 409, headers: {}, text: JSON.stringify({ code: "CONFLICT", ...refusal }) };
  });
  expect(verdicts(done)["lifecycle.restored"]).toBe("passed");
  const [first, other, same, last] = asked;
  expect([other === first, same === other, last === same]).toEqual([false, true, false]);
});

test("a tenant that came back otherwise than it was fails the point of its removal", async () => {
  let restored = 0;
  const { ask } = changing((reply, asked) => {
    if (isRestore(asked) && reply.status === 200) restored += 1;
    return restored > 0 && asked.path === "/api/navigation" ? said(" ")(reply) : reply;
  });
  const done = await run(ask);
  expect(verdicts(done)).toMatchObject({ "lifecycle.restored": "failed", "themes.backups": "passed" });
  expect([restored, done.stopped]).toEqual([1, null]);
});
