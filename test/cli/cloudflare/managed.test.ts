/** One site of a managed deployment: its boundary when it is prepared, checked, and looked at before a drill. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deploy } from "../../../sites/cli/cloudflare/deploy/command.ts";
import { CHECKS, diagnose } from "../../../sites/cli/cloudflare/doctor/doctor.ts";
import { examine } from "../../../sites/cli/cloudflare/doctor/examine.ts";
import { bindingFacts } from "../../../sites/cli/cloudflare/facts.ts";
import { MANAGED } from "../../../sites/cli/cloudflare/family.ts";
import type { LiveVerdict } from "../../../sites/cli/cloudflare/live/verdict.ts";
import { plan } from "../../../sites/cli/cloudflare/planCommand.ts";
import { managedPreflight } from "../../../sites/cli/cloudflare/preflight/managedCommand.ts";
import { prepare } from "../../../sites/cli/cloudflare/prepareCommand.ts";
import { siteDirectory } from "../../../sites/cli/cloudflare/siteDirectory.ts";
import type { Config } from "../../../sites/cli/cloudflare/config.ts";
import type { Outcome } from "../../../sites/cli/command.ts";
import { Options } from "../../../sites/cli/command.ts";
import { no } from "../../../sites/local/provider/envelope.ts";
import { harbour } from "../../provider/harbour.ts";
import type { Lie } from "../../../sites/local/provider/lie.ts";
import { StandIn } from "../../../sites/local/provider/standIn.ts";
import { committedSite } from "./deployedSite.ts";
import { GOOD } from "./goodDescriptor.ts";
import { everything, ran, removeSiteFolders, siteFolder } from "./siteFolder.ts";
import { buildStandIns } from "./standInBundles.ts";

let removeBundles = (): void => undefined;
beforeAll(() => {
  removeBundles = buildStandIns();
});
afterAll(() => {
  removeSiteFolders();
  removeBundles();
});

const managed = { managedIsolated: true };
const configPath = (folder: string): string => join(folder, ".svc/cloudflare/site/wrangler.json");
const configOf = (folder: string): Config => JSON.parse(readFileSync(configPath(folder), "utf8")) as Config;

async function preparedSite(): Promise<string> {
  const folder = siteFolder(GOOD);
  expect((await ran(prepare, folder, managed)).ok).toBe(true);
  return folder;
}

/** Checks of the prepared set that are not content; what this machine has is another test's matter. */
async function failing(folder: string): Promise<string[]> {
  const verdicts = await diagnose(await examine(MANAGED, siteDirectory(new Options({ cwd: folder }))));
  return verdicts.filter(({ id, outcome }) => outcome !== "passed" && !id.startsWith("machine.")).map(({ id }) => id);
}

describe("a prepared managed site", () => {
  test("is one worker that binds the dispatcher and what is its own, under its hostname", async () => {
    const folder = await preparedSite();
    expect(readdirSync(join(folder, ".svc/cloudflare")).toSorted()).toEqual(["migrations", "prepared.json", "site"]);
    expect(bindingFacts(configOf(folder)).map(({ kind, name, target }) => `${kind} ${name} ${target}`.trim())).toEqual([
      "service TENANT_DISPATCH drawbridge-dispatch",
      "images IMAGES",
      "assets ASSETS",
    ]);
    expect(configOf(folder)["routes"]).toEqual([{ pattern: "www.harbour-sites.com", custom_domain: true }]);
    expect(await failing(folder)).toEqual([]);
  });

  test("is planned as it is prepared", async () => {
    const folder = siteFolder(GOOD);
    const { data } = await ran(plan, folder, managed);
    expect([data["order"], data["counts"]]).toMatchObject([["drawbridge-site"], { "~": 0, "-": 0, "=": 0 }]);
    await ran(prepare, folder, managed);
    expect((await ran(plan, folder, managed)).data["changed"]).toBe(false);
  });

  test("names no tenant's data, no secret and no provider of logins", async () => {
    const text = JSON.stringify(configOf(await preparedSite()));
    const stripped = [
      "TENANT_WORKSPACE",
      "PLUGIN_SANDBOX",
      "PUBLIC_CONTENT",
      "MEDIA",
      "HOSTING_DEPLOYER",
      "DB",
      "SECRET",
      "OIDC",
      GOOD.d1.databaseId,
      GOOD.r2.mediaBucket,
      ...Object.values(GOOD.kv),
    ];
    expect(stripped.filter((word) => text.includes(word))).toEqual([]);
  });

  test("excludes a profile", async () => {
    await expect(ran(prepare, siteFolder(GOOD), { ...managed, profile: "core" })).rejects.toThrow(/exclude each other/);
  });

  test("is no profile's set, and no profile's set is one", async () => {
    const folder = siteFolder(GOOD);
    await ran(prepare, folder, { profile: "full" });
    expect(await failing(folder)).toEqual(expect.arrayContaining(["prepared.present", "managed.boundary"]));
    await ran(prepare, folder, managed);
    expect((await ran(deploy, folder, { profile: "core" })).ok).toBe(false);
  });
});

