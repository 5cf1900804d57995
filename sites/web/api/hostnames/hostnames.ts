import { DOMAINS_MAX } from "../../../../manifests/bounds/hosts.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import {
  type HostnameRow,
  hostnamesAndRequests,
  requestHostname,
  roomForRequest,
} from "../../../control/tenants/hostnames.ts";
import type { Env } from "../../powers/env.ts";
import type { ApiCall } from "../request/call.ts";
import type { ControlDecision } from "../control/command.ts";
import type { SiteRef } from "../../../control/tenants/sites.ts";

/** A hostname that serves a site, or that the site has requested. */
export interface DomainRecord extends Omit<HostnameRow, "isPrimary"> {
  /** True for the hostname of published pages; the others redirect to it. */
  readonly primary: boolean;
}

export async function listDomains(
  { DB }: Pick<Env, "DB">,
  ref: SiteRef,
  now: number,
): Promise<{ items: DomainRecord[] }> {
  const results = await hostnamesAndRequests(DB, ref, now);
  return { items: results.map(({ isPrimary, ...row }) => ({ ...row, primary: isPrimary === 1 })) };
}

/** Requests a hostname. If it is taken, the answer does not say by which site. */
export async function requestDomain(
  { env, member: { tenant, site }, at }: ApiCall,
  hostname: string,
): Promise<ControlDecision> {
  const room = await roomForRequest(env.DB, hostname, { tenant, site }, at);
  if (room.isTaken)
    throw conflict("hostname_unavailable", "This hostname cannot be added. Choose another one, or ask the operator.");
  if (room.isFull) throw hostnamesFull();
  return {
    output: { domain: { hostname, status: "pending", primary: false, createdAt: at } satisfies DomainRecord },
    condition: room.condition,
    effects: requestHostname(env.DB, hostname, { tenant, site }, at),
    forget: () => undefined,
  };
}

const conflict = (name: "hostname_unavailable" | "hostnames_full", reason: string): Refusal =>
  new Refusal("CONFLICT", { conflict: name, reason });

export const hostnamesFull = (): Refusal => conflict("hostnames_full", `A site has at most ${DOMAINS_MAX} hostnames.`);
