/**
 * Checks the scripts of the dispatch namespace. Each must belong to one tenant and have exactly the bindings that a
 * deployer uploads.
 */
import { PREFLIGHT_TENANTS_MAX } from "../../../../manifests/bounds/hosting.ts";
import type { ProviderFault } from "../../../platform/provider/fault.ts";
import { queuesNamed } from "../../../platform/provider/queues.ts";
import {
  type StoredScript,
  tenantScript,
  tenantScripts,
  tenantScriptSettings,
} from "../../../platform/provider/tenants.ts";
import type { LiveBinding } from "../../../platform/provider/workers.ts";
import { TENANT_MIGRATION, tenantBindings } from "../../../platform/tenants/bindings.ts";
import { LENDINGS } from "../../../platform/tenants/lending.ts";
import { type TenantNames, DISPATCHER, tenantNames } from "../../../platform/tenants/names.ts";
import type { Connection } from "../account/account.ts";
import type { Finding } from "../descriptor/check.ts";
import { deployedFacts } from "../live/deployedFacts.ts";
import { type LiveVerdict, finding, unanswered, verdictOf } from "../live/verdict.ts";
import { blockedVerdict } from "./premises.ts";

const CHECKS = [
  ["tenants.scripts", "each script of the namespace belongs to its tenant"],
  ["tenants.bindings", "each script binds only resources of its own tenant"],
  ["tenants.migrations", "each script has the Durable Objects of the release"],
  ["tenants.consumers", "only the dispatcher consumes each tenant's queue"],
] as const;
type CheckId = (typeof CHECKS)[number][0];

const REDEPLOY = "svc operator hosting deploy, with the tenant's id";
const TAG = "tenant-";

/** Bindings whose values differ between releases. The artifact's must fit the script's tag. */
const CHOSEN = new Set(["RELEASE", "ARTIFACT_SHA256"]);
const ARTIFACT_TAG = "artifact-";

type Findings = Readonly<Record<CheckId, readonly Finding[]>>;
const NONE: Findings = {
  "tenants.scripts": [],
  "tenants.bindings": [],
  "tenants.migrations": [],
  "tenants.consumers": [],
};

/** The tenant in a script's tag; undefined if the script's name is not this tenant's. */
function tenantOf({ script: { id, tags } }: StoredScript): string | undefined {
  const named = tags?.filter((tag) => tag.startsWith(TAG)).map((tag) => tag.slice(TAG.length)) ?? [];
  return named.find((tenant) => nameOf(tenant) === id);
}

function nameOf(tenant: string): string | undefined {
  try {
    return tenantNames(tenant).worker;
  } catch {
    return undefined;
  }
}

/** Describes bindings for the comparison. The values of `CHOSEN` bindings are left out. */
const textsOf = (worker: string, bindings: readonly LiveBinding[]): string[] =>
  deployedFacts(worker, bindings).map(({ kind, name, target }) =>
    CHOSEN.has(name) ? `${kind} ${name}` : `${kind} ${name} ${target}`.trim(),
  );

/** The facts that the tenants' scripts must have, beside their own names. */
export interface ExpectedTenants {
  readonly connection: Connection;
  readonly namespace: string;
  /** The prepared public keys of dispatch grants, as the deployer uploads them. */
  readonly dispatchKeys: string;
}

interface Live {
  readonly tenant: string;
  readonly names: TenantNames;
  readonly stored: StoredScript;
  readonly bindings: readonly LiveBinding[];
}

function artifactFindings({ names: { worker }, stored, bindings }: Live): readonly Finding[] {
  const digest = String(bindings.find(({ name }) => name === "ARTIFACT_SHA256")?.["text"] ?? "");
  const tag = stored.script.tags?.find((one) => one.startsWith(ARTIFACT_TAG))?.slice(ARTIFACT_TAG.length) ?? "";
  if (tag !== "" && digest.startsWith(tag)) return [];
  return [
    finding(
      worker,
      `the artifact ${digest.slice(0, 32)}`,
      `the artifact of the script's tag, ${tag || "none"}`,
      REDEPLOY,
    ),
  ];
}

