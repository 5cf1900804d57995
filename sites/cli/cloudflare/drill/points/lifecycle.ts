/** Point 7: a removed and restored tenant has the state it had before, and the other tenant never changes. */
import { DRILL_TRIES } from "../../../../../manifests/bounds/hosting.ts";
import { type DrillCheck, blocked, haveLogins, judged } from "../session/check.ts";
import type { DrillTenant, Reply } from "../session/plan.ts";
import { type DrillSession, isGood } from "../session/session.ts";
import { DrillStop } from "../session/stop.ts";
import { drillTool, hasAgents, readsOwnResource } from "./agents.ts";
import { DRAFT, ofPage } from "./content.ts";
import { deployOf } from "./deployment.ts";
import { type DrillExport, makeExport, restoreInto } from "./exports.ts";
import { setStatus } from "./status.ts";

/**
 * Addresses of the API whose answers must be the same after the restore. Audit has a check of its own, because the
 * drill adds rows.
 */
const SEEN = [
  "/api/pages",
  ofPage,
  `${ofPage}/revisions`,
  "/api/navigation",
  "/api/theme",
  "/api/theme/revisions",
  "/api/settings",
  "/api/releases",
  "/api/plugins",
  "/api/members",
  "/api/media",
] as const;

type Seen = Readonly<Record<string, string>>;

/** Removes nonces and tokens from a page, because each view gets new ones. */
const withoutTokens = (html: string): string => html.replaceAll(/nonce[-=]"?[\w+/=-]+"?|[A-Za-z0-9_-]{40,}/g, "");

async function seen(session: DrillSession, tenant: DrillTenant): Promise<Seen> {
  const entries: [string, string][] = [["public", withoutTokens((await session.visit(tenant, "/?drill=2")).text)]];
  entries.push(["draft", withoutTokens((await session.member(tenant, { method: "GET", path: DRAFT })).text)]);
  for (const path of SEEN) entries.push([path, (await session.member(tenant, { method: "GET", path })).text]);
  if (tenant.agent !== undefined && session.plan.agentsOrigin !== undefined)
    entries.push(["agent", (await drillTool(session, tenant, "read_draft_page", { page: "home" })).text]);
  return Object.fromEntries(entries);
}

const isSame = (before: Seen, after: Seen): boolean =>
  Object.keys(before).every((name) => before[name] === after[name]);

interface Audit {
  readonly items: readonly { readonly id: string }[];
}

async function auditIds(session: DrillSession, tenant: DrillTenant): Promise<readonly string[]> {
  const { text } = await session.member(tenant, { method: "GET", path: "/api/audit" });
  return (JSON.parse(text) as Audit).items.map(({ id }) => id);
}

/** The number of earlier audit rows that must still be listed. A list has pages, and the drill itself adds rows. */
const AUDIT_COMPARED = 10;

/** Stops the drill if something that it has just made is missing. Removing anything would then be unsafe. */
function requireThere(reply: Reply): Reply {
  if (reply.status === 404) throw new DrillStop("missing-archive");
  return reply;
}

interface Removal {
  readonly receipt: DrillExport;
  readonly reply: Reply;
}

async function exportedAndAsked(session: DrillSession, tenant: DrillTenant): Promise<Removal | undefined> {
  if (!(await setStatus(session, tenant, "read_only"))) return undefined;
  const receipt = await makeExport(session, tenant);
  if (!receipt || !(await setStatus(session, tenant, "suspended"))) return undefined;
  return { receipt, reply: await removal(session, tenant, receipt) };
}

async function removal(session: DrillSession, { id }: DrillTenant, { exportId, sha256 }: DrillExport): Promise<Reply> {
  const erasure = { tenantId: id, exportId, sha256, confirmation: `ERASE ${id}` };
  return requireThere(await session.deployer("/tenants/erase", erasure));
}

const CONFLICT = 409;

/** True if the workspace has changed since its export, for example by the end of a publication. */
const isStale = ({ text }: Reply): boolean => text.includes('"stale":true');

/**
 * Exports a tenant and removes it. Undefined if a step was refused for good. Tries again at a conflict, because queue
 * messages may still be under way.
 */
async function removedAt(session: DrillSession, tenant: DrillTenant): Promise<DrillExport | undefined> {
  let asked = await exportedAndAsked(session, tenant);
  for (let tried = 1; asked?.reply.status === CONFLICT && tried < DRILL_TRIES; tried++) {
    await session.plan.pause();
    const { receipt, reply } = asked;
    asked = isStale(reply)
      ? await exportedAndAsked(session, tenant)
      : { receipt, reply: await removal(session, tenant, receipt) };
  }
  return asked && isGood(asked.reply) ? asked.receipt : undefined;
}

async function broughtBack(session: DrillSession, tenant: DrillTenant, receipt: DrillExport): Promise<boolean> {
  if (!isGood(await session.deployer("/tenants/deploy", deployOf(session, tenant)))) return false;
  return isGood(requireThere(await restoreInto(session, tenant, receipt))) && setStatus(session, tenant, "active");
}

/** True once the tenant's agent can read published pages again, or if the drill has no agents. */
const isAgentsAgain = async (session: DrillSession, tenant: DrillTenant): Promise<boolean> =>
  !hasAgents(session) || readsOwnResource(session, tenant);

const removed: DrillCheck = {
  id: "lifecycle.restored",
  point: 7,
  title:
    "export, removal, deployment and restore bring back pages, editor, plugins, versions and audit; a second restore is refused",
  async run(session) {
    if (!haveLogins(session)) return blocked("login");
    const { a, b } = session;
    const [before, beside, audit] = [await seen(session, a), await seen(session, b), await auditIds(session, a)];
    const receipt = await removedAt(session, a);
    if (!receipt || !isSame(beside, await seen(session, b)) || !(await broughtBack(session, a, receipt)))
      return "failed";
    if (isGood(await restoreInto(session, a, receipt))) throw new DrillStop("forged-request");
    const after = new Set(await auditIds(session, a));
    const isBack =
      (await isAgentsAgain(session, a)) &&
      isSame(before, await seen(session, a)) &&
      audit.slice(0, AUDIT_COMPARED).every((id) => after.has(id));
    return judged(isBack && isSame(beside, await seen(session, b)));
  },
};

export const LIFECYCLE: readonly DrillCheck[] = [removed];
