import type { LoaderReport } from "../../../manifests/loaderState.ts";
import { Problem } from "../problem.ts";
import { requestLocal } from "../request.ts";
import type { LocalSite } from "./provisioning.ts";

/** A plugin that a site skips, and why. */
export interface Skipped {
  readonly site: string;
  readonly id: string;
  readonly version: string;
  readonly reason: string;
  readonly detail: string;
}

/** The availability of plugin code in this run, and the skipped plugins, as the workers report them. */
export interface PluginAvailability {
  readonly loader: LoaderReport;
  readonly skipped: readonly Skipped[];
}

interface Status {
  readonly loader: PluginAvailability["loader"];
  readonly tenants: readonly {
    readonly id: string;
    readonly workspace: {
      readonly sites: readonly {
        readonly site: string;
        readonly plugins: { readonly skipped: readonly Omit<Skipped, "site">[] };
      }[];
    } | null;
  }[];
}

/** The operator's bearer, and the sites of a run. */
export interface PluginAvailabilityInput {
  readonly port: number;
  readonly secret: string;
  readonly sites: readonly LocalSite[];
}

/** Asks the workers as an operator, so that the run shows facts and no assumptions. */
export async function pluginAvailability({
  port,
  secret,
  sites,
}: PluginAvailabilityInput): Promise<PluginAvailability> {
  const reply = await requestLocal({
    port,
    host: "localhost",
    path: "/api/admin/status",
    headers: { authorization: `Bearer ${secret}` },
  });
  if (reply.status !== 200)
    throw new Problem(`The status of the workers answers ${reply.status}. What they said is in their log.`);
  const { loader, tenants } = JSON.parse(reply.text) as Status;
  const named = new Map(sites.map(({ site, name }) => [site, name]));
  const all = tenants.flatMap(({ workspace }) => workspace?.sites ?? []);
  const skipped = all.flatMap(({ site, plugins }) =>
    plugins.skipped.map((plugin) => ({ ...plugin, site: named.get(site) ?? site })),
  );
  return { loader, skipped };
}
