import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Machine } from "../../../sites/cli/cloudflare/descriptor/check.ts";
import { doctor } from "../../../sites/cli/cloudflare/doctor/command.ts";
import { CHECKS, diagnose, type Verdict } from "../../../sites/cli/cloudflare/doctor/doctor.ts";
import { examine } from "../../../sites/cli/cloudflare/doctor/examine.ts";
import { bindingFacts } from "../../../sites/cli/cloudflare/descriptor/facts.ts";
import { POLICY } from "../../../sites/cli/cloudflare/descriptor/policy.ts";
import { prepare } from "../../../sites/cli/cloudflare/prepareCommand.ts";
import { ownRelease } from "../../../sites/cli/cloudflare/descriptor/release.ts";
import { siteDirectory } from "../../../sites/cli/cloudflare/descriptor/siteDirectory.ts";
import { Options } from "../../../sites/cli/command/command.ts";
import { WORKERS } from "../../../sites/workers/workers.ts";
import { changed, GOOD } from "./goodDescriptor.ts";
import { describeSite, everything, ran, removeSiteFolders, siteFolder } from "./siteFolder.ts";
import { buildStandIns } from "./standInBundles.ts";

let removeBundles: () => void;
beforeAll(() => {
  removeBundles = buildStandIns();
});
afterAll(() => {
  removeBundles();
  removeSiteFolders();
});

const WELL: Machine = {
  node: "24.0.0",
  workerd: "/workerd",
  folder: { path: ".", isWritable: true, freeBytes: 1e9 },
  localhost: ["127.0.0.1"],
  port: { number: 8787, isFree: true },
  losses: [],
};

const verdicts = async (folder: string, machine: Partial<Machine> = {}): Promise<Verdict[]> =>
  diagnose({
    ...(await examine("full", siteDirectory(new Options({ cwd: folder })))),
    machine: { ...WELL, ...machine },
  });

const failing = (found: readonly Verdict[]): string[] =>
  found.filter(({ outcome }) => outcome !== "passed").map(({ id }) => id);

async function preparedSite(): Promise<string> {
  const folder = siteFolder(GOOD);
  await ran(prepare, folder, { profile: "full" });
  return folder;
}

type Json = Record<string, unknown>;

function edit(folder: string, key: string, change: (config: Json) => unknown): void {
  const path = join(folder, ".svc/cloudflare", key, "wrangler.json");
  const config = JSON.parse(readFileSync(path, "utf8")) as Json;
  change(config);
  writeFileSync(path, JSON.stringify(config));
}

const vars = (config: Json): Json => config["vars"] as Json;
const list = (config: Json, name: string): Json[] => (config[name] ??= []) as Json[];

test("ids are unique, and stand in the order in which they are printed", async () => {
  const ids = CHECKS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect((await verdicts(await preparedSite())).map(({ id }) => id)).toEqual(ids);
});

test("a prepared deployment on a fit machine is well", async () => {
  expect(failing(await verdicts(await preparedSite()))).toEqual([]);
});

test("the doctor changes nothing", async () => {
  const folder = await preparedSite();
  const before = everything(folder);
  await ran(doctor, folder, { profile: "full" });
  expect(everything(folder)).toEqual(before);
});

test("the last line says whether all is well", async () => {
  expect((await ran(doctor, await preparedSite(), { profile: "full" })).lines.at(-1)).toMatch(/^Passed: /);
  const nothing = await ran(doctor, siteFolder(), { profile: "full" });
  expect(nothing.ok).toBe(false);
  expect(nothing.lines.at(-1)).toMatch(/^Failed: /);
});

test("without a prepared set the checks of one could not run, and that is no pass", async () => {
  const found = await verdicts(siteFolder(GOOD));
  expect(found.find(({ id }) => id === "bindings.allowed")?.outcome).toBe("unchecked");
  expect(failing(found)).toContain("prepared.present");
});

