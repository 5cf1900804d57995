/** Point 1: each tenant has its own worker, and the two workers share no binding. */
import type { ProviderResult } from "../../../../platform/provider/client.ts";
import { queuesNamed } from "../../../../platform/provider/queues.ts";
import { tenantScriptSettings } from "../../../../platform/provider/tenants.ts";
import { DISPATCHER, tenantNames } from "../../../../platform/tenants/names.ts";
import { DrillStop } from "../session/stop.ts";
import { type DrillCheck, blocked, judged, ofEach } from "../session/check.ts";
import type { DrillTenant, Reply } from "../session/plan.ts";
import { type DrillSession, isGood, jsonOf, markerOf, PAGE, SECTION, SITE } from "../session/session.ts";

interface Row {
  readonly tenant: string;
  readonly worker: string;
  readonly bucket: string;
  readonly queue: string;
  readonly release: string;
  readonly artifactSha256: string;
  readonly readyAt: number | null;
}

export const deployOf = ({ plan }: DrillSession, { id }: DrillTenant): object => ({
  tenantId: id,
  release: plan.release,
  sha256: plan.artifactSha256,
});

/** The provisioned site. Both tenants' sites have the same ids and different text, so that a mix-up shows. */
const siteOf = (tenant: DrillTenant): object => ({
  tenant: { id: tenant.id, name: `Drill ${tenant.id}` },
  site: { id: SITE, name: "Drill" },
  domain: { hostname: new URL(tenant.origin).hostname },
  identities: [{ ...tenant.owner, role: "owner" }],
  document: {
    pages: [
      {
        id: PAGE,
        path: "/",
        title: "Drill",
        sections: [{ id: SECTION, type: "drawbridge.basics/rich-text", fields: { body: markerOf("public", tenant) } }],
      },
    ],
    navigation: { menus: { header: [], footer: [] } },
    redirects: { entries: [] },
    settings: { name: "Drill", language: "en" },
  },
  theme: { theme: "drawbridge.slate/slate", scheme: "auto", tokens: {} },
});

/** Steps of the deployer that fail if a queue has a foreign consumer, or a binding leads out of the tenant. */
const SHARING = new Set(["consumer", "bindings"]);

interface Stopped {
  readonly code: string;
  readonly step: string;
  /** The kind of the provider's fault; undefined if the provider answered. */
  readonly kind?: string;
}

/** True if the deployer stopped at a foreign consumer or binding. The deployer sees them before the drill can. */
function isOnSharedBinding(reply: Reply): boolean {
  if (isGood(reply)) return false;
  const { code, step, kind } = JSON.parse(reply.text) as Stopped;
  return code === "DEPLOYMENT_STOPPED" && kind === undefined && SHARING.has(step);
}

const deployed: DrillCheck = {
  id: "deployment.both",
  point: 1,
  title: "both tenants are deployed from one release, with one site each",
  async run(session) {
    return ofEach(session.plan.tenants, async (tenant) => {
      const reply = await session.deployer("/tenants/deploy", deployOf(session, tenant));
      if (isOnSharedBinding(reply)) throw new DrillStop("shared-binding");
      if (!isGood(reply)) return "failed";
      const body = siteOf(tenant);
      return judged(isGood(await session.operator(tenant, { method: "POST", path: "/api/admin/provision", body })));
    });
  },
};

interface Listed {
  readonly items: readonly Row[];
  /** The deployment's public keys of dispatch grants: the text that each tenant's script must have. */
  readonly dispatchKeys: string;
}

async function listed(session: DrillSession): Promise<Listed> {
  const after = session.plan.tenants.map(({ id }) => `${id.slice(0, -1)}`).toSorted()[0] ?? "";
  const { items = [], dispatchKeys = "" } =
    jsonOf<Partial<Listed>>(await session.deployer(`/tenants?after=${after}`)) ?? {};
  return { items: session.plan.tenants.flatMap(({ id }) => items.filter(({ tenant }) => tenant === id)), dispatchKeys };
}

const recorded: DrillCheck = {
  id: "deployment.records",
  point: 1,
  title: "the database assigns each tenant its own worker, bucket and queue",
  async run(session) {
    const [a, b] = (await listed(session)).items;
    if (!a || !b) return "failed";
    if (a.worker === b.worker || a.bucket === b.bucket || a.queue === b.queue) throw new DrillStop("shared-binding");
    const isOf = (row: Row): boolean =>
      row.worker === tenantNames(row.tenant).worker &&
      row.readyAt !== null &&
      row.release === session.plan.release &&
      row.artifactSha256 === session.plan.artifactSha256;
    return judged(isOf(a) && isOf(b));
  },
};

