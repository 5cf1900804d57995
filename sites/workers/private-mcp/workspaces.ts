import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { permissionsWithin } from "../../../runtime/commands/scopes.ts";
import { type PlatformLoan, type TenantReach, callTenant } from "../../platform/tenants/callTenant.ts";
import { disposeStub } from "../../platform/tenants/stubs.ts";
import type { DispatchAudience } from "../../platform/tenants/grant.ts";
import { type TenantMethodName, tenantMethod } from "../../platform/tenants/methods.ts";
import { findReadyWorker } from "../../control/tenants/tenantWorkers.ts";
import type { Caller } from "./tools/caller.ts";
import type { Env, PlatformLender, AgentWorkspace } from "./bindings/env.ts";

/** The workspace of the caller's tenant. The agent's grant names the tenant; a request cannot. */
export function workspaceFor(env: Env, caller: Caller): AgentWorkspace {
  const { TENANT_WORKSPACE: namespace, TENANTS: tenants } = env;
  if (namespace && tenants)
    throw new Error("TENANT_WORKSPACE and TENANTS are two ways to tenants: only one may be bound");
  if (tenants) return dispatched(env, tenants, caller);
  if (!namespace) throw new Error("neither TENANT_WORKSPACE nor TENANTS is bound");
  // The stub's methods exist only in the object, so the shared interface stands in for its type.
  return namespace.get(namespace.idFromName(caller.tenant)) as unknown as AgentWorkspace;
}

/**
 * Sends each call to the tenant's worker on record, with a dispatch grant for exactly this member, site, permissions
 * and scopes.
 */
function dispatched(env: Env, tenants: DispatchNamespace, caller: Caller): AgentWorkspace {
  const ask = async (method: TenantMethodName, args: readonly unknown[]): Promise<unknown> => {
    const to = await findReadyWorker(env.DB, caller.tenant);
    if (!to) throw new Refusal("UNAVAILABLE");
    return callTenant(await findReach(env, tenants), {
      to,
      site: caller.site,
      audience: audienceOf(caller),
      method,
      args,
    });
  };
  return new Proxy({} as AgentWorkspace, {
    get: (_, name) =>
      typeof name === "string" && tenantMethod(name)
        ? (...args: readonly unknown[]) => ask(name as TenantMethodName, args)
        : undefined,
  });
}

const audienceOf = ({ identity, role, scopes }: Caller): DispatchAudience => ({
  kind: "private",
  member: identity,
  role,
  permissions: [...permissionsWithin(role, scopes)],
});

async function findReach(
  { LENDER: lender, DISPATCH_SIGNING_KEY: signingKey }: Env,
  tenants: DispatchNamespace,
): Promise<TenantReach> {
  if (!lender || signingKey === undefined) throw new Error("TENANTS needs LENDER and DISPATCH_SIGNING_KEY beside it");
  return { tenants, signingKey, settings: await lender.settings(), lend: (tenant) => borrowed(lender, tenant) };
}

/** Borrows the platform for one call. The loan is useless afterwards. */
async function borrowed(lender: PlatformLender, tenant: string): Promise<PlatformLoan> {
  const loan = await lender.lend(tenant);
  const end = async (): Promise<void> => {
    try {
      await loan.ending.end();
    } finally {
      disposeStub(loan);
    }
  };
  return { platform: loan.platform, end };
}
