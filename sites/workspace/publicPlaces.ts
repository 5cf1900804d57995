import { PAGE_CACHE_NAME } from "../../runtime/pageCache.ts";
import type { ErasedPlaces } from "../../runtime/backups/erasures.ts";
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

/** The same keys, to be removed: what is left of a hostname that is another tenant's by now is theirs. */
export function erasedPlaces(store: KVNamespace, tenant: string): ErasedPlaces {
  const own = tenantKey(tenant, "");
  const remove = async (key: string): Promise<void> => {
    if (isHostKey(key) && (await store.get<{ tenant?: string }>(key, "json"))?.tenant !== tenant) return;
    await store.delete(scoped(tenant, key));
  };
  return {
    async delete(keys) {
      await Promise.all(keys.map(remove));
    },
    async list(cursor, most) {
      const page = await store.list({ prefix: own, limit: most, ...(cursor === "" ? {} : { cursor }) });
      return { keys: page.keys.map(({ name }) => name.slice(own.length)), next: page.list_complete ? null : page.cursor };
    },
  };
}

const scoped = (tenant: string, key: string): string => (isHostKey(key) ? key : tenantKey(tenant, key));

const withTenant = (tenant: string, value: string): string => JSON.stringify({ tenant, ...(JSON.parse(value) as object) });
