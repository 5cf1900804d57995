import { Problem } from "./problem.ts";
import { ask } from "./request.ts";
import type { LocalSite } from "./provisioning.ts";

/** A plugin that takes no part in a site, and why. */
export interface Skipped {
  readonly site: string;
  readonly id: string;
  readonly version: string;
  readonly reason: string;
  readonly detail: string;
}

/** What this run can do with plugins, as its own status has it. */
export interface Standing {
  readonly loader: { readonly available: boolean; readonly reason: string | null };
  readonly skipped: readonly Skipped[];
}

interface Status {
  readonly loader: Standing["loader"];
  readonly tenants: readonly {
    readonly id: string;
    readonly workspace: { readonly sites: readonly { readonly site: string; readonly plugins: { readonly skipped: readonly Omit<Skipped, "site">[] } }[] } | null;
  }[];
}

export interface StandingInput {
  readonly port: number;
  readonly secret: string;
  readonly sites: readonly LocalSite[];
}

/** Asks like an operator: what the workers say of themselves is what is shown, and nothing this program believes. */
export async function standingOf({ port, secret, sites }: StandingInput): Promise<Standing> {
  const reply = await ask({ port, host: "localhost", path: "/api/admin/status", headers: { authorization: `Bearer ${secret}` } });
  if (reply.status !== 200) throw new Problem(`The status of the workers answers ${reply.status}. What they said is in their log.`);
  const { loader, tenants } = JSON.parse(reply.text) as Status;
  const named = new Map(sites.map(({ site, name }) => [site, name]));
  const all = tenants.flatMap(({ workspace }) => workspace?.sites ?? []);
  const skipped = all.flatMap(({ site, plugins }) => plugins.skipped.map((plugin) => ({ ...plugin, site: named.get(site) ?? site })));
  return { loader, skipped };
}
