import type { LoaderReport } from "../../../../manifests/loaderState.ts";
import { loaderReport } from "../../../../manifests/loaderState.ts";
import { STATUS_CONCURRENCY, STATUS_PAGE } from "../../../../manifests/bounds/operators.ts";
import type { WorkspaceStatus } from "../../../../runtime/editing/status.ts";
import { askLoader } from "../../../../sandbox/availability.ts";
import type { Env } from "../../env.ts";
import type { TenantStatus } from "../../../../runtime/tenancy/tenant.ts";
import { writeCursor } from "../request/cursor.ts";
import type { Cursor } from "../request/cursor.ts";
import { PLATFORM } from "../../powers.ts";

interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly status: TenantStatus;
}

export interface TenantReport extends Tenant {
  /** The workspace's own report: loader, outbox, and each site with its release and its active and skipped plugins. */
  readonly workspace: WorkspaceStatus | null;
  /** The reason why there is no word from the workspace. */
  readonly problem: string | null;
}

export interface StatusReport {
  /** Tells whether the sandbox can run plugin code now. A workspace reports the state it acts on. */
  readonly loader: LoaderReport;
  readonly tenants: readonly TenantReport[];
  /** Open operational records by kind, such as dead letters and unfinished provisionings, of all tenants. */
  readonly open: Readonly<Record<string, number>>;
  readonly cursor: string | null;
}

const TENANTS = "SELECT id, name, status FROM tenants WHERE id > ? ORDER BY id LIMIT ?";
const OPEN = "SELECT kind, count(*) AS count FROM operational_records WHERE resolved_at IS NULL GROUP BY kind";

/** Reports one page of tenants by id, and asks each workspace for its present state. */
export async function statusReport(env: Env, [, after]: Cursor = [0, ""]): Promise<StatusReport> {
  const [loader, tenants, open] = await Promise.all([
    askLoader(env.PLUGIN_SANDBOX),
    env.DB.prepare(TENANTS)
      .bind(after, STATUS_PAGE + 1)
      .all<Tenant>(),
    env.DB.prepare(OPEN).all<{ kind: string; count: number }>(),
  ]);
  const shown = tenants.results.slice(0, STATUS_PAGE);
  const last = tenants.results.length > shown.length ? shown.at(-1) : undefined;
  return {
    loader: loaderReport(loader),
    tenants: await reports(env, shown),
    open: Object.fromEntries(open.results.map(({ kind, count }) => [kind, count])),
    cursor: last ? writeCursor([0, last.id]) : null,
  };
}

async function reports(env: Env, tenants: readonly Tenant[]): Promise<TenantReport[]> {
  const done: TenantReport[] = [];
  for (let at = 0; at < tenants.length; at += STATUS_CONCURRENCY) {
    done.push(...(await Promise.all(tenants.slice(at, at + STATUS_CONCURRENCY).map((tenant) => report(env, tenant)))));
  }
  return done;
}

/** A workspace that does not answer is the very thing an operator wants to see, so it spoils only its own line. */
async function report(env: Env, tenant: Tenant): Promise<TenantReport> {
  try {
    const answer = await env.WORKSPACES.of({ tenant: tenant.id, site: null }, PLATFORM).status();
    return answer.ok
      ? { ...tenant, workspace: answer.value, problem: null }
      : { ...tenant, workspace: null, problem: answer.refusal.code };
  } catch (error) {
    console.error("a workspace did not report", tenant.id, error);
    return { ...tenant, workspace: null, problem: "INTERNAL" };
  }
}
