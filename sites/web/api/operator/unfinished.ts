import { OPERATOR_LIST_PAGE } from "../../../../manifests/bounds/operators.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { AuditEntry } from "../../../control/records/audit.ts";
import { isRemovalUnderWay } from "../../../control/removals.ts";
import { type UnfinishedProvisioning, removeUnfinished, unfinishedAfter } from "../../../control/provisionings.ts";
import { type Cursor, writeCursor } from "../request/cursor.ts";
import type { OperatorAudit } from "../hostnames/verify.ts";
import { type SiteRef, findOpening } from "../../../control/tenants/sites.ts";
import type { Env } from "../../powers/env.ts";
import { PLATFORM } from "../../powers/powers.ts";

export async function listUnfinished(
  { DB }: Pick<Env, "DB">,
  [, after]: Cursor = [0, ""],
): Promise<{ items: UnfinishedProvisioning[]; cursor: string | null }> {
  const results = await unfinishedAfter(DB, after, OPERATOR_LIST_PAGE + 1);
  const items = results.slice(0, OPERATOR_LIST_PAGE);
  const last = results.length > items.length ? items.at(-1) : undefined;
  return { items, cursor: last ? writeCursor([0, `${last.tenant} ${last.site}`]) : null };
}

/**
 * Removes a provisioning that was never opened, which frees its hostname, its members and its site. The workspace comes
 * first, because it refuses if it has published the site. The audit rows stay.
 */
export async function releaseUnfinished(
  env: Env,
  ref: SiteRef,
  audit: OperatorAudit,
): Promise<SiteRef & { released: true }> {
  const { tenant, site } = ref;
  const openedAt = await findOpening(env.DB, ref);
  if (openedAt === undefined) throw new Refusal("NOT_FOUND");
  if (openedAt !== null) throw opened();
  if (await isRemovalUnderWay(env.DB, ref))
    throw new Refusal("CONFLICT", {
      conflict: "site_removing",
      reason: "This site is being removed. Send the request of its removal again to finish it.",
    });
  expectValue(await env.WORKSPACES.of({ tenant, site }, PLATFORM).abandonSite(site));
  const entry: AuditEntry = { ...audit, tenant, site, command: "site.release", outcome: "done" };
  await removeUnfinished(env.DB, ref, entry).catch((error: unknown) => {
    throw /constraint failed/i.test(String(error)) ? opened() : error;
  });
  return { tenant, site, released: true };
}

const opened = (): Refusal =>
  new Refusal("CONFLICT", {
    conflict: "site_opened",
    reason: "This site has been opened. Only an unfinished provisioning can be released.",
  });