/** Faults, with the checks that must report them. The doctor also reports every manual edit. */
const FAULTS: readonly (readonly [
  name: string,
  worker: string,
  change: (config: Json) => unknown,
  ids: readonly string[],
])[] = [
  [
    "a value to replace",
    "site",
    (config) => (vars(config)["OIDC_CLIENT_ID"] = "replace-client-id"),
    ["values.decided"],
  ],
  [
    "a name of documents",
    "site",
    (config) => (vars(config)["OIDC_ISSUER"] = "https://login.example"),
    ["values.decided"],
  ],
  ["a pending value", "site", (config) => (vars(config)["OIDC_CLIENT_ID"] = "pending-client"), ["values.decided"]],
  [
    "another database",
    "site",
    (config) =>
      (list(config, "d1_databases")[0] = {
        binding: "DB",
        database_name: "x",
        database_id: "0f14e45f-ceea-4e7a-9c2b-3d1f0a6b5c4d",
      }),
    ["bindings.allowed"],
  ],
  [
    "a foreign bucket under a known name",
    "workspace",
    (config) => (list(config, "r2_buckets")[0] = { binding: "MEDIA", bucket_name: "strangers-media" }),
    ["bindings.allowed"],
  ],
  [
    "the tenants' object in the public MCP worker",
    "public-mcp",
    (config) =>
      (config["durable_objects"] = {
        bindings: [
          ...(config["durable_objects"] as { bindings: Json[] }).bindings,
          { name: "TENANT_WORKSPACE", class_name: "TenantWorkspaceDO", script_name: "drawbridge-workspace" },
        ],
      }),
    ["bindings.allowed"],
  ],
  [
    "a dispatch namespace",
    "site",
    (config) => (config["dispatch_namespaces"] = [{ binding: "TENANT_DISPATCH", namespace: "tenants" }]),
    ["bindings.allowed", "managed.boundary"],
  ],
  ["a member nobody knows", "site", (config) => (config["unsafe"] = { bindings: [] }), ["bindings.allowed"]],
  ["no loader in the sandbox", "sandbox", (config) => delete config["worker_loaders"], ["bindings.allowed"]],
  [
    "one namespace for two",
    "private-mcp",
    (config) => (list(config, "kv_namespaces")[1] = { binding: "AUTH_STATE_KV", id: GOOD.kv.oauthId }),
    ["bindings.allowed", "kv.distinct"],
  ],
  ["a second address", "site", (config) => (config["workers_dev"] = true), ["origins.exact"]],
  [
    "a pattern for a route",
    "site",
    (config) => (config["routes"] = [{ pattern: "*.harbour-sites.com/*", zone_name: "harbour-sites.com" }]),
    ["origins.exact"],
  ],
  [
    "an origin with a path",
    "workspace",
    (config) => (vars(config)["MCP_ORIGIN"] = "https://mcp.harbour-sites.com/mcp"),
    ["origins.bare"],
  ],
  [
    "two origins of the private server",
    "workspace",
    (config) => (vars(config)["MEMBERS_MCP_ORIGIN"] = "https://other.harbour-sites.com"),
    ["origins.members"],
  ],
  [
    "another dead-letter queue in the variable",
    "workspace",
    (config) => (vars(config)["DEAD_LETTER_QUEUE"] = "other"),
    ["queues.match"],
  ],
  [
    "no consumer",
    "workspace",
    (config) =>
      (config["queues"] = { producers: [{ binding: "PUBLISH_QUEUE", queue: GOOD.queues.publish }], consumers: [] }),
    ["queues.match"],
  ],
  [
    "a private trust key",
    "workspace",
    (config) => (vars(config)["PLUGIN_TRUST_KEYS"] = JSON.stringify([{ kty: "OKP", crv: "Ed25519", x: "x", d: "d" }])),
    ["trust.keys"],
  ],
  ["trust keys that are no list", "workspace", (config) => (vars(config)["PLUGIN_TRUST_KEYS"] = "{}"), ["trust.keys"]],
  [
    "a secret in a variable",
    "site",
    (config) => (vars(config)["SESSION_SECRET"] = "plain"),
    ["bindings.allowed", "secrets.apart"],
  ],
];

test.each(FAULTS)("%s is found by its own check", async (_name, worker, change, ids) => {
  const folder = await preparedSite();
  edit(folder, worker, change);
  expect(failing(await verdicts(folder))).toEqual(
    CHECKS.map(({ id }) => id).filter((id) => ["prepared.unedited", "prepared.current", ...ids].includes(id)),
  );
});

