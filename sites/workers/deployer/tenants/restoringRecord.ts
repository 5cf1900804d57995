/**
 * The record of a restore that is about to fill a workspace. If the deployer ends after that, the record stays open and
 * the same request continues. The workspace's audit row with this request id proves that the restore took place.
 */
import * as z from "zod/mini";
import { ERASING_TRIES, ERASING_WAIT_MS } from "../../../../manifests/bounds/hosting.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { isRestored } from "../../../control/records/audit.ts";
import type { Hosting } from "./hosting.ts";
import { OpenRecords } from "./openRecords.ts";

const restoring = z.strictObject({
  exportId: z.string(),
  sha256: z.string(),
  /** The request id, as in the workspace's audit row. */
  requestId: z.string(),
});
export type Restoring = z.infer<typeof restoring>;

const records = new OpenRecords("tenant.restoring", restoring);

export const beginRestoring = async ({ db, now }: Hosting, tenant: string, record: Restoring): Promise<void> =>
  void (await records.begin(db, tenant, record, now()).run());

/** Closes the record: after the restore, or after a new deployment with another workspace. */
export const endRestoring = (db: D1Database, tenant: string, at: number): D1PreparedStatement =>
  records.end(db, tenant, at);

/** True if an interrupted restore of the same export has filled the workspace. */
export async function isFilled(
  hosting: Hosting,
  tenant: string,
  { exportId, sha256 }: Pick<Restoring, "exportId" | "sha256">,
): Promise<boolean> {
  const record = await records.find(hosting.db, tenant);
  if (record?.exportId !== exportId || record.sha256 !== sha256) return false;
  return hasFilled(hosting, tenant, record);
}

/** Looks for the audit row several times, because it comes through the tenant's queue. */
async function hasFilled(
  { db, tenants, sleep }: Hosting,
  tenant: string,
  { requestId, sha256 }: Restoring,
): Promise<boolean> {
  for (let tried = 1; ; tried++) {
    const { sites, outbox } = expectValue(await tenants.call(tenant, "status"));
    if (await isRestored(db, tenant, { requestId, inputDigest: sha256 })) return sites.length > 0;
    if (sites.length === 0 || outbox.waiting === 0) return false;
    if (tried >= ERASING_TRIES)
      throw new Refusal("CONFLICT", {
        conflict: "audit_undelivered",
        reason: "Audit rows of the tenant are still on their way. Send the same request again in a minute.",
      });
    await sleep(ERASING_WAIT_MS);
  }
}
