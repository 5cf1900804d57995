/**
 * Shapes of the public store's values, checked on reading: another worker, perhaps of another version, writes the
 * store.
 */
import * as z from "zod/mini";
import type { Catalogue } from "../../../runtime/rendering/agents/catalogue.ts";
import type { PublicIndex } from "../../../runtime/search/publicIndex.ts";
import { hostKey, pointerKey, tenantKey } from "../../../runtime/serving/publicKeys.ts";
import type { PageText } from "../../../runtime/rendering/markdown/pageText.ts";
import type { WordDirectory } from "../../../runtime/search/wordIndex.ts";

/** The public store, as far as it is read. */
export interface PublicReads {
  get<T>(key: string, type: "json"): Promise<T | null>;
  get(key: string, type: "text"): Promise<string | null>;
}

const place = z.object({ tenant: z.string(), site: z.string() });
/** The owner of a site's content: its tenant and its site. */
export type ContentOwner = z.infer<typeof place>;

const pointer = z.object({
  sequence: z.number(),
  release: z.number(),
  publishedAt: z.string(),
  origin: z.string(),
  hostnames: z.array(z.string()),
  index: z.string(),
  catalogue: z.string(),
  /** Absent in publications from before texts were indexed. */
  words: z.optional(z.string()),
});
export type Pointer = z.infer<typeof pointer>;

export async function readPlace(store: PublicReads, hostname: string): Promise<ContentOwner | undefined> {
  return known(place, await store.get<unknown>(hostKey(hostname), "json"));
}

export async function readPointer(store: PublicReads, tenant: string, site: string): Promise<Pointer | undefined> {
  return known(pointer, await store.get<unknown>(tenantKey(tenant, pointerKey(site)), "json"));
}

function known<T>(shape: z.ZodMiniType<T>, value: unknown): T | undefined {
  const parsed = shape.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/**
 * Values under keys that a pointer or an index names. They are as their digest says, or gone, or not here yet. So the
 * store is not asked to keep its answer longer, as it would keep "not here" as long.
 */
const readFixed = async <T>(store: PublicReads, tenant: string, key: string): Promise<T | undefined> =>
  (await store.get<T>(tenantKey(tenant, key), "json")) ?? undefined;

export const readCatalogue = (store: PublicReads, tenant: string, key: string) =>
  readFixed<Catalogue>(store, tenant, key);
export const readIndex = (store: PublicReads, tenant: string, key: string) =>
  readFixed<PublicIndex>(store, tenant, key);
export const readText = (store: PublicReads, tenant: string, key: string) => readFixed<PageText>(store, tenant, key);
export const readDirectory = (store: PublicReads, tenant: string, key: string) =>
  readFixed<WordDirectory>(store, tenant, key);
export const readWords = (store: PublicReads, tenant: string, key: string): Promise<string | null> =>
  store.get(tenantKey(tenant, key), "text");
