/** False answers of a provider, with the checks in deploy and preflight that must catch each. */
import type { ServerResponse } from "node:http";
import { type ProviderReply, no } from "../../../sites/machine/provider/envelope.ts";
import type { Lie, LieQuestion } from "../../../sites/machine/provider/lie.ts";
import type { Binding } from "../../../sites/machine/provider/state.ts";

const ACCOUNT = "/accounts/:account";
const SCRIPT = `${ACCOUNT}/workers/scripts/:script`;
const VERSION = `${SCRIPT}/versions/:version`;

type Json = Record<string, unknown>;

const about =
  (pattern: string, name: string) =>
  (question: LieQuestion): boolean =>
    question.method === "GET" && question.pattern === pattern && decodeURIComponent(question.path).includes(name);

/** Changes the result of a true answer. */
const result =
  (change: (result: Json) => unknown) =>
  (truth: ProviderReply): ProviderReply => ({
    ...truth,
    body: { ...(truth.body as Json), result: change((truth.body as Json)["result"] as Json) },
  });

const changed = (pattern: string, name: string, change: (result: Json) => unknown): Lie => ({
  applies: about(pattern, name),
  change: result(change),
});

const bindings = (worker: string, change: (list: readonly Binding[]) => readonly Binding[]): Lie =>
  changed(VERSION, worker, (version) => {
    const resources = version["resources"] as Json;
    return { ...version, resources: { ...resources, bindings: change(resources["bindings"] as Binding[]) } };
  });

const retargeted = (worker: string, name: string, members: Json): Lie =>
  bindings(worker, (list) => list.map((binding) => (binding.name === name ? { ...binding, ...members } : binding)));

const said = (pattern: string, name: string, reply: ProviderReply): Lie => ({
  applies: about(pattern, name),
  change: () => reply,
});
const instead = (pattern: string, name: string, answer: (response: ServerResponse) => void): Lie => ({
  applies: about(pattern, name),
  instead: answer,
});

/** Applies from the second matching request on. */
function later(lie: Lie): Lie {
  let asked = 0;
  return { ...lie, applies: (question) => lie.applies(question) && asked++ > 0 };
}

function endless(response: ServerResponse): void {
  const piece = `${" ".repeat(64 * 1024)}`;
  const pour = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.writeHead(200, { "content-type": "application/json" });
  response.on("drain", pour);
  pour();
}

const site = "drawbridge-site";
const queue = (change: (consumers: readonly Json[]) => readonly unknown[]): Lie =>
  changed(`${ACCOUNT}/queues`, "harbour-publish", (rows) =>
    (rows as unknown as Json[]).map((row) => ({ ...row, consumers: change(row["consumers"] as Json[]) })),
  );

/** Changes how a version runs. */
const runtime = (worker: string, members: Json): Lie =>
  changed(VERSION, worker, (version) => {
    const resources = version["resources"] as Json;
    const found = resources["script_runtime"] as Json;
    return { ...version, resources: { ...resources, script_runtime: { ...found, ...members } } };
  });

const listed = (worker: string, members: Json): Lie =>
  changed(`${ACCOUNT}/workers/scripts`, "scripts", (rows) =>
    (rows as unknown as Json[]).map((row) => (row["id"] === worker ? { ...row, ...members } : row)),
  );

const settings = (members: Json): Lie =>
  queue((consumers) => consumers.map((one) => ({ ...one, settings: { ...(one["settings"] as Json), ...members } })));

/** Changes the names of applied migrations. The question is a SELECT, which the API takes by POST. */
const migrations = (change: (names: readonly Json[]) => readonly Json[]): Lie => ({
  applies: ({ method, path }) => method === "POST" && path.endsWith("/query"),
  change: result((answers) =>
    (answers as unknown as { readonly results: readonly Json[] }[]).map((answer) => ({
      ...answer,
      results: answer.results.some(({ name }) => String(name).endsWith(".sql"))
        ? change(answer.results)
        : answer.results,
    })),
  ),
});

export interface LieRow {
  readonly name: string;
  readonly lie: () => Lie;
  /** Ids of the checks that must catch it, without the checks that are then blocked. */
  readonly preflight: readonly string[];
  readonly status: "blocked" | "failed";
  /** The step at which a deployment must notice it: before its start, or at its read-back. */
  readonly deploy: readonly string[];
}

