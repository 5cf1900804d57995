/**
 * The cache of published answers. The site worker reads and fills it; the workspace purges what a publication replaces.
 * Keys come from `pageCacheKey`. Every method rejects if the platform's cache fails, and callers then continue without
 * it.
 */
export interface PageCache {
  /**
   * The stored answer; undefined if there is none. The cache itself applies a condition or a range of a given request.
   */
  find(lookup: string | Request): Promise<Response | undefined>;
  store(key: string, answer: Response): Promise<void>;
  /** Removes the answers with these keys, if they exist. */
  purge(keys: readonly string[]): Promise<void>;
}
