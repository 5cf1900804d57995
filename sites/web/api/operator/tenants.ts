import { asciiAddress } from "../../../../manifests/shapes/normalPath.ts";
import { LIST_MAX_ROWS } from "../../../../manifests/bounds/api.ts";
import { PURGE_MAX_PATHS } from "../../../../manifests/bounds/publicContent.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { pageCacheKey } from "../../../../runtime/serving/pageCacheKey.ts";
import type { TenantStatus } from "../../../../runtime/tenancy/tenant.ts";
import { forgetMembers } from "../../auth/member.ts";
import type { Env } from "../../powers/env.ts";
import { pageCache } from "../../public/hit.ts";
import { forgetRoute } from "../../names/routing.ts";
import { type AuditEntry, auditStatement } from "../../../control/records/audit.ts";
import { type ServingHostname, servingHostnames } from "../../../control/tenants/hostnames.ts";
import { findTenantStatus, writeTenantStatus } from "../../../control/tenants/tenants.ts";
import type { OperatorAudit } from "../hostnames/verify.ts";
import { PLATFORM } from "../../powers/powers.ts";

export interface TenantState {
  readonly tenant: string;
  readonly status: TenantStatus;
  readonly changed: boolean;
}

/**
 * Sets a tenant's status: first the record, then the workspace, which enforces it, then the caches. A repeated request
 * finishes an interrupted one. Other isolates learn of it within seconds.
 */
export async function putTenantStatus(
  env: Env,
  tenant: string,
  status: TenantStatus,
  audit: OperatorAudit,
): Promise<TenantState> {
  const before = await findTenantStatus(env.DB, tenant);
  if (!before) throw new Refusal("NOT_FOUND");
  const changed = before !== status;
  const entry: AuditEntry = {
    ...audit,
    tenant,
    site: null,
    command: "tenant.status",
    outcome: changed ? "done" : "replayed",
  };
  await env.DB.batch([writeTenantStatus(env.DB, tenant, status), auditStatement(env.DB, entry)]);
  expectValue(await env.WORKSPACES.of({ tenant, site: null }, PLATFORM).setStatus(status));
  await forget(env, tenant, status);
  return { tenant, status, changed };
}

async function forget(env: Env, tenant: string, status: TenantStatus): Promise<void> {
  const hosts = await servingHostnames(env.DB, tenant);
  for (const { hostname } of hosts) forgetRoute(hostname);
  forgetMembers((member) => member.tenant === tenant);
  if (status === "suspended") for (const host of hosts) await purge(env, tenant, host);
}

/** Purges the site's first pages. Shared caches drop the rest when their allowed staleness ends. */
async function purge(env: Env, tenant: string, { hostname, site }: ServingHostname): Promise<void> {
  const pages = await env.WORKSPACES.of({ tenant, site }, PLATFORM).read("pages", site, {
    limit: Math.min(PURGE_MAX_PATHS, LIST_MAX_ROWS),
  });
  const paths = pages.ok ? pages.value.items.map(({ path }) => path) : [];
  await pageCache.purge(paths.map((path) => pageCacheKey(hostname, asciiAddress(path))));
}
