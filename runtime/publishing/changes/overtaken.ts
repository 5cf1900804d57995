import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { PluginShelf } from "../../plugins/states/shelf.ts";
import type { Pinned } from "../../snapshots/pinned.ts";
import type { Sites } from "../../tenancy/sites.ts";
import type { Releases } from "../releases/releases.ts";
import { type Plan, sameDigests } from "./publishPlan.ts";

interface OvertakenParts {
  readonly sites: Pick<Sites, "get">;
  readonly releases: Pick<Releases, "latestReady">;
  readonly plugins: Pick<PluginShelf, "forSite">;
}

/** Tells whether a site still has the plugins that a publication has pinned. */
export const hasSamePlugins = (
  { plugins }: Pick<OvertakenParts, "plugins">,
  { site, change, plugins: pinned }: Pinned,
): boolean => sameDigests(pinned.digests, plugins.forSite(site.site, change).digests);

/**
 * Throws if another publication was committed meanwhile, because this one would restore old pages. Also throws if the
 * site's hostnames changed, or if a plugin was removed meanwhile.
 */
export function requireNotOvertaken(parts: OvertakenParts, { pinned, base }: Plan): void {
  const now = parts.sites.get(pinned.site.site);
  if (now.release !== pinned.site.release || parts.releases.latestReady(now.site) !== (base?.id ?? 0))
    throw new Refusal("CONFLICT", {
      conflict: "publication_overtaken",
      reason: "Another publication finished first.",
    });
  if (!pinned.isAt(now))
    throw new Refusal("CONFLICT", {
      conflict: "address_changed",
      reason: "The site's address changed meanwhile. Publish again.",
    });
  if (!hasSamePlugins(parts, pinned))
    throw new Refusal("CONFLICT", {
      conflict: "plugins_changed",
      reason: "The plugins changed meanwhile. Publish again.",
    });
}