type Bound = Readonly<Record<string, unknown>> & { readonly type: string; readonly name: string };

/** Variables and secrets reach no resource. */
const isValue = ({ type }: Bound): boolean => type === "plain_text" || type === "secret_text";

/** True if the binding reaches only resources of this tenant. */
function isOwn(binding: Bound, { id }: DrillTenant): boolean {
  const { worker, bucket, queue } = tenantNames(id);
  const { type } = binding;
  if (type === "durable_object_namespace") return (binding["script_name"] ?? worker) === worker;
  if (type === "r2_bucket") return binding["bucket_name"] === bucket;
  if (type === "queue") return binding["queue_name"] === queue;
  const props = binding["props"] as { readonly tenant?: unknown } | undefined;
  return type === "service" && binding["entrypoint"] === "TenantPlatform" && props?.tenant === id;
}

type Settings = ProviderResult<{ readonly bindings: readonly Bound[] }>;

const fetchSettings = ({ plan }: DrillSession, tenant: DrillTenant): Promise<Settings> =>
  plan.provider.client.ask(
    tenantScriptSettings({
      account: plan.provider.account,
      namespace: plan.namespace,
      script: tenantNames(tenant.id).worker,
    }),
  );

/** The bindings that lead to a resource. Stops the drill if one leads out of the tenant. */
function readLeading(bindings: readonly Bound[], tenant: DrillTenant): readonly Bound[] {
  const leading = bindings.filter((binding) => !isValue(binding));
  if (leading.some((binding) => !isOwn(binding, tenant))) throw new DrillStop("shared-binding");
  return leading;
}

const textOf = (bindings: readonly Bound[], name: string): unknown =>
  bindings.find((binding) => binding.name === name)?.["text"];

/** True if the script names this tenant and believes the deployment's keys alone. */
function isItself(bindings: readonly Bound[], { id }: DrillTenant, dispatchKeys: string): boolean {
  const { worker } = tenantNames(id);
  const wanted = { TENANT_ID: id, WORKER_NAME: worker, DISPATCH_KEYS: dispatchKeys };
  return Object.entries(wanted).every(([name, value]) => textOf(bindings, name) === value);
}

const found: DrillCheck = {
  id: "deployment.found",
  point: 1,
  title: "before the drill changes anything, the tenants' scripts bind only their own",
  async run(session) {
    const { dispatchKeys } = await listed(session);
    return ofEach(session.plan.tenants, async (tenant) => {
      const read = await fetchSettings(session, tenant);
      // A disposable tenant need not exist before its drill.
      if (!read.ok) return read.error.kind === "absent" ? "passed" : blocked("answer");
      readLeading(read.value.bindings, tenant);
      return judged(isItself(read.value.bindings, tenant, dispatchKeys));
    });
  },
};

const bound: DrillCheck = {
  id: "deployment.bindings",
  point: 1,
  title: "each worker binds only its own object, bucket and queue, and believes only the deployment's keys",
  async run(session) {
    const { dispatchKeys } = await listed(session);
    return ofEach(session.plan.tenants, async (tenant) => {
      const read = await fetchSettings(session, tenant);
      if (!read.ok) return blocked("answer");
      const { bindings } = read.value;
      const types = new Set(readLeading(bindings, tenant).map(({ type }) => type));
      const isWhole = ["durable_object_namespace", "r2_bucket", "queue"].every((type) => types.has(type));
      return judged(isWhole && isItself(bindings, tenant, dispatchKeys));
    });
  },
};

const consumed: DrillCheck = {
  id: "deployment.consumers",
  point: 1,
  title: "only the dispatcher consumes each tenant's queue",
  async run({ plan }) {
    return ofEach(plan.tenants, async (tenant) => {
      const read = await plan.provider.client.list(queuesNamed(plan.provider.account, tenantNames(tenant.id).queue));
      if (!read.ok) return blocked("answer");
      const consumers = read.value.flatMap((queue) => queue.consumers);
      if (consumers.some(({ script, service }) => (script ?? service) !== DISPATCHER))
        throw new DrillStop("shared-binding");
      return judged(read.value.length === 1 && consumers.length === 1);
    });
  },
};

export const DEPLOYMENT: readonly DrillCheck[] = [found, deployed, recorded, bound, consumed];
