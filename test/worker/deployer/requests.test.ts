/** The deployer's routes: authentication, refusals, and the initial state of a site. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  HOSTED_TENANTS_PAGE,
  HOSTING_REQUEST_MAX_BYTES,
  OPERATOR_TOKEN_MIN_CHARS,
} from "../../../manifests/bounds/hosting.ts";
import { bindings } from "./bindings.ts";
import { askDeployer, OPERATOR_TOKEN, reachProvider } from "./deployerWorker.ts";
import { recorded, siteOf, stateOf } from "./hosted.ts";
import type { World } from "./world.ts";
import { aWorld, migrate, newDrillTenant, newTenant, released, RELEASE } from "./world.ts";

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

  test.each(PATHS)("%s takes POST, a key, and exactly its members", async (path) => {
    expect((await send(path, undefined, { method: "GET" })).status).toBe(405);
    expect(await codeOf(await send(path, {}, { key: null }))).toEqual([400, "IDEMPOTENCY_KEY_MISSING"]);
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
      JSON.stringify({ site: "main", plugin: RECORD.plugin, key: "first", value: '{"kept":true}' }),
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

  test("needs a worker that is ready", async () => {
    expect(await codeOf(await send("/tenants/initialize-site", siteOf(newDrillTenant())))).toEqual([404, "NOT_FOUND"]);
  });
});
