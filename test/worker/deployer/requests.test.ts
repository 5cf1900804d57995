/** The deployer's routes: authentication, refusals, and the initial state of a site. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  HOSTED_TENANTS_PAGE,
  HOSTING_REQUEST_MAX_BYTES,
  OPERATOR_TOKEN_MIN_CHARS,
} from "../../../manifests/bounds/hosting.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { hostKey } from "../../../runtime/serving/publicKeys.ts";
import { initialiseRequest } from "../../../sites/workers/deployer/requests.ts";
import { recordDeadLetter } from "../../../sites/control/records/records.ts";
import { bindings } from "./bindings.ts";
import { askDeployer, OPERATOR_TOKEN, reachProvider } from "./deployerWorker.ts";
import { recorded, SITE, siteOf, stateOf } from "./hosted.ts";
import { type World, aWorld, migrate, newDrillTenant, newTenant, released, RELEASE } from "./world.ts";

let sha256 = "";
let world: World;
beforeAll(async () => {
  await migrate();
  sha256 = await released();
});
beforeEach(() => {
  world = aWorld();
  return reachProvider(world);
});

interface Sent {
  readonly bearer?: string;
  readonly key?: string | null;
  readonly method?: string;
}

const send = (
  path: string,
  body?: unknown,
  { bearer = OPERATOR_TOKEN, key = crypto.randomUUID(), method = "POST" }: Sent = {},
) =>
  askDeployer(
    world,
    new Request(`https://deployer.internal${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        "content-type": "application/json",
        ...(key === null ? {} : { "idempotency-key": key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );

const codeOf = async (response: Response): Promise<readonly [number, string]> => [
  response.status,
  ((await response.json()) as { code?: string }).code ?? "",
];

const PATHS = ["/tenants/deploy", "/tenants/initialize-site", "/tenants/export", "/tenants/restore", "/tenants/erase"];

describe("an address", () => {
  test.each([...PATHS, "/tenants", "/", "/tenants/nothing"])("%s is nowhere without the bearer", async (path) => {
    for (const bearer of ["", "wrong", `${OPERATOR_TOKEN}x`]) {
      const response = await send(path, {}, { bearer });
      expect([response.status, await response.text()]).toEqual([404, "There is nothing here.\n"]);
    }
    expect(world.api.heard).toEqual([]);
  });

  test("a short operator token opens nothing", async () => {
    const request = new Request("https://deployer.internal/tenants", { headers: { authorization: "Bearer short" } });
    expect((await askDeployer(world, request, { OPERATOR_TOKEN: "short" })).status).toBe(404);
  });

  test.each(PATHS)("%s takes POST, no strange key, and exactly its members", async (path) => {
    expect((await send(path, undefined, { method: "GET" })).status).toBe(405);
    for (const key of ["", "a b", "k".repeat(201)])
      expect(await codeOf(await send(path, {}, { key }))).toEqual([400, "IDEMPOTENCY_KEY_MISSING"]);
    const without = path === "/tenants/export" ? "IDEMPOTENCY_KEY_MISSING" : "INVALID_REQUEST";
    expect(await codeOf(await send(path, {}, { key: null }))).toEqual([400, without]);
    expect(await codeOf(await send(path, {}))).toEqual([400, "INVALID_REQUEST"]);
    expect(await codeOf(await send(path, { tenantId: "a", more: 1 }))).toEqual([400, "INVALID_REQUEST"]);
    expect(world.api.heard).toEqual([]);
  });

  test.each(["Acme", "-a", "a-", "a/b", "a".repeat(64), "", "../a"])("takes no tenant %j", async (tenantId) => {
    expect(await codeOf(await send("/tenants/deploy", { tenantId, release: RELEASE, sha256 }))).toEqual([
      400,
      "INVALID_REQUEST",
    ]);
  });

  test.each([
    ["LENDING", "sometimes"],
    ["ERASES", "everything"],
  ])("answers nothing with a meaningless %s", async (name, value) => {
    const request = new Request("https://deployer.internal/tenants/export", {
      method: "POST",
      headers: {
        authorization: `Bearer ${OPERATOR_TOKEN}`,
        "content-type": "application/json",
        "idempotency-key": "k",
      },
      body: JSON.stringify({ tenantId: "acme" }),
    });
    expect(await codeOf(await askDeployer(world, request, { [name]: value }))).toEqual([503, "UNAVAILABLE"]);
  });
});

test("a deployment says in how many requests to the provider it was done, and is on the list and in audit", async () => {
  const tenantId = newTenant();
  const response = await send("/tenants/deploy", { tenantId, release: RELEASE, sha256 });
  expect([response.status, await response.json()]).toMatchObject([200, { tenant: tenantId, providerCalls: 12 }]);
  const list = (await (await send(`/tenants?after=${tenantId.slice(0, -1)}`, undefined, { method: "GET" })).json()) as {
    items: readonly { tenant: string }[];
  };
  expect(list.items.map(({ tenant }) => tenant)).toContain(tenantId);
  const audit = await bindings.DB.prepare("SELECT actor, command, outcome FROM audit WHERE tenant_id = ?")
    .bind(tenantId)
    .all();
  expect(audit.results).toEqual([{ actor: "operator:hosting", command: "tenant.deploy", outcome: "done" }]);
});

test("a list has a page of tenants, and those behind it in the next", async () => {
  // These ids come after all other tenants of these tests.
  const first = `zz-${crypto.randomUUID()}`;
  const nameOf = (number: number): string => `${first}-${String(number).padStart(3, "0")}`;
  const insert = bindings.DB.prepare("INSERT INTO tenant_workers VALUES (?1, ?1, 'n', 'r', ?2, ?1, ?1, NULL)");
  const listed = async (after: string): Promise<string[]> => {
    const response = await send(`/tenants?after=${after}`, undefined, { method: "GET" });
    return ((await response.json()) as { items: { tenant: string }[] }).items.map(({ tenant }) => tenant);
  };
  const all = Array.from({ length: HOSTED_TENANTS_PAGE - 1 }, (_, number) => nameOf(number));
  await bindings.DB.batch(all.map((name) => insert.bind(name, sha256)));
  expect(await listed(first)).toEqual(all);
  for (const name of [nameOf(HOSTED_TENANTS_PAGE - 1), nameOf(HOSTED_TENANTS_PAGE)]) {
    await insert.bind(name, sha256).run();
    all.push(name);
    expect(await listed(first)).toEqual(all.slice(0, HOSTED_TENANTS_PAGE));
  }
  expect(await listed(nameOf(HOSTED_TENANTS_PAGE - 1))).toEqual(all.slice(HOSTED_TENANTS_PAGE));
});

test.each([
  [-1, 404],
  [0, 200],
  [1, 200],
])("an operator token of so many characters and %i opens the deployer: %i", async (more, status) => {
  const token = "t".repeat(OPERATOR_TOKEN_MIN_CHARS + more);
  const request = new Request("https://deployer.internal/tenants", { headers: { authorization: `Bearer ${token}` } });
  expect((await askDeployer(world, request, { OPERATOR_TOKEN: token })).status).toBe(status);
});

test.each([
  [-1, 400],
  [0, 400],
  [1, 413],
])("a request of the most bytes and %i is answered %i", async (more, status) => {
  const body = { tenantId: "" };
  body.tenantId = "x".repeat(HOSTING_REQUEST_MAX_BYTES + more - JSON.stringify(body).length);
  expect((await send("/tenants/export", body)).status).toBe(status);
});

describe("a site's beginning", () => {
  const RECORD = { plugin: "drawbridge.basics", key: "first", value: { kept: true } };

  async function aDeployedTenant(): Promise<string> {
    const tenantId = newDrillTenant();
    await recorded(tenantId);
    expect((await send("/tenants/deploy", { tenantId, release: RELEASE, sha256 })).status).toBe(200);
    return tenantId;
  }

  test("has its pages and its plugins' private records; an exact repeat succeeds", async () => {
    const tenantId = await aDeployedTenant();
    const site = siteOf(tenantId, { pluginRecords: [RECORD] });
    const answer = async () => {
      const response = await send("/tenants/initialize-site", site);
      return [response.status, await response.json()];
    };
    expect(await answer()).toMatchObject([200, { created: true }]);
    const before = await stateOf(world, tenantId);
    expect(before["plugin_storage"]).toEqual([
      JSON.stringify({ site: "main", plugin: RECORD.plugin, key: "first", value: '{"kept":true}', revision: 1 }),
    ]);
    expect(await answer()).toMatchObject([200, { created: false }]);
    expect(await stateOf(world, tenantId)).toEqual(before);
  });

  test.each([
    [
      "another page",
      (tenant: string) =>
        siteOf(newTenant()).bundle && { bundle: { ...siteOf("other").bundle, hostname: `${tenant}.example` } },
    ],
    ["another record", () => ({ pluginRecords: [{ ...RECORD, value: 2 }] })],
    ["a record more", () => ({ pluginRecords: [RECORD, { ...RECORD, key: "second" }] })],
    ["no record", () => ({ pluginRecords: [] })],
    ["other plugins", () => ({ pluginIds: ["drawbridge.basics"] })],
  ] as const)("with %s is a conflict, and nothing changes", async (_name, change) => {
    const tenantId = await aDeployedTenant();
    const site = siteOf(tenantId, { pluginRecords: [RECORD] });
    expect((await send("/tenants/initialize-site", site)).status).toBe(200);
    const before = await stateOf(world, tenantId);
    expect(await codeOf(await send("/tenants/initialize-site", { ...site, ...change(tenantId) }))).toEqual([
      409,
      "SITE_INITIALIZATION_CONFLICT",
    ]);
    expect(await stateOf(world, tenantId)).toEqual(before);
  });

  test.each([
    ["a key with a space", { ...RECORD, key: "a b" }],
    ["a key that is too long", { ...RECORD, key: "k".repeat(201) }],
    ["a value that is too long", { ...RECORD, value: "v".repeat(64 * 1024) }],
    ["no plugin's id", { ...RECORD, plugin: "No Plugin" }],
  ])("takes no record with %s", async (_name, record) => {
    const tenantId = await aDeployedTenant();
    expect(await codeOf(await send("/tenants/initialize-site", siteOf(tenantId, { pluginRecords: [record] })))).toEqual(
      [400, "INVALID_REQUEST"],
    );
  });

  test("with another hostname is a conflict, and nothing changes", async () => {
    const tenantId = await aDeployedTenant();
    expect((await send("/tenants/initialize-site", siteOf(tenantId))).status).toBe(200);
    const before = await stateOf(world, tenantId);
    const other = { ...siteOf(tenantId).bundle, hostname: `other-${tenantId}.example` };
    expect(await codeOf(await send("/tenants/initialize-site", siteOf(tenantId, { bundle: other })))).toEqual([
      409,
      "SITE_INITIALIZATION_CONFLICT",
    ]);
    expect(await stateOf(world, tenantId)).toEqual(before);
  });

  test("with the hostname of another tenant is a conflict that does not say whose it is", async () => {
    const [owner, tenantId] = [await aDeployedTenant(), newDrillTenant()];
    expect((await send("/tenants/deploy", { tenantId, release: RELEASE, sha256 })).status).toBe(200);
    const bundle = { ...siteOf(tenantId).bundle, hostname: `${owner}.example` };
    const response = await send("/tenants/initialize-site", siteOf(tenantId, { bundle }));
    const text = await response.text();
    expect([response.status, JSON.parse(text)]).toMatchObject([
      409,
      { code: "SITE_INITIALIZATION_CONFLICT", issues: [{ pointer: "/bundle/hostname" }] },
    ]);
    expect(text).not.toContain(owner);
    expect((await stateOf(world, tenantId))["sites"] ?? []).toEqual([]);
  });

  describe("before its hostname is verified", () => {
    async function anUnverifiedSite(): Promise<string> {
      const tenantId = newDrillTenant();
      expect((await send("/tenants/deploy", { tenantId, release: RELEASE, sha256 })).status).toBe(200);
      expect((await send("/tenants/initialize-site", siteOf(tenantId))).status).toBe(200);
      return tenantId;
    }

    /** Wakes the workspace, and delivers what it queues then, as messages with so many attempts. */
    async function drained(tenantId: string, attempts = 1): Promise<void> {
      for (let turn = 0; turn < 3; turn++) {
        const object = world.operations.object(tenantId);
        if (object) await runDurableObjectAlarm(object);
        await world.operations.deliver(attempts);
      }
    }

    const deadLetters = async (tenantId: string) =>
      (
        await bindings.DB.prepare(
          "SELECT id, resolved_at IS NULL AS open FROM operational_records WHERE kind = 'dead_letter' AND tenant_id = ?",
        )
          .bind(tenantId)
          .all()
      ).results;

    test("it is published, and leaves no message behind", async () => {
      const tenantId = await anUnverifiedSite();
      await drained(tenantId);
      const { outbox } = expectValue(await world.operations.call(tenantId, "status"));
      expect([outbox.waiting, await deadLetters(tenantId)]).toEqual([0, []]);
      expect(await bindings.PUBLIC_CONTENT.get(hostKey(`${tenantId}.example`))).toBeNull();
    });

    test("it gets its hostname from the control plane once that is verified", async () => {
      const tenantId = await anUnverifiedSite();
      await recorded(tenantId);
      expect((await send("/tenants/initialize-site", siteOf(tenantId))).status).toBe(200);
      await drained(tenantId);
      expect(await bindings.PUBLIC_CONTENT.get(hostKey(`${tenantId}.example`))).toBe(
        JSON.stringify({ tenant: tenantId, site: SITE }),
      );
    });

    test("an outdated hostname of the workspace is corrected, and the dead letter is closed", async () => {
      const tenantId = await aDeployedTenant();
      expect((await send("/tenants/initialize-site", siteOf(tenantId))).status).toBe(200);
      await bindings.DB.prepare("DELETE FROM domains WHERE tenant_id = ?").bind(tenantId).run();
      await recordDeadLetter(bindings.DB, { tenant: tenantId, site: SITE, body: {}, at: 1 }).run();
      await recordDeadLetter(bindings.DB, { tenant: tenantId, site: SITE, body: {}, at: 2 }).run();
      expect(await deadLetters(tenantId)).toEqual([{ id: `dead-letter:${tenantId}:${SITE}`, open: 1 }]);
      await drained(tenantId);
      expect(await deadLetters(tenantId)).toMatchObject([{ open: 1 }]);
      await drained(tenantId, 2);
      expect(await deadLetters(tenantId)).toMatchObject([{ open: 0 }]);
      expect(expectValue(await world.operations.call(tenantId, "status")).outbox.waiting).toBe(0);
    });
  });

  test.each(["provisioned first", "initialised first"])("has records, %s", async (order) => {
    const tenantId = await aDeployedTenant();
    const stated = siteOf(tenantId, { pluginRecords: [RECORD] });
    // A provisioning's document is read by the same shape.
    const { bundle } = initialiseRequest.parse(stated);
    const provision = async () =>
      expectValue(
        await world.operations.call(tenantId, "initialise", {
          tenant: tenantId,
          site: SITE,
          origin: `https://${bundle.hostname}`,
          hostnames: [bundle.hostname],
          document: bundle.document,
          theme: bundle.theme,
          actor: { kind: "operator", id: "test" },
          requestId: "r",
        }),
      );
    const initialise = async () => expect((await send("/tenants/initialize-site", stated)).status).toBe(200);
    const steps = order === "provisioned first" ? [provision, initialise] : [initialise, provision];
    for (const step of [...steps, ...steps]) await step();
    expect((await stateOf(world, tenantId))["plugin_storage"]).toHaveLength(1);
    const more = siteOf(tenantId, { pluginRecords: [RECORD, { ...RECORD, key: "second" }] });
    expect(await codeOf(await send("/tenants/initialize-site", more))).toEqual([409, "SITE_INITIALIZATION_CONFLICT"]);
  });

  test("changes no record that a provisioned site's plugin has written", async () => {
    const tenantId = await aDeployedTenant();
    expect((await send("/tenants/initialize-site", siteOf(tenantId, { pluginRecords: [RECORD] }))).status).toBe(200);
    // As a site that was provisioned: nobody has stated what it begins with, and its plugin has stored something.
    await runInDurableObject(world.operations.object(tenantId) as DurableObjectStub, (_, { storage: { sql } }) => {
      sql.exec("UPDATE sites SET beginning_digest = NULL");
    });
    const before = await stateOf(world, tenantId);
    const other = siteOf(tenantId, { pluginRecords: [{ ...RECORD, key: "second" }] });
    expect(await codeOf(await send("/tenants/initialize-site", other))).toEqual([409, "SITE_INITIALIZATION_CONFLICT"]);
    expect(await stateOf(world, tenantId)).toEqual(before);
  });

  test("needs a worker that is ready", async () => {
    expect(await codeOf(await send("/tenants/initialize-site", siteOf(newDrillTenant())))).toEqual([404, "NOT_FOUND"]);
  });
});

