import { IDENTITY_TRIES, IDENTITY_WAIT_MS } from "../../../../manifests/bounds/hosting.ts";
import type { TenantIdentity } from "../../../platform/tenants/bindings.ts";
import type { Hosting } from "../tenants/hosting.ts";
import type { TenantWorkerRow } from "../../../control/tenants/tenantWorkers.ts";
import { identityOf } from "../tenants/tenantWorkers.ts";
import { stopped } from "./stopped.ts";

/**
 * Waits until the uploaded script reports its identity. An upload takes seconds to reach all machines, and an earlier
 * version answers until then.
 */
export async function awaitIdentity(hosting: Hosting, row: TenantWorkerRow): Promise<void> {
  let fault = "";
  for (let tried = 1; tried <= IDENTITY_TRIES; tried++) {
    const answered = await hosting.tenants.identity(row.tenant, row.worker).catch(() => undefined);
    fault = answered ? difference(identityOf(row), answered) : "no answer";
    if (fault === "") return;
    if (tried < IDENTITY_TRIES) await hosting.sleep(IDENTITY_WAIT_MS);
  }
  throw stopped("identity", fault, "the script that was uploaded");
}

const MEMBERS = ["tenant", "worker", "release", "artifactSha256"] as const;

/** Describes the first member that differs; empty if none does. */
function difference(wanted: TenantIdentity, answered: TenantIdentity): string {
  const other = MEMBERS.find((member) => answered[member] !== wanted[member]);
  return other === undefined ? "" : `another ${other}`;
}
