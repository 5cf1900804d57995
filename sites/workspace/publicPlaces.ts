import { PAGE_CACHE_NAME } from "../../runtime/pageCache.ts";
import { isHostKey, tenantKey } from "../../runtime/publicKeys.ts";
import type { PublicPlaces } from "../../runtime/publicContent.ts";

/**
 * The public store and the page cache. Keys of sites are put under their tenant, because two tenants may use the same
 * site id; the key of a hostname says whose it is.
 */
export function publicPlaces(store: KVNamespace, tenant: string): PublicPlaces {
  return {
    put: (key, value) => store.put(scoped(tenant, key), isHostKey(key) ? withTenant(tenant, value) : value),
    delete: (key) => store.delete(scoped(tenant, key)),
    async purge(cacheKeys) {
      const cache = await caches.open(PAGE_CACHE_NAME);
      await Promise.all(cacheKeys.map((key) => cache.delete(key)));
    },
  };
}

const scoped = (tenant: string, key: string): string => (isHostKey(key) ? key : tenantKey(tenant, key));

const withTenant = (tenant: string, value: string): string => JSON.stringify({ tenant, ...(JSON.parse(value) as object) });
