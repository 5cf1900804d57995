/** The managed site: its preparation, its boundary, and its preflight before a drill. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { deploy } from "../../../sites/cli/cloudflare/deploy/command.ts";
import { CHECKS, diagnose } from "../../../sites/cli/cloudflare/doctor/doctor.ts";
import { examine } from "../../../sites/cli/cloudflare/doctor/examine.ts";
import { bindingFacts } from "../../../sites/cli/cloudflare/descriptor/facts.ts";
import { MANAGED } from "../../../sites/cli/cloudflare/descriptor/family.ts";
import type { LiveVerdict } from "../../../sites/cli/cloudflare/live/verdict.ts";
import { plan } from "../../../sites/cli/cloudflare/planCommand.ts";
import { managedPreflight } from "../../../sites/cli/cloudflare/preflight/managedCommand.ts";
import { prepare } from "../../../sites/cli/cloudflare/prepareCommand.ts";
import { managedRelease } from "../../../sites/cli/cloudflare/releasing/command.ts";
import { siteDirectory } from "../../../sites/cli/cloudflare/descriptor/siteDirectory.ts";
import type { Descriptor } from "../../../sites/cli/cloudflare/descriptor/descriptor.ts";
import type { Config } from "../../../sites/cli/cloudflare/descriptor/config.ts";
import { type Outcome, Options } from "../../../sites/cli/command/command.ts";
import { type ProviderReply, no } from "../../../sites/machine/provider/envelope.ts";
import { harbour } from "../../platform/provider/harbour.ts";
import type { Lie } from "../../../sites/machine/provider/lie.ts";
import { StandIn } from "../../../sites/machine/provider/standIn.ts";
import { committedSite } from "./deployedSite.ts";
import { putDeployed } from "../../platform/provider/asDeployed.ts";
import { GOOD } from "./goodDescriptor.ts";
import { HOSTED, PUBLIC_KEY } from "./hostedDescriptor.ts";
import { putTenant } from "./hostedTenant.ts";
import { everything, ran, removeSiteFolders, siteFolder } from "./siteFolder.ts";
import { buildStandIns } from "./standInBundles.ts";

/** A resolver may take seconds for a name of this machine. Another test covers it. */
vi.mock("node:dns/promises", () => ({ lookup: async () => [] }));

let removeBundles = (): void => undefined;
beforeAll(() => {
  removeBundles = buildStandIns();
});
afterAll(() => {
  removeSiteFolders();
  removeBundles();
});

const managed = { managedIsolated: true };
const configPath = (folder: string, key = "site"): string => join(folder, `.svc/cloudflare/${key}/wrangler.json`);
const configOf = (folder: string, key?: string): Config =>
  JSON.parse(readFileSync(configPath(folder, key), "utf8")) as Config;
const bundleOf = (folder: string, key: string): string =>
  readFileSync(configPath(folder, key).replace(/wrangler\.json$/, "index.js"), "utf8");
const boundIn = (folder: string, key: string): string[] =>
  bindingFacts(configOf(folder, key)).map(({ kind, name, target }) => `${kind} ${name} ${target}`.trim());

async function preparedSite(): Promise<string> {
  const folder = siteFolder(HOSTED);
  expect((await ran(prepare, folder, managed)).ok).toBe(true);
  return folder;
}

/** Failed checks of the prepared set, without those of the machine, which another test covers. */
async function failing(folder: string): Promise<string[]> {
  const verdicts = await diagnose(await examine(MANAGED, siteDirectory(new Options({ cwd: folder }))));
  return verdicts.filter(({ id, outcome }) => outcome !== "passed" && !id.startsWith("machine.")).map(({ id }) => id);
}

const WORKERS = ["sandbox", "dispatch", "tenant", "deployer", "public-mcp", "private-mcp", "site"];

