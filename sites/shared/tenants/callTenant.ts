import { DISPATCH_CPU_MS, DISPATCH_SUBREQUESTS } from "../../../manifests/bounds/hosting.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { visibleJson } from "../../../manifests/visible.ts";
import type { DispatchAudience } from "./grant.ts";
import { signingKeyOf } from "./grant.ts";
import { SignedGrants } from "./keptGrants.ts";
import type { TenantMethodName } from "./methods.ts";
import { isFor, tenantMethod } from "./methods.ts";
import type { Platform, TenantSettings, TenantWorker } from "./platform.ts";
import type { ReadyWorker } from "./rows.ts";

/** The resources lent with one call; the loan ends when the call does. */
export interface PlatformLoan {
  readonly platform: Platform | undefined;
  end(): void | Promise<void>;
}

/** Nothing is lent. */
export const NOTHING: PlatformLoan = { platform: undefined, end: () => undefined };

/** A trusted worker's way to tenants' workers. */
export interface TenantReach {
  readonly tenants: DispatchNamespace;
  /** The private JWK that signs grants. */
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

/** One call to one tenant's worker, under a grant that holds for nothing else, with what it is lent meanwhile. */
export async function callTenant(reach: TenantReach, call: TenantCall): Promise<unknown> {
  const { to, site, audience, method, args } = call;
  const row = tenantMethod(method);
  if (!row || !isFor({ site, audience }, row, args)) throw new Refusal("FORBIDDEN", { reason: `not for ${method}` });
  const grants = await grantsOf(reach.signingKey);
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

// The types call it a Fetcher; the methods exist on the other side only.
const workerNamed = (tenants: DispatchNamespace, worker: string): TenantWorker =>
  tenants.get(worker, {}, LIMITS) as unknown as TenantWorker;

/** An error that a tenant's worker throws is the tenant's own: it is logged in part, and says nothing to a caller. */
function understood(error: unknown, { to, method }: TenantCall): Refusal {
  console.error(
    visibleJson({ event: "tenant_call_failed", ...to, method, error: String(error).slice(0, ERROR_MAX_CHARS) }),
  );
  return new Refusal("UNAVAILABLE");
}

const ERROR_MAX_CHARS = 500;

let signing: { readonly json: string; readonly grants: Promise<SignedGrants> } | undefined;

/** The key is imported once in an isolate. */
function grantsOf(json: string): Promise<SignedGrants> {
  if (signing?.json !== json) signing = { json, grants: signingKeyOf(json).then((signer) => new SignedGrants(signer)) };
  return signing.grants;
}
