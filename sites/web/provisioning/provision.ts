import { type Issue, Refusal } from "../../../manifests/refusals/refusal.ts";
import { actorNamed } from "../../../runtime/area/actor.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import type { InitialiseInput, InitialiseResult } from "../../../runtime/operating/initialise.ts";
import { type AuditEntry, auditStatement } from "../../control/records/audit.ts";
import type { Env } from "../powers/env.ts";
import { originOf } from "../http/origin.ts";
import { forgetRoute } from "../names/routing.ts";
import { listHostnames } from "../../control/tenants/hostnames.ts";
import {
  markInitialised,
  readRecords,
  provisionedSite,
  writeRecords,
  correctOwners,
  type PresentRecords,
  type ProvisionRecords,
} from "../../control/provisionings.ts";
import { type Provisioned, type Provisioning, provisioned } from "./payload.ts";
import { listPictures } from "./pictures.ts";
import { contradictions, makeRecords } from "./records.ts";
import { type TenantPlace, PLATFORM } from "../powers/powers.ts";

/** The request of a provisioning. */
export interface ProvisionOccasion {
  readonly url: URL;
  readonly actor: string;
  readonly requestId: string;
  readonly inputDigest: string;
  readonly at: number;
}

/**
 * Creates a site, or confirms that it exists with these values. The workspace validates first, so a refused request
 * leaves nothing. Records, workspace and hostname follow; a repeated request finishes an interrupted one.
 */
export async function provision(env: Env, payload: Provisioning, occasion: ProvisionOccasion): Promise<Provisioned> {
  const records = await makeRecords(env.DB, payload);
  const isNew = await establish(env, records, occasion, () => rehearse(env, payload, records, occasion));
  const origin = originOf(records.hostname, occasion.url);
  const address = { origin, hostnames: await listHostnames(env.DB, provisionedSite(records)) };
  const initialised = await initialise(env, payload, address, occasion);
  await listPictures(env, payload, occasion.requestId);
  await markInitialised(env.DB, provisionedSite(records), occasion.at);
  forgetRoute(records.hostname);
  return answerOf(records, origin, isNew, initialised);
}

/** True if this request wrote the records, false if they existed. Contradictions are refused. */
async function establish(
  { DB: db }: Env,
  records: ProvisionRecords,
  occasion: ProvisionOccasion,
  requireTaken: () => Promise<void>,
): Promise<boolean> {
  const before = await readRecords(db, records);
  if (records.replaced.length > 0 && isOnlyAboutOwners(contradictions(records, before))) {
    // The workspace first refuses a request that differs in more than the owners.
    await requireTaken();
    if (await correctOwners(db, records, entryOf(records, occasion, "done"))) return false;
  }
  await refuseContradiction(db, records, before, occasion);
  if (!isProvisioned(before)) {
    refuseUnlessActive(before);
    await requireTaken();
    if (await write(db, records, occasion)) return true;
  }
  await auditStatement(db, entryOf(records, occasion, "replayed")).run();
  return false;
}

const isOnlyAboutOwners = (issues: readonly Issue[]): boolean =>
  issues.length > 0 && issues.every(({ pointer }) => pointer.startsWith("/identities/"));

/** Writes the records; false if an equal request was faster. The caller then reads the stored values. */
async function write(db: D1Database, records: ProvisionRecords, occasion: ProvisionOccasion): Promise<boolean> {
  const failure = await writeRecords(db, records, entryOf(records, occasion, "done")).catch((error: unknown) => ({
    error,
  }));
  const stored = await readRecords(db, records);
  await refuseContradiction(db, records, stored, occasion);
  if (failure && !isProvisioned(stored)) throw failure.error;
  return !failure;
}

const isProvisioned = ({ site }: PresentRecords): boolean => site?.provisioned != null;

async function refuseContradiction(
  db: D1Database,
  records: ProvisionRecords,
  found: PresentRecords,
  occasion: ProvisionOccasion,
): Promise<void> {
  const issues = contradictions(records, found);
  if (issues.length === 0) return;
  await auditStatement(db, entryOf(records, occasion, "refused")).run();
  throw new Refusal("SITE_PROVISION_CONFLICT", { issues });
}

/** Refuses a new site for a tenant that must not be written. */
function refuseUnlessActive({ tenant }: PresentRecords): void {
  if (tenant?.status === "suspended") throw new Refusal("TENANT_SUSPENDED");
  if (tenant?.status === "read_only") throw new Refusal("TENANT_READ_ONLY");
}

const entryOf = (
  { tenant, site }: ProvisionRecords,
  { actor, requestId, inputDigest, at }: ProvisionOccasion,
  outcome: AuditEntry["outcome"],
): AuditEntry => ({
  tenant: tenant.id,
  site: site.id,
  actor,
  command: "site.provision",
  inputDigest,
  outcome,
  requestId,
  at,
});

type Address = Pick<InitialiseInput, "origin" | "hostnames">;

async function initialise(
  env: Env,
  payload: Provisioning,
  address: Address,
  occasion: ProvisionOccasion,
): Promise<InitialiseResult> {
  return expectValue(
    await env.WORKSPACES.of(placeOf(payload), PLATFORM).initialise(inputOf(payload, address, occasion)),
  );
}

async function rehearse(
  env: Env,
  payload: Provisioning,
  { hostname }: ProvisionRecords,
  occasion: ProvisionOccasion,
): Promise<void> {
  const address = { origin: originOf(hostname, occasion.url), hostnames: [hostname] };
  const answer = await env.WORKSPACES.of(placeOf(payload), PLATFORM).rehearseInitialise(
    inputOf(payload, address, occasion),
  );
  expectValue(answer);
}

const inputOf = (
  { tenant, site, document, theme, plugins }: Provisioning,
  address: Address,
  { actor, requestId }: ProvisionOccasion,
): InitialiseInput => ({
  ...address,
  tenant: tenant.id,
  site: site.id,
  plugins,
  document,
  theme,
  actor: actorNamed(actor),
  requestId,
});

function answerOf(
  records: ProvisionRecords,
  origin: string,
  isNew: boolean,
  { created, release, sequence, issues, unavailable }: InitialiseResult,
): Provisioned {
  return provisioned.parse({
    created: isNew || created,
    tenant: records.tenant,
    site: records.site,
    domain: { hostname: records.hostname, origin },
    identities: records.members.map(({ id, issuer, subject, role }) => ({ id, issuer, subject, role })),
    release,
    sequence,
    issues,
    unavailable,
  });
}

const placeOf = ({ tenant, site }: Provisioning): TenantPlace => ({ tenant: tenant.id, site: site.id });