const objects = {
  bindings: [{ name: "TENANT_WORKSPACE", class_name: "TenantWorkspaceDO", script_name: "drawbridge-workspace" }],
};
const dispatch = { binding: "TENANT_DISPATCH", service: "drawbridge-dispatch" };

const SPOILT: readonly (readonly [string, Record<string, unknown>, readonly string[]])[] = [
  ["no dispatcher", { services: [] }, ["bindings.allowed", "managed.boundary"]],
  [
    "another dispatcher",
    { services: [{ ...dispatch, service: "strangers" }] },
    ["bindings.allowed", "managed.boundary"],
  ],
  [
    "a dispatch namespace in its place",
    { services: [], dispatch_namespaces: [{ binding: "TENANT_DISPATCH", namespace: "drawbridge-dispatch" }] },
    ["bindings.allowed", "managed.boundary"],
  ],
  ["the tenants' object beside it", { durable_objects: objects }, ["bindings.allowed", "managed.boundary"]],
  [
    "the sandbox beside it",
    { services: [dispatch, { binding: "PLUGIN_SANDBOX", service: "drawbridge-plugin-sandbox" }] },
    ["bindings.allowed", "managed.boundary"],
  ],
  [
    "the deployer",
    { services: [dispatch, { binding: "HOSTING_DEPLOYER", service: "drawbridge-deployer" }] },
    ["bindings.allowed"],
  ],
  ["the database", { d1_databases: [{ binding: "DB", database_id: GOOD.d1.databaseId }] }, ["bindings.allowed"]],
  ["a bucket", { r2_buckets: [{ binding: "MEDIA", bucket_name: GOOD.r2.mediaBucket }] }, ["bindings.allowed"]],
  [
    "published content",
    { kv_namespaces: [{ binding: "PUBLIC_CONTENT", id: GOOD.kv.publicContentId }] },
    ["bindings.allowed"],
  ],
  ["a session secret", { secrets: { required: ["SESSION_SECRET"] } }, ["bindings.allowed"]],
  ["the provider of logins", { vars: { OIDC_ISSUER: GOOD.oauth.issuer } }, ["bindings.allowed"]],
];

test.each(SPOILT)("the doctor finds %s", async (_name, members, ids) => {
  const folder = await preparedSite();
  writeFileSync(configPath(folder), JSON.stringify({ ...configOf(folder), ...members }));
  expect(await failing(folder)).toEqual(
    CHECKS.map(({ id }) => id).filter((id) => ["prepared.unedited", "prepared.current", ...ids].includes(id)),
  );
});

