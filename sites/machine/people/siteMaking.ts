/** Makes a person's site through the operator's route, as `svc operator provision` does. */
import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { FIRST_PAGE_WAIT_MS } from "../../../manifests/bounds/logins.ts";
import { TENANT_ID_MAX_CHARS } from "../../../manifests/bounds/operators.ts";
import { starterSite } from "../../starters/starters.ts";
import { requestLocal, type LocalReply } from "../process/request.ts";
import { AccountRefusal, type AccountRefusalCode } from "./http/accountRefusal.ts";
import { PEOPLE_ISSUER } from "./peopleIssuer.ts";
import type { SiteWish } from "./room.ts";
import type { PersonAccount } from "./store/accounts.ts";

/** The workers' port and the operator's bearer. */
export interface SiteMaking {
  readonly port: number;
  readonly secret: string;
}

/** Names that belong to this machine itself. */
const OWN = /(?:^|\.)(?:login|identity)\.localhost$|^(?:mcp\.)?localhost$/;
const LOCAL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.localhost$/;

/** Every starter has this page. */
const HOME = "home";

/** The hostname that a person may give a site: one of the operator's, or any below `localhost` without them. */
export function allowedHostname(wanted: string, hostnames: readonly string[]): string {
  const hostname = wanted.trim().toLowerCase();
  const isAllowed = hostnames.length > 0 ? hostnames.includes(hostname) : LOCAL.test(hostname) && !OWN.test(hostname);
  if (!isAllowed) throw new AccountRefusal("site", "/address");
  return hostname;
}

const SUFFIX_CHARS = 10;

/**
 * The tenant's id: the hostname, and a digest of it and its owner. So a person never enters a tenant of the operator or of
 * another person, and a request that was interrupted finds its own again.
 */
function tenantOf(hostname: string, owner: string): string {
  const name = hostname
    .replace(/\.localhost$/, "")
    .replace(/^www\./, "")
    .replaceAll(".", "-")
    .slice(0, TENANT_ID_MAX_CHARS - SUFFIX_CHARS - 1)
    .replace(/-+$/, "");
  const suffix = createHash("sha256").update(`${hostname} ${owner}`).digest("hex").slice(0, SUFFIX_CHARS);
  return `${name}-${suffix}`;
}

/** The first owner of a site, as their identity provider names them. */
export interface SiteOwner {
  readonly issuer: string;
  readonly subject: string;
  readonly name?: string;
}

export const ownerOf = ({ id: subject, name }: PersonAccount): SiteOwner => ({ issuer: PEOPLE_ISSUER, subject, name });

/** The address at which an owner edits their first page. */
export const firstPageOf = (origin: string): string =>
  `${origin}/api/auth/start?return=${encodeURIComponent(`/_editor/edit?page=${HOME}`)}`;

/** The body of a provisioning: a site that begins as its starter, owned by this person. */
export const provisioningOf = (wish: SiteWish, owner: SiteOwner, now: number) => {
  const { name, hostname } = wish;
  const id = tenantOf(hostname, owner.subject);
  return {
    tenant: { id, name },
    site: { id, name },
    domain: { hostname },
    identities: [{ ...owner, role: "owner" as const }],
    ...starterSite({ ...wish, now }),
  };
};

interface Refused {
  readonly code?: string;
  readonly detail?: string;
  readonly issues?: readonly { readonly pointer: string; readonly allowed: string }[];
}

/** Makes a site, and answers the address at which its owner edits its first page. */
export async function provisionOwnSite(
  { port, secret }: SiteMaking,
  wish: SiteWish,
  owner: PersonAccount,
): Promise<string> {
  const reply = await requestLocal({
    port,
    host: "localhost",
    path: "/api/admin/provision",
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify(provisioningOf(wish, ownerOf(owner), Date.now())),
  });
  if (reply.status >= 300) throw refusalOf(reply);
  const { domain } = JSON.parse(reply.text) as { readonly domain: { readonly origin: string } };
  return firstPageOf(domain.origin);
}

/** Refusals for which the page has a sentence of its own. */
const NAMED: Readonly<Record<string, AccountRefusalCode>> = {
  SITE_PROVISION_CONFLICT: "address",
  SITE_INITIALIZATION_CONFLICT: "otherValues",
};

function refusalOf({ status, text }: LocalReply): AccountRefusal {
  const { code = String(status), detail = "", issues = [] } = text.startsWith("{") ? (JSON.parse(text) as Refused) : {};
  if (Object.hasOwn(NAMED, code)) return new AccountRefusal(NAMED[code] ?? "site");
  const [first] = issues;
  return new AccountRefusal("site", first === undefined ? `${code} ${detail}` : `${first.pointer}: ${first.allowed}`);
}

const PAUSE_MS = 50;

export interface SiteWait {
  readonly port: number;
  /** Default: FIRST_PAGE_WAIT_MS. */
  readonly mostMs?: number;
}

/**
 * Waits for the first publication, so that the editor finds the page. A machine that answers nothing may do so soon.
 * False if the time is over.
 */
export async function waitForSite({ port, mostMs = FIRST_PAGE_WAIT_MS }: SiteWait, address: string): Promise<boolean> {
  const { hostname: host } = new URL(address);
  const end = performance.now() + mostMs;
  for (let timeoutMs = mostMs; timeoutMs > 0; timeoutMs = Math.floor(end - performance.now())) {
    const { status } = await requestLocal({ port, host, path: "/", timeoutMs }).catch(() => ({ status: 503 }));
    if (status < 400) return true;
    await setTimeout(PAUSE_MS);
  }
  return false;
}
