/** The operator's removal of one site: what would go, and its removal with an archive kept. */
import type * as z from "zod/mini";
import { HOSTNAMES_HELD_MS } from "../../../../manifests/bounds/hosts.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { actorNamed } from "../../../../runtime/area/actor.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type {
  removeSiteRequest,
  removedSiteView,
  siteRemovalPlan,
} from "../../../../runtime/operating/removalViews.ts";
import type { SiteRemoval } from "../../../../runtime/operating/siteRemovals.ts";
import { countMembers } from "../../../control/people/members.ts";
import { closeRemoved, finishRemoval } from "../../../control/removals.ts";
import { listHostnames } from "../../../control/tenants/hostnames.ts";
import { type SiteRef, findSiteBeginning } from "../../../control/tenants/sites.ts";
import { tenantRecord } from "../../../control/tenants/tenants.ts";
import { forgetMembers } from "../../auth/member.ts";
import { recheckLive } from "../../auth/recheckLive.ts";
import { forgetRoute } from "../../names/routing.ts";
import type { Env } from "../../powers/env.ts";
import { PLATFORM } from "../../powers/powers.ts";
import type { OperatorCall } from "./route.ts";

type Plan = z.infer<typeof siteRemovalPlan>;
type Removed = z.infer<typeof removedSiteView>;

const refOf = ({ params }: OperatorCall): SiteRef => ({ tenant: params["tenant"] ?? "", site: params["site"] ?? "" });

/** Counts what a removal deletes, and changes nothing. */
export async function planRemoval(call: OperatorCall): Promise<Plan> {
  const { env } = call;
  const ref = refOf(call);
  const { status } = await tenantRecord(env.DB, ref.tenant);
  const createdAt = await findSiteBeginning(env.DB, ref);
  if (createdAt === undefined) throw new Refusal("NOT_FOUND");
  const workspace = env.WORKSPACES.of({ tenant: ref.tenant, site: null }, PLATFORM);
  const contents = expectValue(await workspace.read("site.contents", ref.site));
  const { items } = expectValue(await workspace.backups(ref.tenant));
  return {
    ...ref,
    status,
    createdAt,
    hostnames: await listHostnames(env.DB, ref),
    members: await countMembers(env.DB, ref),
    contents,
    newest: items[0] ?? null,
  };
}

/**
 * Removes a site: the workspace first, which refuses without an archive, then everything that leads to it, and at last
 * its hostnames and its id. A repeated request finishes an interrupted one, or answers what was done. No request with
 * `keepsRecords` finishes.
 */
export async function removeWithArchive(call: OperatorCall<z.infer<typeof removeSiteRequest>>): Promise<Removed> {
  const { env, body, audit } = call;
  const ref = refOf(call);
  const { sites } = await tenantRecord(env.DB, ref.tenant);
  const createdAt = await findSiteBeginning(env.DB, ref);
  if (createdAt !== undefined && createdAt !== body.createdAt)
    throw new Refusal("CONFLICT", {
      conflict: "site_changed",
      reason: "Another site has this id since the dry run. Look at the site again.",
    });
  const removal = await inWorkspace(call, ref, sites);
  if (createdAt === undefined) return viewOf(ref, removal, removal.finished);
  if (removal.at < createdAt)
    throw new Refusal("CONFLICT", {
      conflict: "site_unopened",
      reason: "The site was never opened. Release its provisioning.",
    });
  const hostnames = await listHostnames(env.DB, ref);
  await closeRemoved(env.DB, ref, removal, audit.at);
  await forget(env, ref, hostnames);
  const isOver = removal.finished && audit.at - removal.at >= HOSTNAMES_HELD_MS && body.keepsRecords !== true;
  if (isOver) await finishRemoval(env.DB, ref, audit.at);
  return viewOf(ref, removal, isOver);
}

async function inWorkspace(
  { env, body, audit }: OperatorCall<z.infer<typeof removeSiteRequest>>,
  { tenant, site }: SiteRef,
  sites: readonly string[],
): Promise<SiteRemoval> {
  const { archive, confirmation, discardSubmissions = false } = body;
  const workspace = env.WORKSPACES.of({ tenant, site }, PLATFORM);
  return expectValue(
    await workspace.removeSite(site, {
      tenant,
      site,
      sites,
      archive: archive ? { ...archive, kind: archive.kind ?? "backups" } : null,
      confirmation,
      discardSubmissions,
      actor: actorNamed(audit.actor),
      requestId: audit.requestId,
    }),
  );
}

/** Clears this isolate's memory. Other isolates learn of it within seconds. */
async function forget(env: Env, { tenant, site }: SiteRef, hostnames: readonly string[]): Promise<void> {
  for (const hostname of hostnames) forgetRoute(hostname);
  forgetMembers((known) => known.tenant === tenant && known.site === site);
  await recheckLive(env, [tenant]);
}

const viewOf = (
  { tenant, site }: SiteRef,
  { backup, archive, rows, files, at }: SiteRemoval,
  finished: boolean,
): Removed => ({ tenant, site, backup, archive, rows, files, at, finished });
