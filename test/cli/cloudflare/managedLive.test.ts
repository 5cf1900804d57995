/** The managed preflight: deployed workers and tenants' scripts compared with the policy. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PREFLIGHT_TENANTS_MAX } from "../../../manifests/bounds/hosting.ts";
import { MANAGED, workersOfFamily } from "../../../sites/cli/cloudflare/descriptor/family.ts";
import type { LiveVerdict } from "../../../sites/cli/cloudflare/live/verdict.ts";
import { judgePlatform } from "../../../sites/cli/cloudflare/preflight/managedLive.ts";
import { judgeTenants } from "../../../sites/cli/cloudflare/preflight/managedTenants.ts";
import { examine } from "../../../sites/cli/cloudflare/doctor/examine.ts";
import type { Examined } from "../../../sites/cli/cloudflare/descriptor/check.ts";
import { connect } from "../../../sites/cli/cloudflare/account/account.ts";
import { bundlePath } from "../../../sites/cli/cloudflare/descriptor/preparedFiles.ts";
import { prepare } from "../../../sites/cli/cloudflare/prepareCommand.ts";
import { siteDirectory } from "../../../sites/cli/cloudflare/descriptor/siteDirectory.ts";
import { Options } from "../../../sites/cli/command/command.ts";
import { no } from "../../../sites/machine/provider/envelope.ts";
import type { Binding, TenantScript } from "../../../sites/machine/provider/state.ts";
import { StandIn } from "../../../sites/machine/provider/standIn.ts";
import { putDeployed } from "../../platform/provider/asDeployed.ts";
import { harbour } from "../../platform/provider/harbour.ts";
import { HOSTED } from "./hostedDescriptor.ts";
import { putTenant } from "./hostedTenant.ts";
import { ran, removeSiteFolders, siteFolder } from "./siteFolder.ts";
import { buildStandIns } from "./standInBundles.ts";

const NAMESPACE = "tenants";
const DISPATCH_KEYS = JSON.stringify(HOSTED.hosting.dispatchKeys);
let removeBundles = (): void => undefined;
let examined: Examined;
let provider: StandIn;

beforeAll(async () => {
  removeBundles = buildStandIns();
  const folder = siteFolder(HOSTED);
  await ran(prepare, folder, { managedIsolated: true });
  examined = await examine(MANAGED, siteDirectory(new Options({ cwd: folder })));
});
afterAll(() => {
  removeSiteFolders();
  removeBundles();
});
beforeEach(async () => {
  const account = harbour();
  account.dispatch = new Set([NAMESPACE]);
  for (const { row, config } of examined.workers)
    if (row.key !== "tenant")
      putDeployed(account, { config, tag: "", code: examined.set?.text(bundlePath(row)) ?? "" });
  putTenant(account, NAMESPACE, "acme");
  provider = await StandIn.start(account);
  return () => provider[Symbol.asyncDispose]();
});

async function found(): Promise<string[]> {
  const connection = await connect({ ...provider.environment, PATH: process.env["PATH"] ?? "" });
  const verdicts: LiveVerdict[] = [
    ...(await judgePlatform(connection, examined)),
    ...(await judgeTenants({ connection, namespace: NAMESPACE, dispatchKeys: DISPATCH_KEYS })),
  ];
  expect(provider.changes).toEqual([]);
  return verdicts.filter(({ verdict }) => verdict !== "passed").map(({ id, verdict }) => `${id} ${verdict}`);
}

const nameOf = (key: string): string => examined.workers.find(({ row }) => row.key === key)?.row.name ?? "";
const live = (key: string) => (provider.account.scripts.get(nameOf(key))?.versions.at(-1)?.bindings ?? []) as Binding[];
const tenant = () => provider.account.tenants.get(`${NAMESPACE}/svc-t-acme`) as TenantScript;
const queue = () => provider.account.queues.find(({ queue_name }) => queue_name === "svc-t-acme-queue");
const adding = (binding: Binding) => (): unknown => (tenant().metadata.bindings as Binding[]).push(binding);
const changing = (name: string, change: object) => (): unknown =>
  Object.assign(tenant().metadata.bindings.find((one) => one.name === name) ?? {}, change);

test("nothing of a deployment as it was prepared", async () => {
  expect(await found()).toEqual([]);
});

/** Bindings that no platform worker may have. */
const EXTRA: readonly Binding[] = [
  { type: "durable_object_namespace", name: "TENANT_WORKSPACE_TOO", class_name: "TenantWorkspaceDO" },
  { type: "r2_bucket", name: "STORE_TOO", bucket_name: "svc-t-acme-store" },
  { type: "queue", name: "QUEUE_TOO", queue_name: "svc-t-acme-queue" },
  { type: "d1", name: "DB_TOO", id: "strangers" },
  { type: "service", name: "HOSTING_DEPLOYER", service: "drawbridge-deployer" },
  { type: "dispatch_namespace", name: "TENANTS_TOO", namespace: NAMESPACE },
  { type: "kv_namespace", name: "KV_TOO", namespace_id: "strangers" },
  { type: "secret_text", name: "PROVIDER_TOKEN_TOO" },
];
const PLACES = workersOfFamily(MANAGED).flatMap(({ key }) =>
  key === "tenant" ? [] : EXTRA.map((binding) => [`${binding.type} ${binding.name}`, key, binding] as const),
);

