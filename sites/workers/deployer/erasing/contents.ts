import { EMPTYING_TRIES, ERASING_TRIES, ERASING_WAIT_MS } from "../../../../manifests/bounds/hosting.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { ErasedView } from "../../../../runtime/backups/views.ts";
import { actorNamed } from "../../../../runtime/area/actor.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { KeptExport } from "../archives/exporting.ts";
import { returnArchive } from "../archives/restoring.ts";
import { stopped } from "../deploying/stopped.ts";
import type { Hosting } from "../tenants/hosting.ts";
import type { Occasion } from "../tenants/occasion.ts";

export interface Contents {
  readonly tenant: string;
  readonly sites: readonly string[];
  readonly kept: KeptExport;
  readonly confirmation: string;
  /** True if visitors' submissions that no archive has may be deleted. */
  readonly discardsSubmissions: boolean;
}

/**
 * Erases the workspace, its published content and its bucket. The workspace compares its values with the archive, and
 * refuses if it holds anything else. A repeated call continues.
 */
export async function eraseContents(hosting: Hosting, contents: Contents, occasion: Occasion): Promise<ErasedView> {
  // The workspace reads the export from its own bucket, which deletes it after a day.
  await returnArchive(hosting, contents.tenant, contents.kept);
  const erased = await emptied(hosting, contents, occasion);
  await delivered(hosting, contents.tenant);
  for (let tried = 1; !(await hosting.tenants.empty(contents.tenant)); tried++)
    if (tried >= EMPTYING_TRIES) throw stopped("contents", "a bucket that still holds something", "the empty bucket");
  return erased;
}

const notYet = (conflict: "audit_undelivered" | "erasure_unfinished", what: string): Refusal =>
  new Refusal("CONFLICT", {
    conflict,
    reason: `${what} Send the same request again in a minute; it goes on from there.`,
  });

/**
 * Erases the workspace, and waits until its published content is gone. The tenant asks the dispatcher to delete that in
 * steps.
 */
async function emptied(
  { tenants, sleep }: Hosting,
  { tenant, sites, kept, confirmation, discardsSubmissions }: Contents,
  { actor, requestId }: Occasion,
): Promise<ErasedView> {
  for (let tried = 1; ; tried++) {
    const erased = expectValue(
      await tenants.call(tenant, "erase", {
        tenant,
        sites,
        kind: "exports",
        backup: kept.id,
        sha256: kept.facts.sha256,
        confirmation,
        discardSubmissions: discardsSubmissions,
        actor: actorNamed(actor),
        requestId,
      }),
    );
    if (erased.finished) return erased;
    if (tried >= ERASING_TRIES)
      throw notYet("erasure_unfinished", "The tenant's public content is still being removed.");
    await sleep(ERASING_WAIT_MS);
  }
}

/** Waits until all audit rows are delivered. They would be lost with the queue. */
async function delivered({ tenants, sleep }: Hosting, tenant: string): Promise<void> {
  for (let tried = 1; expectValue(await tenants.call(tenant, "status")).outbox.waiting > 0; tried++) {
    if (tried >= ERASING_TRIES) throw notYet("audit_undelivered", "Audit rows of the tenant are still on their way.");
    await sleep(ERASING_WAIT_MS);
  }
}
