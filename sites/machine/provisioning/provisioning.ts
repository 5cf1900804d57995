import { setTimeout } from "node:timers/promises";
import type { TenantStatus } from "../../../runtime/tenancy/tenant.ts";
import { DEMO_NAMES, loadDemo, type DemoSite } from "../../demo/load.ts";
import type { Inventory } from "../state/inventory.ts";
import { isLost } from "../state/losses.ts";
import { ownersOf } from "../identity/people.ts";
import { Problem } from "../process/problem.ts";
import { requestLocal, type LocalReply } from "../process/request.ts";

/** A site of this run, with its name and URL. */
export interface LocalSite {
  readonly tenant: string;
  readonly site: string;
  readonly name: string;
  readonly url: string;
  /** False if an earlier start created it. */
  readonly created: boolean;
  /** The tenant's current status; `lost` for a site with missing data, `undeployed` if its worker failed. */
  readonly state: TenantStatus | "lost" | "undeployed";
}

interface ProblemBody {
  readonly code?: string;
  readonly detail?: string;
  readonly issues?: readonly { readonly pointer: string; readonly found: string; readonly allowed: string }[];
}

/**
 * Refusals for a site that exists with other values, from another release of the demo or after a change. The site stays
 * as it is.
 */
const EXISTS: ReadonlySet<string> = new Set(["SITE_PROVISION_CONFLICT", "SITE_INITIALIZATION_CONFLICT"]);

const PUBLISHED_MS = 30_000;
const POLL_MS = 50;

/** The workers' port, the operator's bearer, and the data before this start. */
export interface ProvisioningInput {
  readonly port: number;
  readonly secret: string;
  /** The data before this start. */
  readonly kept: Inventory;
  /** Tenants whose worker could not be deployed. No site of theirs is provisioned. */
  readonly left: ReadonlySet<string>;
  readonly tell: (line: string) => void;
}

/** Provisions each missing demo site as an operator, and waits until visitors get its home page. */
export async function provisionDemo(input: ProvisioningInput): Promise<LocalSite[]> {
  const sites: LocalSite[] = [];
  for (const demo of DEMO_NAMES.map(loadDemo)) {
    const state = input.left.has(demo.tenant.id) ? "undeployed" : stateOf(demo, input.kept);
    const created = state === undefined && (await provisionSite(demo, input));
    sites.push({
      tenant: demo.tenant.id,
      site: demo.site.id,
      name: demo.site.name,
      url: `http://${demo.domain.hostname}:${input.port}`,
      created,
      state: state ?? "active",
    });
  }
  return sites;
}

/**
 * The state of an existing site. Undefined for a site that needs provisioning, because it is new or was interrupted.
 */
function stateOf({ tenant, site }: DemoSite, kept: Inventory): LocalSite["state"] | undefined {
  const known = kept.sites.find((one) => one.tenant === tenant.id && one.site === site.id);
  if (known === undefined) return kept.workspaces.get(tenant.id)?.sites.has(site.id) ? "lost" : undefined;
  if (isLost(kept, known)) return "lost";
  return known.isFinished || known.status !== "active" ? known.status : undefined;
}

/** Provisions a site. True if it is new; false if it existed or an interrupted start had made it. */
async function provisionSite(demo: DemoSite, { port, secret, tell }: ProvisioningInput): Promise<boolean> {
  const { media: _, ...payload } = demo;
  const { hostname } = demo.domain;
  const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
  const body = JSON.stringify({ ...payload, identities: ownersOf(demo.tenant.id) });
  const reply = await requestLocal({
    port,
    host: hostname,
    path: "/api/admin/provision",
    method: "POST",
    headers,
    body,
  });
  const created = outcome(reply, hostname, tell);
  if (created) await published(hostname, port);
  return created;
}

function outcome({ status, text }: LocalReply, hostname: string, tell: (line: string) => void): boolean {
  if (status === 200 || status === 201) return (JSON.parse(text) as { created: boolean }).created;
  const { code = "", detail = "", issues = [] } = bodyOf(text);
  if (EXISTS.has(code)) {
    tell(
      `${hostname} exists with other content than this version of the demo, so it was not changed. For the demo of this version, use another folder with --data.`,
    );
    return false;
  }
  const [first] = issues;
  const which = first === undefined ? detail : `${first.pointer}: found ${first.found}; allowed: ${first.allowed}`;
  throw new Problem(
    `The demo site ${hostname} was refused (${[status, code, which].filter(Boolean).join(", ")}). See the log of the workers.`,
  );
}

const bodyOf = (text: string): ProblemBody => (text.startsWith("{") ? (JSON.parse(text) as ProblemBody) : {});

async function published(hostname: string, port: number): Promise<void> {
  const end = performance.now() + PUBLISHED_MS;
  for (;;) {
    const { status } = await requestLocal({ port, host: hostname, path: "/" });
    if (status === 200) return;
    if (performance.now() > end)
      throw new Problem(`The home page of ${hostname} answers ${status} instead of 200 after publication.`);
    await setTimeout(POLL_MS);
  }
}
