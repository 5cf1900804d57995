/**
 * Shapes of the public store's values. Readers check them, because another worker, possibly of another version, writes
 * the store.
 */
import * as z from "zod/mini";
import type { Redirect } from "../../runtime/documents/content/content.ts";
import type { Catalogue } from "../../runtime/rendering/agents/catalogue.ts";
import type { ChainedIndex, PublicIndex, PublicIndexPart } from "../../runtime/search/publicIndex.ts";
import { hostKey, pointerKey, tenantKey } from "../../runtime/serving/publicKeys.ts";
import type { RulesList } from "../../runtime/serving/rules/publicRules.ts";
import type { PageText } from "../../runtime/rendering/markdown/pageText.ts";
import type { WordDirectory } from "../../runtime/search/wordIndex.ts";

/** The read functions of the public store. */
export interface PublicReads {
  get<T>(key: string, type: "json"): Promise<T | null>;
  get(key: string, type: "text"): Promise<string | null>;
}

const place = z.object({ tenant: z.string(), site: z.string() });
/** The tenant and the site that own the content. */
export type ContentOwner = z.infer<typeof place>;

const pointer = z.object({
  sequence: z.number(),
  release: z.number(),
  publishedAt: z.string(),
  origin: z.string(),
  hostnames: z.array(z.string()),
  index: z.string(),
  catalogue: z.string(),
  /** Undefined for publications from before the search index existed. */
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
 * Reads a value by a key with its digest. A value may be missing, but cannot be wrong. KV's cache time stays at its
 * default, because a longer one would also prolong "not found".
 */
const readFixed = async <T>(store: PublicReads, tenant: string, key: string): Promise<T | undefined> =>
  (await store.get<T>(tenantKey(tenant, key), "json")) ?? undefined;

export const readCatalogue = (store: PublicReads, tenant: string, key: string) =>
  readFixed<Catalogue>(store, tenant, key);
/** Redirects, or the list of their parts. An earlier release stored all of them under one key. */
export const readRules = (store: PublicReads, tenant: string, key: string) =>
  readFixed<readonly Redirect[] | RulesList>(store, tenant, key);
/** An index that an earlier release copied is a chain. */
export const readIndex = (store: PublicReads, tenant: string, key: string) =>
  readFixed<PublicIndex | ChainedIndex>(store, tenant, key);
export const readIndexPart = (store: PublicReads, tenant: string, key: string) =>
  readFixed<PublicIndexPart>(store, tenant, key);
export const readText = (store: PublicReads, tenant: string, key: string) => readFixed<PageText>(store, tenant, key);
export const readDirectory = (store: PublicReads, tenant: string, key: string) =>
  readFixed<WordDirectory>(store, tenant, key);
export const readWords = (store: PublicReads, tenant: string, key: string): Promise<string | null> =>
  store.get(tenantKey(tenant, key), "text");
