import type { PublicMoments } from "../../plugins/states/indexedTypes.ts";
import type { Sites } from "../../tenancy/sites.ts";
import type { Releases } from "./releases.ts";

interface MomentParts {
  readonly sites: Sites;
  readonly releases: Releases;
}

/** The moments of the draft that visitors see, and those that a running publication is going to show. */
export const publicMoments =
  (parts: MomentParts): PublicMoments =>
  (site) => {
    const shown = parts.releases.find(site, parts.sites.get(site).release);
    return [shown, parts.releases.building(site)].flatMap((release) => (release ? [release.change] : []));
  };