test.each(PLACES)("the forbidden %s at the deployed worker %s", async (_name, key, binding) => {
  live(key).push(binding);
  expect(await found()).toEqual([`worker.${key}.bindings failed`]);
});

const unbound = (key: string, name: string) => (): unknown =>
  live(key).splice(
    live(key).findIndex((one) => one.name === name),
    1,
  );
const retargeted = (key: string, name: string, change: object) => (): unknown =>
  Object.assign(live(key).find((one) => one.name === name) ?? {}, change);
const hostname = (name: string) => (): unknown =>
  provider.account.domains.push({ id: "x", hostname: "more.harbour-sites.com", service: nameOf(name) });
const script = (change: Partial<TenantScript["script"]>) => (): unknown =>
  putTenant(provider.account, NAMESPACE, "acme", change);
const lying = (pattern: RegExp) => (): unknown =>
  provider.tell({ applies: ({ path }) => pattern.test(path), change: () => no(403, 10000, "no") });
const split = (): unknown =>
  Object.assign(provider.account.scripts.get(nameOf("dispatch"))?.deployments[0] ?? {}, {
    versions: [{ version_id: "a", percentage: 100 - 1 }],
  });

const TENANTS = ["scripts", "bindings", "migrations", "consumers"].map((part) => `tenants.${part} blocked`);
const LIES: readonly (readonly [string, () => unknown, readonly string[]])[] = [
  ["a dispatcher without its namespace", unbound("dispatch", "TENANTS"), ["worker.dispatch.bindings failed"]],
  ["a dispatcher of another database", retargeted("dispatch", "DB", { id: "x" }), ["worker.dispatch.bindings failed"]],
  [
    "a site that leads past the dispatcher",
    retargeted("site", "TENANT_DISPATCH", { service: "strangers" }),
    ["worker.site.bindings failed"],
  ],
  [
    "a deployer with another entrance",
    retargeted("deployer", "TENANTS", { entrypoint: "TenantPlatform" }),
    ["worker.deployer.bindings failed"],
  ],
  [
    "an issuer that was not prepared",
    retargeted("private-mcp", "OIDC_ISSUER", { text: "https://strangers.example" }),
    ["worker.private-mcp.values failed"],
  ],
  ["a hostname that leads to the deployer", hostname("deployer"), ["worker.deployer.routes failed"]],
  ["a second hostname of the dispatcher", hostname("dispatch"), ["worker.dispatch.routes failed"]],
  [
    "a second address of the dispatcher",
    () => Object.assign(provider.account.scripts.get(nameOf("dispatch"))?.subdomain ?? {}, { enabled: true }),
    ["worker.dispatch.addresses failed"],
  ],
  [
    "a dispatcher in two versions",
    split,
    ["deployment", "version", "bindings", "values", "runtime", "migrations", "limits", "code"].map(
      (part) => `worker.dispatch.${part} blocked`,
    ),
  ],
  ["the shared database at a tenant", adding({ type: "d1", name: "DB", id: "x" }), ["tenants.bindings failed"]],
  [
    "a stranger's key in a tenant's script",
    changing("DISPATCH_KEYS", { text: JSON.stringify([...HOSTED.hosting.dispatchKeys, { kid: "stranger" }]) }),
    ["tenants.bindings failed"],
  ],
  ["the name of another tenant", changing("TENANT_ID", { text: "other" }), ["tenants.bindings failed"]],
  [
    "another artifact than the script's",
    changing("ARTIFACT_SHA256", { text: "e".repeat(64) }),
    ["tenants.bindings failed"],
  ],
  ["a bucket of another tenant", changing("STORE", { bucket_name: "svc-t-b-store" }), ["tenants.bindings failed"]],
  [
    "a queue of another tenant",
    changing("PUBLISH_QUEUE", { queue_name: "svc-t-b-queue" }),
    ["tenants.bindings failed"],
  ],
  ["an object of another", changing("TENANT_WORKSPACE", { script_name: "svc-t-b" }), ["tenants.bindings failed"]],
  ["a tenant that says to be another", changing("TENANT_ID", { text: "b" }), ["tenants.bindings failed"]],
  ["a secret twice", adding({ type: "secret_text", name: "PLUGIN_SETTINGS_SECRET" }), ["tenants.bindings failed"]],
  [
    "the platform lent as another tenant",
    adding({
      type: "service",
      name: "PLATFORM",
      service: "drawbridge-dispatch",
      entrypoint: "TenantPlatform",
      props: { tenant: "b" },
    }),
    ["tenants.bindings failed"],
  ],
  ["a script that is no tenant's", script({ id: "strangers" }), ["tenants.scripts failed"]],
  ["a tenant without its migration", script({ migration_tag: "v0" }), ["tenants.migrations failed"]],
  [
    "a second consumer",
    () => queue()?.consumers.push({ consumer_id: "x", type: "worker", script: "strangers" }),
    ["tenants.consumers failed"],
  ],
  ["a queue that nobody consumes", () => queue()?.consumers.splice(0), ["tenants.consumers failed"]],
  [
    "a dead-letter queue of a tenant",
    () => Object.assign(queue()?.consumers[0] ?? {}, { dead_letter_queue: "shared" }),
    ["tenants.consumers failed"],
  ],
  ["no answer about a script", lying(/svc-t-acme$/), TENANTS],
  ["no answer about a script's settings", lying(/svc-t-acme\/settings$/), TENANTS],
  ["no answer about a queue", lying(/queues\?name=svc-t-acme/), TENANTS],
  ["no list of scripts", lying(/namespaces\/tenants\/scripts$/), TENANTS],
];

test.each(LIES)("%s", async (_name, spoil, expected) => {
  spoil();
  expect(await found()).toEqual(expected);
});

test("what a tenant lent through a binding of its own has, is well", async () => {
  adding({
    type: "service",
    name: "PLATFORM",
    service: "drawbridge-dispatch",
    entrypoint: "TenantPlatform",
    props: { tenant: "acme" },
  })();
  expect(await found()).toEqual([]);
});

test.each([
  [-1, []],
  [0, []],
  [1, TENANTS],
])("of the most tenants it compares and %i, those it has not seen are no pass", async (more, expected) => {
  for (let number = 1; number < PREFLIGHT_TENANTS_MAX + more; number++)
    putTenant(provider.account, NAMESPACE, `t-${number}`);
  expect(await found()).toEqual(expected);
});
