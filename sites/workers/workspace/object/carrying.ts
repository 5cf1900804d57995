import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Kernel } from "../../../../runtime/kernel.ts";
import type { SiteRemoval } from "../../../../runtime/operating/siteRemovals.ts";
import type { RemoveSiteInput } from "../../../../runtime/operating/siteRemover.ts";
import type { RefreshResult } from "../../../../runtime/serving/publicContent.ts";
import type { WorkspacePowers } from "../bindings/powers.ts";
import { publicPlaces } from "../storage/publicPlaces.ts";

type Offers = Kernel["offers"];

/** Brings a publication to the public store and the caches. Does nothing for a site that is gone. */
export async function carryPublication(
  { erasures, siteRemovals, sites, publicContent }: Offers,
  given: WorkspacePowers,
  site: string,
  sequence: number,
): Promise<RefreshResult> {
  // The queue may still have held the message when the site was erased or removed.
  if (siteRemovals.find(site) || erasures.last()?.sites.includes(site)) return { done: true, sequence };
  const { tenant } = sites.get(site);
  return publicContent.refresh(site, sequence, publicPlaces(given.publicStore, tenant, given.pages));
}

/** Removes a site, and takes it out of the page cache. `renewed` answers the parts of a kernel that never knew it. */
export async function takeSiteAway(
  offers: Offers,
  given: WorkspacePowers,
  input: RemoveSiteInput,
  renewed: () => Offers,
): Promise<SiteRemoval> {
  const { cacheKeys } = await offers.siteRemover.run(input);
  const after = renewed();
  await given.pages.purge(cacheKeys);
  return after.siteRemover.goOn(input);
}

export const otherTenants = (): Refusal =>
  new Refusal("CONFLICT", { conflict: "other_tenants_workspace", reason: "This workspace is another tenant's." });
