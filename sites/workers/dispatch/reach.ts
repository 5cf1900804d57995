/** Calls of tenants' workers by the dispatcher, with the platform that it lends them. */
import { mailOf } from "../../platform/mail/mailOf.ts";
import { type PlatformLoan, type TenantReach, NOTHING } from "../../platform/tenants/callTenant.ts";
import { isLending } from "../../platform/tenants/lending.ts";
import type { DispatchEnv } from "./env.ts";
import { LentPlatform } from "./lentPlatform.ts";

function loanOf(env: DispatchEnv, tenant: string): PlatformLoan {
  const platform = new LentPlatform(env, tenant);
  return { platform, end: () => LentPlatform.end(platform) };
}

export function findReach(env: DispatchEnv): TenantReach {
  if (!isLending(env.LENDING)) throw new Error(`LENDING is "call" or "service", not ${JSON.stringify(env.LENDING)}`);
  return {
    tenants: env.TENANTS,
    signingKey: env.DISPATCH_SIGNING_KEY,
    settings: {
      hasSandbox: env.PLUGIN_SANDBOX !== undefined,
      hasMail: mailOf(env) !== undefined,
      trustKeys: env.PLUGIN_TRUST_KEYS,
      agentsOrigin: env.MCP_ORIGIN,
      membersOrigin: env.MEMBERS_MCP_ORIGIN,
      challengeKey: env.TURNSTILE_SITE_KEY ?? "",
    },
    lend: env.LENDING === "call" ? (tenant) => loanOf(env, tenant) : () => NOTHING,
  };
}