describe("an idempotency key", () => {
  const aTenant = async (): Promise<string> => {
    const tenantId = newDrillTenant();
    expect((await send("/tenants/deploy", { tenantId, release: RELEASE, sha256 })).status).toBe(200);
    return tenantId;
  };

  test("answers a repeat with the stored answer", async () => {
    const tenantId = newDrillTenant();
    const body = { tenantId, release: RELEASE, sha256 };
    const first = await (await send("/tenants/deploy", body, { key: `same-${tenantId}` })).text();
    world.api.heard.length = 0;
    expect(await (await send("/tenants/deploy", body, { key: `same-${tenantId}` })).text()).toBe(first);
    expect(world.api.heard).toEqual([]);
  });

  test("belongs to one input", async () => {
    const [one, other] = [await aTenant(), await aTenant()];
    const key = `mine-${one}`;
    expect((await send("/tenants/initialize-site", siteOf(one), { key })).status).toBe(200);
    expect(await codeOf(await send("/tenants/initialize-site", siteOf(other), { key }))).toEqual([
      422,
      "IDEMPOTENCY_KEY_REUSED",
    ]);
    expect((await stateOf(world, other))["sites"] ?? []).toEqual([]);
  });

  test("lets the same request continue after a failure", async () => {
    const tenantId = newDrillTenant();
    const key = `again-${tenantId}`;
    expect((await send("/tenants/initialize-site", siteOf(tenantId), { key })).status).toBe(404);
    expect((await send("/tenants/deploy", { tenantId, release: RELEASE, sha256 })).status).toBe(200);
    expect((await send("/tenants/initialize-site", siteOf(tenantId), { key })).status).toBe(200);
  });
});
