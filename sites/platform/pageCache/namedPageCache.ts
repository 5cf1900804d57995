import type { PageCache } from "./pageCache.ts";
import { PAGE_CACHE_NAME } from "./storable.ts";

/**
 * The page cache over the platform's Cache API. A purge reaches only its own data center; elsewhere answers expire
 * within `PUBLIC_STALE_SECONDS`.
 */
export function namedPageCache(): PageCache {
  let opened: Promise<Cache> | undefined;
  /**
   * Opens the cache once, because opening takes a tenth of the time of a hit. The handle belongs to no request. After a
   * failure it is opened again.
   */
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
