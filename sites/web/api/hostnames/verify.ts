import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Env } from "../../powers/env.ts";
import { hostnameStatus, verifyHostname } from "../../../control/tenants/hostnames.ts";
import { type AuditEntry, auditStatement } from "../../../control/records/audit.ts";
import type { SiteRef } from "../../../control/tenants/sites.ts";
import { tellHostnames } from "./told.ts";

export type OperatorAudit = Omit<AuditEntry, "tenant" | "site" | "outcome" | "command">;

/**
 * Serves a site under a requested hostname that the operator has verified. It writes the record, tells the workspace,
 * and clears this isolate's cache. A repeated request finishes an interrupted one.
 */
export async function verifyDomain(
  env: Env,
  hostname: string,
  ref: SiteRef,
  audit: OperatorAudit,
): Promise<{ hostname: string; status: "verified"; changed: boolean }> {
  const { tenant, site } = ref;
  const status = await hostnameStatus(env.DB, hostname, ref, audit.at);
  if (!status) throw new Refusal("NOT_FOUND");
  const changed = status === "pending";
  const entry: AuditEntry = {
    ...audit,
    tenant,
    site,
    command: "domain.verify",
    outcome: changed ? "done" : "replayed",
    about: { hostname },
  };
  await env.DB.batch([...verifyHostname(env.DB, hostname, ref, audit.at), auditStatement(env.DB, entry)]).catch(
    refuseTaken,
  );
  await tellHostnames(env, ref, hostname);
  return { hostname, status: "verified", changed };
}

/** Refuses a change whose batch found the hostname at another site. */
export function refuseTaken(error: unknown): never {
  if (/constraint failed/i.test(String(error)))
    throw new Refusal("CONFLICT", {
      conflict: "hostname_elsewhere",
      reason: "Another site is served under this hostname. Release it from that site first.",
    });
  throw error;
}