describe("a prepared managed deployment", () => {
  test("has every worker, and its site binds the dispatcher and what is its own, under its hostname", async () => {
    const folder = await preparedSite();
    expect(readdirSync(join(folder, ".svc/cloudflare")).toSorted()).toEqual(
      ["migrations", "prepared.json", ...WORKERS].toSorted(),
    );
    expect(boundIn(folder, "site")).toEqual([
      "service TENANT_DISPATCH drawbridge-dispatch",
      "images IMAGES",
      "assets ASSETS",
    ]);
    expect(configOf(folder)["routes"]).toEqual([{ pattern: "www.harbour-sites.com", custom_domain: true }]);
    expect(await failing(folder)).toEqual([]);
  });

  test("has agents of members reach tenants through the namespace, and no object across workers", async () => {
    const folder = await preparedSite();
    const found = boundIn(folder, "private-mcp").filter((text) => !/^(plain|secret)_text|^kv_|^d1/.test(text));
    expect(found).toEqual([
      "service LENDER drawbridge-dispatch PlatformLender",
      "dispatch_namespace TENANTS drawbridge-tenants",
    ]);
    expect(configOf(folder, "private-mcp")["routes"]).toEqual([
      { pattern: "agents.harbour-sites.com", custom_domain: true },
    ]);
  });

  test("gives the deployer alone the release bucket and the archives, and nobody a way to it", async () => {
    const folder = await preparedSite();
    expect(boundIn(folder, "deployer")).toEqual(
      expect.arrayContaining([
        "r2_bucket RELEASES harbour-releases",
        "r2_bucket ARCHIVES harbour-archives",
        "service TENANTS drawbridge-dispatch TenantOperations",
        `plain_text ACCOUNT_ID ${HOSTED.hosting.accountId}`,
        `plain_text DISPATCH_KEYS ${JSON.stringify([PUBLIC_KEY])}`,
      ]),
    );
    expect(configOf(folder, "deployer")["routes"]).toEqual([]);
    const others = WORKERS.filter((key) => key !== "deployer").map((key) => JSON.stringify(configOf(folder, key)));
    expect(others.filter((text) => /harbour-(releases|archives)|drawbridge-deployer/.test(text))).toEqual([]);
  });

  test("is not well without an account and keys for the deployer", async () => {
    const folder = siteFolder(GOOD);
    await ran(prepare, folder, managed);
    expect(await failing(folder)).toEqual(["values.decided", "bindings.allowed"]);
  });

  test.each([
    ["a private key among the public ones", { dispatchKeys: [{ ...PUBLIC_KEY, d: "x" }] }],
    ["no key", { dispatchKeys: [] }],
    ["five keys", { dispatchKeys: Array.from({ length: 5 }, () => PUBLIC_KEY) }],
    ["one bucket for releases and archives", { archivesBucket: HOSTED.hosting.releasesBucket }],
    ["archives where visitors read", { archivesBucket: GOOD.r2.mediaBucket }],
    ["an account to be decided", { accountId: "replace-account-id" }],
  ])("is not prepared with %s", async (_name, change) => {
    const folder = siteFolder({ ...HOSTED, hosting: { ...HOSTED.hosting, ...change } } as Descriptor);
    expect((await ran(prepare, folder, managed)).ok).toBe(false);
  });

  test("is planned as it is prepared", async () => {
    const folder = siteFolder(HOSTED);
    const { data } = await ran(plan, folder, managed);
    expect([data["order"], data["counts"]]).toMatchObject([
      [
        "drawbridge-plugin-sandbox",
        "drawbridge-dispatch",
        "drawbridge-tenant",
        "drawbridge-deployer",
        "drawbridge-public-mcp",
        "drawbridge-private-mcp",
        "drawbridge-site",
      ],
      { "~": 0, "-": 0, "=": 0 },
    ]);
    await ran(prepare, folder, managed);
    expect((await ran(plan, folder, managed)).data["changed"]).toBe(false);
  });

  test("has a site that names no tenant's data, no secret and no provider of logins", async () => {
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
    await expect(ran(prepare, siteFolder(GOOD), { ...managed, profile: "core" })).rejects.toThrow(/not both/);
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

/** Writes members into a worker's prepared configuration; lists are extended. */
function spoil(folder: string, key: string, members: Readonly<Record<string, unknown>>): void {
  writeFileSync(configPath(folder, key), JSON.stringify({ ...configOf(folder, key), ...members }));
}

test.each(SPOILT)("the doctor finds %s at the site", async (_name, members, ids) => {
  const folder = await preparedSite();
  spoil(folder, "site", members);
  expect(await failing(folder)).toEqual(
    CHECKS.map(({ id }) => id).filter((id) => ["prepared.unedited", "prepared.current", ...ids].includes(id)),
  );
});

/** Bindings to tenants, to shared resources or to the account. */
const FORBIDDEN: Readonly<Record<string, (config: Config) => Readonly<Record<string, unknown>>>> = {
  "an object of tenants": () => ({ durable_objects: objects }),
  "a bucket of media": (config) => more(config, "r2_buckets", { binding: "MEDIA", bucket_name: GOOD.r2.mediaBucket }),
  "the release bucket": (config) =>
    more(config, "r2_buckets", { binding: "RELEASES_TOO", bucket_name: HOSTED.hosting.releasesBucket }),
  "the archives": (config) =>
    more(config, "r2_buckets", { binding: "ARCHIVES_TOO", bucket_name: HOSTED.hosting.archivesBucket }),
  "a way to the deployer": (config) =>
    more(config, "services", { binding: "HOSTING_DEPLOYER", service: "drawbridge-deployer" }),
  "another entrance of the dispatcher": (config) =>
    more(config, "services", {
      binding: "TENANTS_TOO",
      service: "drawbridge-dispatch",
      entrypoint: "TenantOperations",
    }),
  "another dispatch namespace": (config) =>
    more(config, "dispatch_namespaces", { binding: "OTHERS", namespace: "strangers" }),
  "a queue of a tenant": () => ({ queues: { producers: [{ binding: "PUBLISH_QUEUE", queue: "svc-t-a-queue" }] } }),
  "the credential of the account": () => ({ vars: { CLOUDFLARE_API_TOKEN: "x" } }),
  "a secret that is the operator's": () => ({ secrets: { required: ["OPERATOR_TOKEN_TOO"] } }),
};

const more = (config: Config, list: string, entry: object): Readonly<Record<string, unknown>> => ({
  [list]: [...((config[list] as readonly object[] | undefined) ?? []), entry],
});

const PLACES = WORKERS.flatMap((key) => Object.keys(FORBIDDEN).map((name) => [name, key] as const));

describe("the doctor finds", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await preparedSite();
  });

  test.each(PLACES)("%s at the worker %s", async (name, key) => {
    const before = readFileSync(configPath(folder, key), "utf8");
    spoil(folder, key, FORBIDDEN[name]?.(configOf(folder, key)) ?? {});
    const found = await failing(folder);
    writeFileSync(configPath(folder, key), before);
    expect(found).toContain("bindings.allowed");
  });
});

describe("a preflight before a drill", () => {
  const NAMESPACE = "svc-drill";
  let folder = "";
  let provider: StandIn;

  beforeAll(async () => {
    folder = await committedSite(HOSTED);
    await ran(prepare, folder, managed);
  });
  beforeEach(async () => {
    const account = harbour();
    account.dispatch = new Set([NAMESPACE]);
    for (const key of WORKERS.filter((one) => one !== "tenant"))
      putDeployed(account, { config: configOf(folder, key), tag: "", code: bundleOf(folder, key) });
    putTenant(account, NAMESPACE, "acme");
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

  const BLOCKED = { ok: false, found: ["doctor.well blocked"], changes: [] };

  /** The preflight of a configuration with changed members. */
  async function spoilt(key: string, members: Readonly<Record<string, unknown>>): Promise<object> {
    const before = readFileSync(configPath(folder, key), "utf8");
    spoil(folder, key, members);
    const outcome = await preflight();
    writeFileSync(configPath(folder, key), before);
    return { ok: outcome.ok, found: found(outcome), changes: provider.changes };
  }

  test.each(PLACES)("fails on %s at the worker %s", async (name, key) => {
    expect(await spoilt(key, FORBIDDEN[name]?.(configOf(folder, key)) ?? {})).toEqual(BLOCKED);
  });

  test.each(SPOILT)("fails on %s at the site", async (_name, members) => {
    expect(await spoilt("site", members)).toEqual(BLOCKED);
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

describe("a release", () => {
  let folder = "";
  let provider: StandIn;
  beforeAll(async () => {
    folder = await preparedSite();
  });
  beforeEach(async () => {
    const account = harbour();
    account.buckets.add(HOSTED.hosting.releasesBucket);
    provider = await StandIn.start(account);
    return () => provider[Symbol.asyncDispose]();
  });

  const release = (options: Readonly<Record<string, unknown>> = {}): Promise<Outcome> =>
    ran(managedRelease, folder, options, { ...provider.environment, HOME: folder, PATH: process.env["PATH"] ?? "" });
  const digest = (): string => createHash("sha256").update(readFileSync(modulePath())).digest("hex");
  const modulePath = (): string => join(folder, ".svc/cloudflare/tenant/index.js");
  const kept = (sha256: string) =>
    provider.account.objects.get(HOSTED.hosting.releasesBucket, `artifacts/0.1.0/${sha256}.js`);

  test("stands in the bucket under its digest, and sending it again compares it", async () => {
    const sha256 = digest();
    expect((await release({ release: "0.1.0" })).data).toMatchObject({ sha256, wasThere: false, rehearsal: true });
    expect(Buffer.from((await kept(sha256)) ?? [])).toEqual(readFileSync(modulePath()));
    expect(provider.changes).toHaveLength(1);
    expect((await release({ release: "0.1.0" })).data).toMatchObject({ sha256, wasThere: true });
    expect(provider.changes).toHaveLength(1);
  });

  const ofObject = (method: string, change: NonNullable<Lie["change"]>): Lie => ({
    applies: (question) => question.method === method && question.pattern.endsWith("/objects/*key"),
    change,
  });
  const other = (truth: ProviderReply): ProviderReply =>
    truth.bytes ? { ...truth, bytes: new TextEncoder().encode("export default { strangers: true };") } : truth;

  test.each([
    ["a bucket that is not there", () => provider.account.buckets.clear(), /no such resource/],
    ["bytes that come back as others", () => provider.tell(ofObject("GET", other)), /other bytes/],
    [
      "a store that says yes and keeps nothing",
      () => provider.tell(ofObject("GET", () => no(404, 10007, "no"))),
      /no such/,
    ],
    [
      "a credential that may not store",
      () => provider.tell(ofObject("PUT", () => no(403, 10000, "no"))),
      /does not accept/,
    ],
  ])("is none with %s", async (_name, spoil, says) => {
    spoil();
    const outcome = await release({ release: "0.1.0" });
    expect([outcome.ok, outcome.lines.join(" ")]).toEqual([false, expect.stringMatching(says)]);
  });

  test.each(["", "../0.1.0", "a b", "a".repeat(65)])("has no label %j", async (label) => {
    await expect(release({ release: label })).rejects.toThrow(/--release/);
    expect(provider.heard).toEqual([]);
  });

  test("is not made of a bundle that was edited since it was prepared", async () => {
    const before = readFileSync(modulePath());
    writeFileSync(modulePath(), "export default { edited: true };");
    const outcome = await release();
    writeFileSync(modulePath(), before);
    expect([outcome.ok, provider.heard]).toEqual([false, []]);
  });
});