const row = (
  name: string,
  lie: () => Lie,
  preflight: readonly string[],
  status: LieRow["status"],
  deploy: readonly string[],
): LieRow => ({ name, lie, preflight, status, deploy });

export const LIES: readonly LieRow[] = [
  row(
    "another version's id",
    () => changed(VERSION, site, (version) => ({ ...version, id: "0e000000-0000-4000-8000-000000000000" })),
    ["worker.site.version"],
    "failed",
    ["workers.foreign"],
  ),
  row(
    "another tag",
    () =>
      changed(VERSION, site, (version) => ({ ...version, annotations: { "workers/tag": "svc-00000000000000000000" } })),
    ["worker.site.release"],
    "blocked",
    ["worker.site.release"],
  ),
  row(
    "no tag",
    () => changed(VERSION, site, (version) => ({ ...version, annotations: {} })),
    ["worker.site.release"],
    "blocked",
    ["worker.site.release"],
  ),
  row(
    "another etag at the second look",
    () =>
      later(
        changed(VERSION, site, (version) => ({
          ...version,
          resources: { ...(version["resources"] as Json), script: { etag: "another" } },
        })),
      ),
    ["live.unchanged"],
    "failed",
    [],
  ),
  row(
    "another etag",
    () =>
      changed(VERSION, site, (version) => ({
        ...version,
        resources: { ...(version["resources"] as Json), script: { etag: "another" } },
      })),
    ["worker.site.code"],
    "failed",
    [],
  ),
  row(
    "other code",
    () => ({
      applies: about(`${SCRIPT}/content/v2`, site),
      change: (truth) => ({ ...truth, bytes: Buffer.concat([Buffer.from("--x\r\n\r\n\r\nother\r\n--x--")]) }),
    }),
    ["worker.site.code"],
    "failed",
    [],
  ),
  row(
    "a second module",
    () => ({
      applies: about(`${SCRIPT}/content/v2`, site),
      change: ({ bytes = new Uint8Array(), ...truth }) => {
        const form = Buffer.from(bytes);
        const line = form.subarray(0, form.indexOf("\r\n")).toString();
        const last = form.subarray(0, form.length - 4);
        return { ...truth, bytes: Buffer.concat([last, Buffer.from(`\r\n\r\n\r\nmore\r\n${line}--`)]) };
      },
    }),
    ["worker.site.code"],
    "failed",
    [],
  ),
  row(
    "another compatibility date",
    () => runtime(site, { compatibility_date: "2024-01-01" }),
    ["worker.site.runtime"],
    "failed",
    ["worker.site.runtime"],
  ),
  row(
    "another compatibility flag",
    () => runtime(site, { compatibility_flags: ["nodejs_als", "nodejs_compat"] }),
    ["worker.site.runtime"],
    "failed",
    ["worker.site.runtime"],
  ),
  row(
    "another migration of objects",
    () => runtime("drawbridge-workspace", { migration_tag: "v0" }),
    ["worker.workspace.migrations"],
    "failed",
    ["worker.workspace.migrations"],
  ),
  row("another limit of CPU time", () => runtime(site, { limits: { cpu_ms: 1 } }), ["worker.site.limits"], "failed", [
    "worker.site.limits",
  ]),
  row(
    "a tail consumer",
    () => listed(site, { tail_consumers: [{ service: "strangers-worker" }] }),
    ["worker.site.observers"],
    "failed",
    [],
  ),
  row("logpush", () => listed(site, { logpush: true }), ["worker.site.observers"], "failed", []),
  row(
    "a start by the clock",
    () => changed(`${SCRIPT}/schedules`, site, () => ({ schedules: [{ cron: "* * * * *" }] })),
    ["worker.site.schedules"],
    "failed",
    [],
  ),
  row(
    "a further hostname",
    () =>
      changed(`${ACCOUNT}/workers/domains`, `service=${site}`, (rows) => [
        ...(rows as unknown as Json[]),
        { id: "d", hostname: "more.harbour-sites.com", service: site },
      ]),
    ["worker.site.routes"],
    "failed",
    [],
  ),
  row(
    "failed messages that go elsewhere",
    () => queue((consumers) => consumers.map((one) => ({ ...one, dead_letter_queue: "strangers-queue" }))),
    ["queue.publish.deadLetter"],
    "failed",
    ["queue.publish.deadLetter"],
  ),
  row("no retries", () => settings({ max_retries: 0 }), ["queue.publish.retries"], "failed", ["queue.publish.retries"]),
  row(
    "a queue that is paused",
    () =>
      changed(`${ACCOUNT}/queues`, "harbour-publish", (rows) =>
        (rows as unknown as Json[]).map((one) => ({ ...one, settings: { delivery_paused: true } })),
      ),
    ["queue.publish.delivery"],
    "failed",
    ["queue.publish.delivery"],
  ),
  row(
    "a migration of a later release",
    () => migrations((names) => [...names, { name: "9999_later.sql" }]),
    ["database.migrations"],
    "failed",
    ["migrations"],
  ),
  row(
    "a migration that was not applied",
    () => migrations((names) => names.slice(1)),
    ["database.migrations"],
    "blocked",
    ["migrations"],
  ),
  row(
    "a foreign consumer",
    () => queue(() => [{ consumer_id: "c", type: "worker", script: "strangers-worker" }]),
    ["queue.publish"],
    "failed",
    ["queues.foreign"],
  ),
  row("a second consumer", () => queue((consumers) => [...consumers, ...consumers]), ["queue.publish"], "failed", [
    "queues.foreign",
  ]),
  row(
    "a consumer that is no worker",
    () => queue((consumers) => [...consumers, { consumer_id: "p", type: "http_pull" }]),
    ["queue.publish"],
    "failed",
    ["queues.foreign"],
  ),
  row("no consumer", () => queue(() => []), ["queue.publish"], "blocked", ["queue.publish"]),
  row(
    "a split deployment",
    () =>
      changed(`${SCRIPT}/deployments`, site, () => ({
        deployments: [
          {
            id: "d",
            versions: [
              { version_id: "a", percentage: 90 },
              { version_id: "b", percentage: 10 },
            ],
          },
        ],
      })),
    ["worker.site.deployment"],
    "blocked",
    ["worker.site.deployment"],
  ),
  row(
    "one version at 99 %",
    () =>
      changed(`${SCRIPT}/deployments`, site, () => ({
        deployments: [{ id: "d", versions: [{ version_id: "a", percentage: 99 }] }],
      })),
    ["worker.site.deployment"],
    "blocked",
    ["worker.site.deployment"],
  ),
  row(
    "no deployment",
    () => changed(`${SCRIPT}/deployments`, site, () => ({ deployments: [] })),
    ["worker.site.deployment"],
    "blocked",
    ["worker.site.deployment"],
  ),
  row(
    "an extra binding",
    () => bindings(site, (list) => [...list, { type: "kv_namespace", name: "OTHER", namespace_id: "0" }]),
    ["worker.site.bindings"],
    "failed",
    ["worker.site.bindings"],
  ),
  row(
    "a binding of a kind nobody knows",
    () => bindings(site, (list) => [...list, { type: "telepathy", name: "MIND" }]),
    ["worker.site.bindings"],
    "failed",
    ["worker.site.bindings"],
  ),
  row(
    "a dispatch namespace",
    () =>
      bindings(site, (list) => [
        ...list,
        { type: "dispatch_namespace", name: "TENANT_DISPATCH", namespace: "tenants" },
      ]),
    ["worker.site.bindings"],
    "failed",
    ["worker.site.bindings"],
  ),
  row(
    "the tenants' object in the public MCP worker",
    () =>
      bindings("drawbridge-public-mcp", (list) => [
        ...list,
        {
          type: "durable_object_namespace",
          name: "TENANT_WORKSPACE",
          class_name: "TenantWorkspaceDO",
          script_name: "drawbridge-workspace",
        },
      ]),
    ["worker.public-mcp.bindings"],
    "failed",
    ["worker.public-mcp.bindings"],
  ),
  row(
    "no loader",
    () => bindings("drawbridge-plugin-sandbox", (list) => list.filter(({ type }) => type !== "worker_loader")),
    ["worker.sandbox.bindings"],
    "failed",
    ["worker.sandbox.bindings"],
  ),
  row(
    "no static files",
    () => bindings(site, (list) => list.filter(({ type }) => type !== "assets")),
    ["worker.site.bindings"],
    "failed",
    ["worker.site.bindings"],
  ),
  row(
    "static files under another name",
    () => retargeted(site, "ASSETS", { name: "FILES" }),
    ["worker.site.bindings"],
    "failed",
    ["worker.site.bindings"],
  ),
  row(
    "static files of a worker that has none",
    () => bindings("drawbridge-private-mcp", (list) => [...list, { type: "assets", name: "ASSETS" }]),
    ["worker.private-mcp.bindings"],
    "failed",
    ["worker.private-mcp.bindings"],
  ),
  row(
    "a bucket in place of a service",
    () => retargeted(site, "PLUGIN_SANDBOX", { type: "r2_bucket", bucket_name: "drawbridge-plugin-sandbox" }),
    ["worker.site.bindings"],
    "failed",
    ["worker.site.bindings"],
  ),
  row(
    "another bucket",
    () => retargeted(site, "MEDIA", { bucket_name: "strangers-media" }),
    ["worker.site.bindings"],
    "failed",
    ["workers.foreign"],
  ),
  row(
    "another jurisdiction of the bucket",
    () => retargeted(site, "MEDIA", { jurisdiction: "eu" }),
    ["worker.site.bindings"],
    "failed",
    ["workers.foreign"],
  ),
  row(
    "another worker's object",
    () => retargeted(site, "TENANT_WORKSPACE", { script_name: "strangers-workspace" }),
    ["worker.site.bindings"],
    "failed",
    ["worker.site.bindings"],
  ),
  row(
    "another environment of the sandbox",
    () => retargeted(site, "PLUGIN_SANDBOX", { environment: "staging" }),
    ["worker.site.bindings"],
    "failed",
    ["worker.site.bindings"],
  ),
  row(
    "another issuer of logins",
    () => retargeted(site, "OIDC_ISSUER", { text: "https://login.strangers.com" }),
    ["worker.site.values"],
    "failed",
    ["worker.site.values"],
  ),
  row(
    "a hostname that leads elsewhere",
    () =>
      changed(`${ACCOUNT}/workers/domains`, "hostname=www.harbour-sites.com", (rows) =>
        (rows as unknown as Json[]).map((domain) => ({ ...domain, service: "strangers-worker" })),
      ),
    ["worker.site.hostname"],
    "failed",
    ["hostnames.foreign"],
  ),
  row(
    "a second address",
    () => changed(`${SCRIPT}/subdomain`, site, () => ({ enabled: true, previews_enabled: false })),
    ["worker.site.addresses"],
    "failed",
    ["worker.site.addresses"],
  ),
  row(
    "success that is none",
    () =>
      said(`${SCRIPT}/deployments`, site, {
        status: 200,
        body: { success: false, errors: [{ code: 1000, message: "no" }], result: null },
      }),
    ["worker.site.deployment"],
    "failed",
    ["worker.site.deployment"],
  ),
  row(
    "success without a result",
    () => said(VERSION, site, { status: 200, body: { success: true, errors: [] } }),
    ["worker.site.version"],
    "failed",
    ["workers.foreign"],
  ),
  row(
    "a page of HTML",
    () =>
      instead(VERSION, site, (response) =>
        response.writeHead(200, { "content-type": "text/html" }).end("<title>Log in</title>"),
      ),
    ["worker.site.version"],
    "failed",
    ["workers.foreign"],
  ),
  row(
    "a way elsewhere",
    () => instead(VERSION, site, (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end()),
    ["worker.site.version"],
    "failed",
    ["workers.foreign"],
  ),
  row("an answer without end", () => instead(VERSION, site, endless), ["worker.site.version"], "failed", [
    "workers.foreign",
  ]),
  row(
    "50 MB",
    () => instead(VERSION, site, (response) => response.end(Buffer.alloc(50 * 1024 * 1024, " "))),
    ["worker.site.version"],
    "failed",
    ["workers.foreign"],
  ),
  row(
    "a broken connection",
    () => instead(VERSION, site, (response) => response.destroy()),
    ["worker.site.version"],
    "blocked",
    ["workers.foreign"],
  ),
  row(
    "too many requests",
    () => ({
      applies: about(VERSION, site),
      change: () => ({ ...no(429, 971, "slow down"), headers: { "retry-after": "0" } }),
    }),
    ["worker.site.version"],
    "blocked",
    ["workers.foreign"],
  ),
  row(
    "success, then nothing there",
    () => said(VERSION, site, no(404, 10092, "not found")),
    ["worker.site.version"],
    "blocked",
    ["worker.site.version"],
  ),
  row(
    "a list that never ends",
    () => ({
      applies: about(`${ACCOUNT}/queues`, "harbour-publish"),
      change: (truth) => ({ ...truth, body: { ...(truth.body as Json), result_info: { total_pages: 21 } } }),
    }),
    ["queue.publish"],
    "failed",
    ["queues.foreign"],
  ),
];