test("a finding says where, what was found, what is allowed and what mends it, and never a secret", async () => {
  const folder = await preparedSite();
  edit(folder, "site", (config) => (vars(config)["SESSION_SECRET"] = "plain-secret-value"));
  const findings = (await verdicts(folder)).find(({ id }) => id === "secrets.apart")?.findings ?? [];
  expect(findings).toHaveLength(1);
  expect(Object.keys(findings[0] ?? {})).toEqual(["level", "where", "found", "allowed", "mend"]);
  expect(JSON.stringify(findings)).not.toContain("plain-secret-value");
});

test("a set of another profile, or of another release, is found", async () => {
  const folder = siteFolder(GOOD);
  await ran(prepare, folder, { profile: "core" });
  expect(failing(await verdicts(folder))).toContain("prepared.present");
  const path = join(folder, ".svc/cloudflare/prepared.json");
  writeFileSync(path, readFileSync(path, "utf8").replace(/"release": "[^"]+"/, '"release": "0.0.1"'));
  expect(failing(await verdicts(folder))).toContain("prepared.release");
});

test("a worker whose file is gone is found", async () => {
  const folder = await preparedSite();
  rmSync(join(folder, ".svc/cloudflare/site/wrangler.json"));
  expect(failing(await verdicts(folder))).toContain("prepared.present");
});

test("a descriptor that changed since is found, with each difference", async () => {
  const folder = await preparedSite();
  describeSite(folder, changed("/r2/mediaBucket", "harbour-pictures"));
  expect(failing(await verdicts(folder))).toEqual(["prepared.current", "bindings.allowed"]);
});

test("media under an address that no worker serves are found", async () => {
  const folder = siteFolder(changed("/mediaPublicBaseUrl", "https://www.harbour-sites.com/files/media"));
  await ran(prepare, folder, { profile: "full" });
  expect(failing(await verdicts(folder))).toEqual(["media.served"]);
});

test("a public MCP worker without an address is a note, no fault", async () => {
  const folder = siteFolder(changed("/publicMcpOrigin", undefined));
  await ran(prepare, folder, { profile: "full" });
  const found = (await verdicts(folder)).find(({ id }) => id === "origins.public");
  expect(found?.findings.map(({ level }) => level)).toEqual(["warning"]);
});

test.each([
  ["an old Node", { node: "20.20.2" }, "machine.node"],
  ["no runtime", { workerd: undefined }, "machine.runtime"],
  ["a folder nobody may write to", { folder: { path: ".", isWritable: false, freeBytes: 1e9 } }, "machine.folder"],
  ["a full disk", { folder: { path: ".", isWritable: true, freeBytes: 64 * 1024 * 1024 - 1 } }, "machine.folder"],
  ["a taken port", { port: { number: 8787, isFree: false } }, "machine.port"],
  ["an unknown name", { localhost: [] }, "machine.names"],
  ["a lost part of the data", { losses: [{ what: "A file is lost.", mend: "Restore it." }] }, "machine.data"],
] as const)("%s is found", async (_name, machine, id) => {
  expect(failing(await verdicts(await preparedSite(), machine))).toEqual([id]);
});

test.each([
  ["22.15.1", true],
  ["22.16.0", false],
  ["23.11.0", true],
  ["24.0.0", false],
  ["25.1.0", false],
])("Node %s is too old: %s", async (node, isFound) => {
  expect(failing(await verdicts(await preparedSite(), { node }))).toEqual(isFound ? ["machine.node"] : []);
});

test("what a committed configuration binds is what the policy allows, binding by binding", () => {
  const { template } = ownRelease();
  const LOCAL_ONLY = ["PROCESS_RUNS", "MACHINE_MAIL", "INSECURE_LOCALHOST"];
  for (const row of WORKERS) {
    const found = bindingFacts(template(row))
      .map(({ kind, name }) => `${kind} ${name}`)
      .filter((text) => !LOCAL_ONLY.some((name) => text.endsWith(name)));
    const allowed = (POLICY[row.key] ?? []).map(({ type, name }) => `${type} ${name}`);
    expect(
      found.filter((binding) => !allowed.includes(binding)),
      row.key,
    ).toEqual([]);
    const required = (POLICY[row.key] ?? [])
      .filter(({ isRequired }) => isRequired)
      .map(({ type, name }) => `${type} ${name}`);
    expect(
      required.filter((binding) => !found.includes(binding)),
      row.key,
    ).toEqual([]);
  }
});
