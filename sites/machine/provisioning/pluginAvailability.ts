import type { LoaderReport } from "../../../manifests/loaderState.ts";
import { Problem } from "../process/problem.ts";
import { requestLocal } from "../process/request.ts";
import type { SkippedFolder } from "./pluginPack.ts";
import type { LocalSite } from "./provisioning.ts";

/** A plugin that a site skips, and why. */
export interface Skipped {
  readonly site: string;
  readonly id: string;
  readonly version: string;
  readonly reason: string;
  readonly detail: string;
}

/** A folder that is left out, and the sites that still use an earlier version of its plugin. */
export interface ReportedFolder extends SkippedFolder {
  readonly goesOn: readonly { readonly site: string; readonly version: string }[];
}

/** The availability of plugin code in this run, and the skipped plugins, as the workers report them. */
export interface PluginAvailability {
  readonly loader: LoaderReport;
  readonly skipped: readonly Skipped[];
  readonly leftOut: readonly ReportedFolder[];
}

interface Status {
  readonly loader: PluginAvailability["loader"];
  readonly tenants: readonly {
    readonly id: string;
    readonly workspace: {
      readonly sites: readonly {
        readonly site: string;
        readonly plugins: {
          readonly active: readonly { readonly id: string; readonly version: string }[];
          readonly skipped: readonly Omit<Skipped, "site">[];
        };
      }[];
    } | null;
  }[];
}

/** The operator's bearer, and the sites of a run. */
export interface PluginAvailabilityInput {
  readonly port: number;
  readonly secret: string;
  readonly sites: readonly LocalSite[];
  readonly leftOut: readonly SkippedFolder[];
}

/** Asks the workers as an operator, so that the run shows facts and no assumptions. */
export async function pluginAvailability({
  port,
  secret,
  sites,
  leftOut,
}: PluginAvailabilityInput): Promise<PluginAvailability> {
  const reply = await requestLocal({
    port,
    host: "localhost",
    path: "/api/admin/status",
    headers: { authorization: `Bearer ${secret}` },
  });
  if (reply.status !== 200) throw new Problem(`The status of the workers answers ${reply.status}. See their log.`);
  const { loader, tenants } = JSON.parse(reply.text) as Status;
  const named = new Map(sites.map(({ site, name }) => [site, name]));
  const all = tenants.flatMap(({ workspace }) => workspace?.sites ?? []);
  const skipped = all.flatMap(({ site, plugins }) =>
    plugins.skipped.map((plugin) => ({ ...plugin, site: named.get(site) ?? site })),
  );
  const goesOn = (wanted: string | undefined): ReportedFolder["goesOn"] =>
    all.flatMap(({ site, plugins }) =>
      plugins.active
        .filter(({ id }) => id === wanted)
        .map(({ version }) => ({ site: named.get(site) ?? site, version })),
    );
  return { loader, skipped, leftOut: leftOut.map((one) => ({ ...one, goesOn: goesOn(one.id) })) };
}
