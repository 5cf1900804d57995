import { MCP_FRESH_MS, MCP_SITES_KEPT } from "../../manifests/bounds.ts";
import { Kept } from "./kept.ts";
import { PublishedSite, versionOf } from "./publishedSite.ts";
import { readCatalogue, readPlace, readPointer } from "./stored.ts";

interface Known {
  readonly until: number;
  readonly site: Promise<PublishedSite | undefined>;
}

/** By hostname, also those nobody has: asking for them again costs nothing either. */
const known = new Kept<Known>(MCP_SITES_KEPT);

/** The site of a verified hostname, if it has been published and is to be seen. At most MCP_FRESH_MS old. */
export function siteOf(store: KVNamespace, hostname: string): Promise<PublishedSite | undefined> {
  const now = Date.now();
  const before = known.get(hostname);
  if (before && now < before.until) return before.site;
  const site = before ? before.site.catch(() => undefined).then((last) => read(store, hostname, last)) : read(store, hostname, undefined);
  known.set(hostname, { until: now + MCP_FRESH_MS, site });
  // What could not be read is asked for again at once.
  void site.catch(() => known.set(hostname, { until: 0, site: Promise.resolve(undefined) }));
  return site;
}

async function read(store: KVNamespace, hostname: string, last: PublishedSite | undefined): Promise<PublishedSite | undefined> {
  const place = await readPlace(store, hostname);
  const pointer = place && (await readPointer(store, place.tenant, place.site));
  // A name that was taken from a site may still lead to it; only the names it has count.
  if (!place || !pointer?.hostnames.includes(hostname)) return undefined;
  if (last && last.version === versionOf(pointer) && last.place.tenant === place.tenant && last.place.site === place.site) return last;
  const catalogue = await readCatalogue(store, place.tenant, pointer.catalogue);
  if (!catalogue) throw new Error("what the site offers is gone");
  return new PublishedSite(store, place, pointer, catalogue);
}
