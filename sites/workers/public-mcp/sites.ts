import { MCP_FRESH_MS, MCP_SITES_KEPT, MCP_STRANGERS_KEPT } from "../../../manifests/bounds/agents.ts";
import { WeightedCache } from "../../mcp/kept.ts";
import { PublishedSite, contentVersion } from "../../mcp/publishedSite.ts";
import {
  type ContentOwner,
  type Pointer,
  type PublicReads,
  readCatalogue,
  readPlace,
  readPointer,
} from "../../mcp/stored.ts";

interface Known {
  readonly until: number;
  readonly site: PublishedSite | undefined;
}

/** Known sites by hostname. */
const known = new WeightedCache<Known>(MCP_SITES_KEPT);
/** Hostnames without a site, so that a repeated request does not read the store. */
const strangers = new WeightedCache<Known>(MCP_STRANGERS_KEPT);

/**
 * The site of a verified hostname, if it is published and visible; at most MCP_FRESH_MS old. Concurrent requests each
 * read for themselves, because a request that waits for another hangs when that one's client disconnects.
 */
export async function findPublishedSite(store: KVNamespace, hostname: string): Promise<PublishedSite | undefined> {
  const now = Date.now();
  const before = known.get(hostname) ?? strangers.get(hostname);
  if (before && now < before.until) return before.site;
  const site = await read(store, hostname, before?.site);
  (site || known.get(hostname) ? known : strangers).set(hostname, { until: now + MCP_FRESH_MS, site });
  return site;
}

async function read(
  store: KVNamespace,
  hostname: string,
  last: PublishedSite | undefined,
): Promise<PublishedSite | undefined> {
  const place = await readPlace(store, hostname);
  const pointer = place && (await readPointer(store, place.tenant, place.site));
  // A hostname that was removed from a site may still point to it, so the site's own list decides.
  if (!place || !pointer?.hostnames.includes(hostname)) return undefined;
  return publicationAt(store, place, pointer, last);
}

/** The publication that a pointer names; `last` if that is still it. */
export async function publicationAt(
  store: PublicReads,
  place: ContentOwner,
  pointer: Pointer,
  last: PublishedSite | undefined,
): Promise<PublishedSite> {
  if (
    last &&
    last.version === contentVersion(pointer) &&
    last.place.tenant === place.tenant &&
    last.place.site === place.site
  )
    return last;
  const catalogue = await readCatalogue(store, place.tenant, pointer.catalogue);
  if (!catalogue) throw new Error("what the site offers is gone");
  return new PublishedSite(store, place, pointer, catalogue);
}
