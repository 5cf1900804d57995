import type { PageCache } from "./pageCache.ts";
import { PAGE_CACHE_NAME } from "./storable.ts";

/**
 * The page cache over the platform's named Cache API. A purge reaches the data center it runs in; elsewhere answers age
 * out within `PUBLIC_STALE_SECONDS`.
 */
export function namedPageCache(): PageCache {
  let opened: Promise<Cache> | undefined;
  /** Opens the cache once: the handle holds no request, and opening is a tenth of a hit. A handle that failed is not kept. */
  const use = async <T>(ask: (cache: Cache) => Promise<T>): Promise<T> => {
    try {
      return await ask(await (opened ??= caches.open(PAGE_CACHE_NAME)));
    } catch (error) {
      opened = undefined;
      throw error;
    }
  };
  return {
    find: (lookup) => use((cache) => cache.match(lookup)),
    store: (key, answer) => use((cache) => cache.put(key, answer)),
    purge: (keys) => use(async (cache) => void (await Promise.all(keys.map((key) => cache.delete(key))))),
  };
}
