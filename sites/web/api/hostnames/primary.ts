import { DOMAINS_MAX } from "../../../../manifests/bounds/hosts.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { auditWhile } from "../../../control/records/audit.ts";
import {
  findRoute,
  isFreeFor,
  listHostnames,
  movePrimary,
  settleRequests,
} from "../../../control/tenants/hostnames.ts";
import type { SiteRef } from "../../../control/tenants/sites.ts";
import type { Env } from "../../powers/env.ts";
import { hostnamesFull } from "./hostnames.ts";
import { tellHostnames } from "./told.ts";
import { type OperatorAudit, refuseTaken } from "./verify.ts";

export interface ChangedHostname {
  readonly hostname: string;
  readonly changed: boolean;
}

/** The command in audit that moved a site's pages to another hostname. */
export const PRIMARY_MOVED = "domain.primary";

/**
 * Publishes a site's pages under another hostname: one of the site, or a free one. The one before stays with the site
 * and leads to it. A repeated request finishes an interrupted one.
 */
export async function putPrimary(
  env: Env,
  hostname: string,
  { tenant, site }: SiteRef,
  audit: OperatorAudit,
): Promise<ChangedHostname> {
  const { DB } = env;
  const ref = { tenant, site };
  const names = await listHostnames(DB, ref);
  const [before = ""] = names;
  if (!(await findRoute(DB, before))) throw new Refusal("NOT_FOUND");
  if (!names.includes(hostname) && names.length >= DOMAINS_MAX) throw hostnamesFull();
  const changed = before !== hostname;
  const outcome = changed ? "done" : "replayed";
  const entry = { ...audit, ...ref, command: PRIMARY_MOVED, outcome, about: { hostname } } as const;
  await DB.batch([
    auditWhile(DB, entry, isFreeFor(hostname, ref)),
    settleRequests(DB, hostname),
    ...movePrimary(DB, hostname, ref, audit.at),
  ]).catch(refuseTaken);
  await tellHostnames(env, ref, before, hostname);
  return { hostname, changed };
}
