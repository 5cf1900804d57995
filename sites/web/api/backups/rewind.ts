import type * as z from "zod/mini";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { actorNamed } from "../../../../runtime/area/actor.ts";
import type { RewindBegun, RewindPlan } from "../../../../runtime/backups/rewinder.ts";
import { settledWorkspace } from "../../../../runtime/backups/settled.ts";
import type { RewoundView, rewindRequest } from "../../../../runtime/backups/views.ts";
import { auditStatement } from "../../../control/records/audit.ts";
import type { Env } from "../../powers/env.ts";
import { listHostnames } from "../../../control/tenants/hostnames.ts";
import type { OperatorAudit } from "../hostnames/verify.ts";
import { tenantRecord } from "../../../control/tenants/tenants.ts";
import { PLATFORM } from "../../powers/powers.ts";

type Rewound = RewoundView & RewindPlan & Pick<RewindBegun, "undo">;

/**
 * Rewinds a tenant's workspace by the platform's point-in-time recovery. The workspace cannot record its own rewind,
 * because it then has an older state. So the control plane writes the audit row first.
 */
export async function rewindTenant(
  env: Env,
  tenant: string,
  asked: z.infer<typeof rewindRequest>,
  audit: OperatorAudit,
): Promise<Rewound> {
  const { status, sites } = await tenantRecord(env.DB, tenant);
  if (status === "active")
    throw new Refusal("CONFLICT", {
      conflict: "tenant_not_stopped",
      reason: "Set the tenant to read_only or suspended first.",
      status,
    });
  const workspace = env.WORKSPACES.of({ tenant, site: null }, PLATFORM);
  const plan = expectValue(await workspace.planRewind({ ...asked, tenant }));
  await auditStatement(env.DB, { ...audit, tenant, site: null, command: "tenant.rewind", outcome: "done" }).run();
  const { undo, owed } = expectValue(await workspace.rewind(plan));
  const { actor, requestId, inputDigest } = audit;
  const named = await Promise.all(
    sites.map(async (site) => ({
      site,
      hostnames: await listHostnames(env.DB, { tenant, site }),
    })),
  );
  const rewound = await settledWorkspace(
    (input) => env.WORKSPACES.of({ tenant, site: null }, PLATFORM).rewound(input),
    {
      tenant,
      status,
      sites: named,
      owed,
      inputDigest,
      actor: actorNamed(actor),
      requestId,
    },
  );
  return { ...plan, undo, ...rewound };
}
