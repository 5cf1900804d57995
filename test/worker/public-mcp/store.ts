import type { ChainedIndex, PublicPage } from "../../../runtime/search/publicIndex.ts";
import { hostKey, pointerKey, tenantKey } from "../../../runtime/serving/publicKeys.ts";

/** The public store in memory, with recorded reads. */
export function publicStore() {
  const values = new Map<string, string>();
  const reads: string[] = [];
  let [open, most] = [0, 0];
  const store = {
    async get(key: string, type: "json" | "text") {
      reads.push(key);
      most = Math.max(most, (open += 1));
      await Promise.resolve();
      open -= 1;
      const value = values.get(key);
      return value === undefined ? null : type === "json" ? (JSON.parse(value) as unknown) : value;
    },
    async list({ prefix, limit, cursor = "0" }: { prefix: string; limit: number; cursor?: string }) {
      const names = [...values.keys()].filter((name) => name.startsWith(prefix)).toSorted();
      const [start, end] = [Number(cursor), Number(cursor) + limit];
      return {
        keys: names.slice(start, end).map((name) => ({ name })),
        list_complete: end >= names.length,
        cursor: String(end),
      };
    },
  };
  return {
    values,
    reads,
    store: store as unknown as KVNamespace,
    /** The largest number of concurrent reads. */
    most: () => most,
    /** Adds a site with its pages in one part. Its tenant has the same name. */
    site(tenant: string, pages: readonly PublicPage[] = []) {
      const put = (key: string, value: unknown) => values.set(tenantKey(tenant, key), JSON.stringify(value));
      const catalogue = {
        site: { name: tenant, language: "en", url: `https://${tenant}/` },
        tools: [],
        resources: [],
        prompts: [],
        forms: [],
        redirects: [],
      };
      put("catalogue", catalogue);
      put("index", { pages, next: null } satisfies ChainedIndex);
      const pointer = {
        sequence: 1,
        release: 1,
        publishedAt: "",
        origin: `https://${tenant}`,
        hostnames: [tenant],
        index: "index",
        catalogue: "catalogue",
      };
      put(pointerKey("main"), pointer);
      values.set(hostKey(tenant), JSON.stringify({ tenant, site: "main" }));
      return pointer;
    },
  };
}

export const storedPage = (id: string): PublicPage => ({
  id,
  path: `/${id}`,
  url: `https://site.example/${id}`,
  title: id,
  description: null,
  collection: null,
  date: null,
  updated: null,
  author: null,
  image: null,
  key: `pages/${id}`,
  headings: [],
  excerpt: "",
  modified: "",
});
