import type * as z from "zod/mini";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { actorNamed } from "../../../../runtime/area/actor.ts";
import type { ErasedView, eraseRequest } from "../../../../runtime/backups/views.ts";
import { type TenantCounts, tenantCounts } from "../../../control/provisionings.ts";
import type { Env } from "../../powers/env.ts";
import type { OperatorAudit } from "../hostnames/verify.ts";
import { tenantRecord } from "../../../control/tenants/tenants.ts";
import { PLATFORM } from "../../powers/powers.ts";

/** `records` counts the tenant's control-plane rows, which an erasure leaves. */
type Erased = Omit<ErasedView, "left"> & { readonly left: ErasedView["left"] & { readonly records: TenantCounts } };

/**
 * Empties a suspended tenant's workspace if the named archive contains all of it. A repeated request finishes an
 * interrupted erasure, or answers the result of a finished one. The workspace writes the audit rows in the same
 * transaction.
 */
export async function eraseWorkspace(
  env: Env,
  tenant: string,
  { kind = "backups", discardSubmissions = false, ...asked }: z.infer<typeof eraseRequest>,
  { actor, requestId }: OperatorAudit,
): Promise<Erased> {
  const { status, sites } = await tenantRecord(env.DB, tenant);
  if (status !== "suspended")
    throw new Refusal("CONFLICT", {
      conflict: "tenant_not_suspended",
      reason: "Only a suspended tenant can be erased. Suspend the tenant first.",
      status,
    });
  const workspace = env.WORKSPACES.of({ tenant, site: null }, PLATFORM);
  const erased = expectValue(
    await workspace.erase({ ...asked, kind, discardSubmissions, tenant, sites, actor: actorNamed(actor), requestId }),
  );
  return { ...erased, left: { ...erased.left, records: await tenantCounts(env.DB, tenant) } };
}