function bindingFindings({ tenant, names, bindings: live }: Live, dispatchKeys: string): readonly Finding[] {
  const { worker } = names;
  const identity = { tenant, worker, release: "", artifactSha256: "" };
  const found = textsOf(worker, live);
  const differences = LENDINGS.map((lending) => {
    const wanted = textsOf(worker, tenantBindings({ identity, names, dispatchKeys, sealingSecret: "", lending }));
    return [
      ...found
        .filter((text, at) => !wanted.includes(text) || found.indexOf(text) !== at)
        .map((text) => finding(worker, text, "no such binding", REDEPLOY)),
      ...wanted
        .filter((text) => !found.includes(text))
        .map((text) => finding(worker, "no such binding", text, REDEPLOY)),
    ];
  });
  return differences.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

const migrationFindings = ({ script: { id, migration_tag } }: StoredScript): readonly Finding[] =>
  migration_tag === TENANT_MIGRATION.new_tag
    ? []
    : [finding(id, `the migration ${migration_tag ?? "none"}`, `the migration ${TENANT_MIGRATION.new_tag}`, REDEPLOY)];

/** A request to the provider that failed. The tenants' checks are then blocked, because they could not compare. */
class ProviderReadError extends Error {
  readonly fault: ProviderFault;
  constructor(fault: ProviderFault) {
    super(fault.says);
    this.fault = fault;
  }
}

async function consumerFindings(
  { provider, account }: Connection,
  { queue }: TenantNames,
): Promise<readonly Finding[]> {
  const read = await provider.list(queuesNamed(account, queue));
  if (!read.ok) throw new ProviderReadError(read.error);
  const consumers = read.value.flatMap((one) => one.consumers);
  const allowed = `${DISPATCHER} as the only consumer, without a dead-letter queue`;
  const wrong = consumers
    .filter(({ script, service, dead_letter_queue }) => (script ?? service) !== DISPATCHER || dead_letter_queue)
    .map(({ script, service }) => finding(queue, `the consumer ${script ?? service ?? ""}`, allowed, REDEPLOY));
  if (wrong.length > 0 || consumers.length === 1) return wrong;
  return [finding(queue, `${consumers.length} consumers`, allowed, REDEPLOY)];
}

/** A worker holds its tenant's data, and may belong to a tenant that the control plane has lost. */
const STRANGE = "find out whose worker it is; the removal of a worker deletes its data";

async function examineTenant(
  { connection, namespace, dispatchKeys }: ExpectedTenants,
  name: string,
): Promise<Findings> {
  const { provider, account } = connection;
  const place = { account, namespace, script: name };
  const [script, settings] = [await provider.ask(tenantScript(place)), await provider.ask(tenantScriptSettings(place))];
  if (!script.ok) throw new ProviderReadError(script.error);
  if (!settings.ok) throw new ProviderReadError(settings.error);
  const tenant = tenantOf(script.value);
  if (tenant === undefined)
    return { ...NONE, "tenants.scripts": [finding(name, "no tenant of this name", "a tenant's worker", STRANGE)] };
  const names = tenantNames(tenant);
  const live = { tenant, names, stored: script.value, bindings: settings.value.bindings };
  return {
    "tenants.scripts": [],
    "tenants.bindings": [...bindingFindings(live, dispatchKeys), ...artifactFindings(live)],
    "tenants.migrations": migrationFindings(script.value),
    "tenants.consumers": await consumerFindings(connection, names),
  };
}

async function allFindings(expected: ExpectedTenants, names: readonly string[]): Promise<Findings[]> {
  const all: Findings[] = [];
  for (const name of names) all.push(await examineTenant(expected, name));
  return all;
}

/** Verdicts about all tenants' workers. An empty namespace passes, because the drill deploys its own tenants. */
export async function judgeTenants(expected: ExpectedTenants | undefined): Promise<readonly LiveVerdict[]> {
  if (!expected) return CHECKS.map(blockedVerdict);
  const { connection, namespace } = expected;
  const { provider, account } = connection;
  const unread = (fault: ProviderFault): LiveVerdict[] =>
    CHECKS.map(([id, title]) => unanswered(id, title, `namespace ${namespace}`, fault));
  const listed = await provider.list(tenantScripts(account, namespace));
  if (!listed.ok) return unread(listed.error);
  const names = listed.value.map(({ id }) => id);
  try {
    const all = await allFindings(expected, names.slice(0, PREFLIGHT_TENANTS_MAX));
    return CHECKS.map(([id, title]) =>
      verdictOf(
        id,
        title,
        all.flatMap((found) => found[id]),
        "failed",
      ),
    ).map((verdict) =>
      names.length > PREFLIGHT_TENANTS_MAX && verdict.verdict === "passed"
        ? { ...verdict, verdict: "blocked" }
        : verdict,
    );
  } catch (error) {
    if (error instanceof ProviderReadError) return unread(error.fault);
    throw error;
  }
}
