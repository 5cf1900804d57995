import { MCP_FRESH_MS, MCP_SITES_KEPT } from "../../manifests/bounds.ts";
import { Kept } from "../shared/mcp/kept.ts";
import { PublishedSite, versionOf } from "../shared/mcp/publishedSite.ts";
import { readCatalogue, readPointer } from "../shared/mcp/stored.ts";
import type { Caller } from "./caller.ts";
import type { Env } from "./env.ts";

interface Known {
  readonly until: number;
  readonly site: PublishedSite | undefined;
}

const known = new Kept<Known>(MCP_SITES_KEPT);

/** What the site of the caller has published, with what its plugins without code offer; undefined before the first publication. */
export async function publishedOf({ PUBLIC_CONTENT }: Env, { tenant, site }: Pick<Caller, "tenant" | "site">): Promise<PublishedSite | undefined> {
  const key = JSON.stringify([tenant, site]);
  const before = known.get(key);
  const now = Date.now();
  if (before && now < before.until) return before.site;
  const found = await read(PUBLIC_CONTENT, tenant, site, before?.site);
  known.set(key, { until: now + MCP_FRESH_MS, site: found });
  return found;
}

async function read(store: KVNamespace, tenant: string, site: string, last: PublishedSite | undefined): Promise<PublishedSite | undefined> {
  const pointer = await readPointer(store, tenant, site);
  if (!pointer) return undefined;
  if (last?.version === versionOf(pointer)) return last;
  const catalogue = await readCatalogue(store, tenant, pointer.catalogue);
  return catalogue ? new PublishedSite(store, { tenant, site }, pointer, catalogue) : undefined;
}
