import { LIST_MAX_ROWS, PURGE_MAX_PATHS } from "../../../manifests/bounds.ts";
import { Refusal } from "../../../manifests/refusal.ts";
import { expectValue } from "../../../runtime/answer.ts";
import { pageCacheKey } from "../../../runtime/pageCache.ts";
import type { TenantStatus } from "../../../runtime/tenant.ts";
import { forgetMembers } from "../auth/member.ts";
import type { Env } from "../env.ts";
import { workspaceOf } from "../env.ts";
import { pageCache } from "../public/hit.ts";
import { forgetRoute } from "../public/routing.ts";
import type { AuditEntry } from "../../shared/audit.ts";
import { auditStatement } from "../../shared/audit.ts";
import type { OperatorAudit } from "./hostnames/verify.ts";

export interface TenantState {
  readonly tenant: string;
  readonly status: TenantStatus;
  readonly changed: boolean;
}

const FIND = "SELECT status FROM tenants WHERE id = ?";
const SET = "UPDATE tenants SET status = ? WHERE id = ?";

/**
 * Says what a tenant may do from now on. Repeating it finishes what was interrupted: the record, the workspace, which
 * from then on refuses by itself, and last what caches and this isolate remember. Other isolates learn it in seconds.
 */
export async function setTenantStatus(
  env: Env,
  tenant: string,
  status: TenantStatus,
  audit: OperatorAudit,
): Promise<TenantState> {
  const found = await env.DB.prepare(FIND).bind(tenant).first<{ status: TenantStatus }>();
  if (!found) throw new Refusal("NOT_FOUND");
  const changed = found.status !== status;
  const entry: AuditEntry = {
    ...audit,
    tenant,
    site: null,
    command: "tenant.status",
    outcome: changed ? "done" : "replayed",
  };
  await env.DB.batch([env.DB.prepare(SET).bind(status, tenant), auditStatement(env.DB, entry)]);
  expectValue(await workspaceOf(env, tenant).setStatus(status));
  await forget(env, tenant, status);
  return { tenant, status, changed };
}

interface HostRow {
  readonly hostname: string;
  readonly site: string;
}

async function forget(env: Env, tenant: string, status: TenantStatus): Promise<void> {
  const { results } = await env.DB.prepare("SELECT hostname, site_id AS site FROM domains WHERE tenant_id = ?")
    .bind(tenant)
    .all<HostRow>();
  for (const { hostname } of results) forgetRoute(hostname);
  forgetMembers((member) => member.tenant === tenant);
  if (status === "suspended") for (const host of results) await purge(env, tenant, host);
}

/** What is stored here of the site's first pages; the rest is gone within the time shared caches may be stale. */
async function purge(env: Env, tenant: string, { hostname, site }: HostRow): Promise<void> {
  const pages = await workspaceOf(env, tenant).read("pages", site, { limit: Math.min(PURGE_MAX_PATHS, LIST_MAX_ROWS) });
  const paths = pages.ok ? pages.value.items.map(({ path }) => path) : [];
  const cache = await pageCache();
  await Promise.all(paths.map((path) => cache.delete(pageCacheKey(hostname, path))));
}
