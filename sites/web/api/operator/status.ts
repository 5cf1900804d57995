import * as z from "zod/mini";
import { type LoaderReport, loaderReport } from "../../../../manifests/loaderState.ts";
import { STATUS_CONCURRENCY, STATUS_PAGE } from "../../../../manifests/bounds/operators.ts";
import type { WorkspaceStatus } from "../../../../runtime/editing/status.ts";
import { askLoader } from "../../../../sandbox/availability.ts";
import { countOpenRecords } from "../../../control/records/records.ts";
import type { Env } from "../../powers/env.ts";
import { type ListedTenant, tenantsAfter } from "../../../control/tenants/tenants.ts";
import { writeCursor, type Cursor } from "../request/cursor.ts";
import { PLATFORM } from "../../powers/powers.ts";
import { lossView } from "./views.ts";

export interface TenantReport extends ListedTenant {
  /**
   * The workspace's own report: loader, outbox, and each site with its release and its active and skipped plugins. Null
   * if it did not answer.
   */
  readonly workspace: WorkspaceStatus | null;
  /** The reason why the workspace did not answer; null if it did. */
  readonly problem: string | null;
}

/** A part of one machine's data that is lost or damaged, and the remedy. */
export interface ReportedLoss {
  readonly what: string;
  readonly mend: string;
}

export interface StatusReport {
  /** The present ability of the sandbox to run plugin code. A workspace reports the state that it works with. */
  readonly loader: LoaderReport;
  readonly tenants: readonly TenantReport[];
  /**
   * The numbers of open operational records of all tenants, by kind, such as dead letters and unfinished provisionings.
   */
  readonly open: Readonly<Record<string, number>>;
  /** Lost and damaged parts of one machine's data. Empty in a deployment, where the platform keeps the data. */
  readonly losses: readonly ReportedLoss[];
  readonly cursor: string | null;
}

/** Reports one page of tenants, ordered by id, with the present state of each workspace. */
export async function statusReport(env: Env, [, after]: Cursor = [0, ""]): Promise<StatusReport> {
  const [loader, losses, tenants, open] = await Promise.all([
    askLoader(env.PLUGIN_SANDBOX),
    readLosses(env),
    tenantsAfter(env.DB, after, STATUS_PAGE + 1),
    countOpenRecords(env.DB),
  ]);
  const shown = tenants.slice(0, STATUS_PAGE);
  const last = tenants.length > shown.length ? shown.at(-1) : undefined;
  return {
    loader: loaderReport(loader),
    tenants: await reports(env, shown),
    open,
    losses,
    cursor: last ? writeCursor([0, last.id]) : null,
  };
}

/** The program that runs one machine answers as long as its workers run. */
async function readLosses({ PROCESS_RUNS: runner = "" }: Env): Promise<readonly ReportedLoss[]> {
  if (runner === "") return [];
  const answer = await fetch(`${runner}/losses`, { redirect: "manual" });
  return z.parse(z.array(lossView), await answer.json());
}

async function reports(env: Env, tenants: readonly ListedTenant[]): Promise<TenantReport[]> {
  const done: TenantReport[] = [];
  for (let at = 0; at < tenants.length; at += STATUS_CONCURRENCY) {
    done.push(...(await Promise.all(tenants.slice(at, at + STATUS_CONCURRENCY).map((tenant) => report(env, tenant)))));
  }
  return done;
}

/** A workspace that does not answer becomes an entry with a problem, because operators look for exactly that. */
async function report(env: Env, tenant: ListedTenant): Promise<TenantReport> {
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
