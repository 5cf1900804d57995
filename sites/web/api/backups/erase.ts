import type * as z from "zod/mini";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { actorNamed } from "../../../../runtime/area/actor.ts";
import type { ErasedView, eraseRequest } from "../../../../runtime/backups/views.ts";
import type { Env } from "../../powers/env.ts";
import type { OperatorAudit } from "../hostnames/verify.ts";
import { tenantRecord } from "./tenantRecord.ts";
import { PLATFORM } from "../../powers/powers.ts";

/** Counts of the tenant's control-plane rows, which an erasure leaves. */
interface Records {
  readonly sites: number;
  readonly hostnames: number;
  readonly members: number;
  readonly audit: number;
}

const RECORDS = `
  SELECT (SELECT count(*) FROM sites WHERE tenant_id = ?1) AS sites, (SELECT count(*) FROM domains WHERE tenant_id = ?1) AS hostnames,
    (SELECT count(*) FROM memberships WHERE tenant_id = ?1) AS members, (SELECT count(*) FROM audit WHERE tenant_id = ?1) AS audit`;

type Erased = Omit<ErasedView, "left"> & { readonly left: ErasedView["left"] & { readonly records: Records } };

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
      reason: "Only a suspended tenant can be erased. Suspend the tenant first.",
      status,
    });
  const workspace = env.WORKSPACES.of({ tenant, site: null }, PLATFORM);
  const erased = expectValue(
    await workspace.erase({ ...asked, kind, discardSubmissions, tenant, sites, actor: actorNamed(actor), requestId }),
  );
  return { ...erased, left: { ...erased.left, records: await recordsOf(env.DB, tenant) } };
}

const recordsOf = async (db: D1Database, tenant: string): Promise<Records> =>
  (await db.prepare(RECORDS).bind(tenant).first<Records>()) ?? { sites: 0, hostnames: 0, members: 0, audit: 0 };
