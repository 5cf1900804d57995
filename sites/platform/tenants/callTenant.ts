import { DISPATCH_CPU_MS, DISPATCH_SUBREQUESTS } from "../../../manifests/bounds/hosting.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { visibleJson } from "../../../manifests/visible.ts";
import { type DispatchAudience, readSigningKey } from "./grant.ts";
import { SignedGrants } from "./keptGrants.ts";
import { type TenantMethodName, isFor, tenantMethod } from "./methods.ts";
import type { Platform, TenantSettings, TenantWorker } from "./platform.ts";

/** A tenant's worker that is ready. */
export interface ReadyWorker {
  readonly tenant: string;
  readonly worker: string;
}

/** The platform that is lent for one call, and the function that ends the loan. */
export interface PlatformLoan {
  readonly platform: Platform | undefined;
  end(): void | Promise<void>;
}

/** Lends nothing. */
export const NOTHING: PlatformLoan = { platform: undefined, end: () => undefined };

/** Everything that a trusted worker needs to call tenants' workers. */
export interface TenantReach {
  readonly tenants: DispatchNamespace;
  /** The private JWK that signs dispatch grants. */
  readonly signingKey: string;
  readonly settings: TenantSettings;
  lend(tenant: string): PlatformLoan | Promise<PlatformLoan>;
}

export interface TenantCall {
  readonly to: ReadyWorker;
  readonly site: string | null;
  readonly audience: DispatchAudience;
  readonly method: TenantMethodName;
  readonly args: readonly unknown[];
}

const LIMITS = { limits: { cpuMs: DISPATCH_CPU_MS, subRequests: DISPATCH_SUBREQUESTS } };

/** Calls a method of one tenant's worker, under a grant for this call alone and with a lent platform. */
export async function callTenant(reach: TenantReach, call: TenantCall): Promise<unknown> {
  const { to, site, audience, method, args } = call;
  const row = tenantMethod(method);
  if (!row || !isFor({ site, audience }, row, args)) throw new Refusal("FORBIDDEN", { reason: `not for ${method}` });
  const grants = await loadGrants(reach.signingKey);
  const grant = await grants.grant({ ...to, site, audience, method, once: row.once });
  const loan = row.lends ? await reach.lend(to.tenant) : NOTHING;
  try {
    return await workerNamed(reach.tenants, to.worker).dispatched(
      { grant, method, args, settings: reach.settings },
      loan.platform,
    );
  } catch (error) {
    throw understood(error, call);
  } finally {
    await loan.end();
  }
}

// The types name it Fetcher; only the remote worker has these methods.
const workerNamed = (tenants: DispatchNamespace, worker: string): TenantWorker =>
  tenants.get(worker, {}, LIMITS) as unknown as TenantWorker;

/**
 * Turns an error of a tenant's worker into a refusal. The error may hold anything, so only its beginning is logged, and
 * the caller gets none of it.
 */
function understood(error: unknown, { to, method }: TenantCall): Refusal {
  console.error(
    visibleJson({ event: "tenant_call_failed", ...to, method, error: String(error).slice(0, ERROR_MAX_CHARS) }),
  );
  return new Refusal("UNAVAILABLE");
}

const ERROR_MAX_CHARS = 500;

let signing: { readonly json: string; readonly grants: Promise<SignedGrants> } | undefined;

/** Imports the key once in each isolate. */
function loadGrants(json: string): Promise<SignedGrants> {
  if (signing?.json !== json)
    signing = { json, grants: readSigningKey(json).then((signer) => new SignedGrants(signer)) };
  return signing.grants;
}