describe("a preflight before a drill", () => {
  const NAMESPACE = "svc-drill";
  let folder = "";
  let provider: StandIn;

  beforeAll(async () => {
    folder = await committedSite();
    await ran(prepare, folder, managed);
  });
  beforeEach(async () => {
    const account = harbour();
    account.dispatch = new Set([NAMESPACE]);
    provider = await StandIn.start(account);
    return () => provider[Symbol.asyncDispose]();
  });

  const preflight = (options: Readonly<Record<string, unknown>> = {}): Promise<Outcome> =>
    ran(
      managedPreflight,
      folder,
      { operator: "Night shift", namespace: NAMESPACE, ...options },
      { ...provider.environment, HOME: folder, PATH: process.env["PATH"] ?? "" },
    );
  const found = ({ data }: Outcome): string[] =>
    (data["checks"] as LiveVerdict[])
      .filter(({ findings }) => findings.length > 0)
      .map(({ id, verdict }) => `${id} ${verdict}`);

  test("passes, sends GET requests only and leaves a receipt of verdicts", async () => {
    const outcome = await preflight();
    expect(found(outcome)).toEqual([]);
    expect(outcome.ok).toBe(true);
    expect(provider.changes).toEqual([]);
    const text = readFileSync(String(outcome.data["receipt"]), "utf8");
    expect(JSON.parse(text)).toMatchObject({ kind: "managed-isolated", status: "passed", rehearsal: true });
    expect(
      [provider.account.id, NAMESPACE, "harbour-sites"].filter((word) =>
        text.replaceAll("namespace.", "").includes(word),
      ),
    ).toEqual([]);
  });

  const answered = (pattern: RegExp, change: NonNullable<Lie["change"]>): Lie => ({
    applies: ({ path }) => pattern.test(path),
    change,
  });
  const body = (truth: { body: unknown }, result: unknown): Record<string, unknown> => ({
    ...(truth.body as Record<string, unknown>),
    result,
  });

  const WRONG: readonly (readonly [string, () => unknown, readonly string[]])[] = [
    [
      "an account without dispatch namespaces",
      () => (provider.account.dispatch = undefined),
      ["namespace.entitled blocked"],
    ],
    ["a namespace that is missing", () => provider.account.dispatch?.clear(), ["namespace.present blocked"]],
    [
      "another namespace than was asked for",
      () =>
        provider.tell(
          answered(/namespaces\/svc-drill$/, (truth) => ({
            ...truth,
            body: body(truth, { namespace_name: "production" }),
          })),
        ),
      ["namespace.present failed"],
    ],
    [
      "success that is none",
      () =>
        provider.tell(
          answered(/namespaces$/, (truth) => ({ ...truth, body: { ...(truth.body as object), success: false } })),
        ),
      ["namespace.entitled failed"],
    ],
    [
      "a credential that may not look",
      () => provider.tell(answered(/namespaces$/, () => no(403, 10000, "no"))),
      ["namespace.entitled blocked"],
    ],
  ];

  test.each(WRONG)("%s", async (_name, spoil, expected) => {
    spoil();
    const outcome = await preflight();
    expect(outcome.ok).toBe(false);
    expect(found(outcome)).toEqual(expected);
    expect(provider.changes).toEqual([]);
  });

  test.each([
    "acme,svc-drill-b",
    "svc-drill-a",
    "svc-drill-a,svc-drill-a",
    "svc-drill-,svc-drill-b",
    "svc-drill-a,svc-drill-b,svc-drill-c",
    "Svc-drill-a,svc-drill-b",
    "",
  ])("refuses the tenants %j before anything is asked", async (tenants) => {
    await expect(preflight({ tenants })).rejects.toThrow(/svc-drill-/);
    expect(provider.heard).toEqual([]);
  });

  test.each(["", "../production", "a b", "-a"])("refuses the namespace %j", async (namespace) => {
    await expect(preflight({ namespace })).rejects.toThrow(/--namespace/);
  });

  test("refuses a receipt outside of the site directory", async () => {
    const before = everything(folder);
    await expect(preflight({ receipt: join(folder, "../receipt.json") })).rejects.toThrow(/site directory/);
    expect(everything(folder)).toEqual(before);
    expect(provider.heard).toEqual([]);
  });
});
