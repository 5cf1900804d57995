/**
 * The cache in front of published answers. Two workers hold it: the site worker reads and fills it, the workspace purges
 * what a publication replaced. Keys come from `pageCacheKey`. Every method rejects when the platform's cache fails; a
 * caller goes on without it.
 */
export interface PageCache {
  /** The stored answer. A request as lookup may carry a condition or a range, which the cache then answers itself. */
  find(lookup: string | Request): Promise<Response | undefined>;
  store(key: string, answer: Response): Promise<void>;
  /** Forgets the answers of these keys; a key without an answer is no failure. */
  purge(keys: readonly string[]): Promise<void>;
}
