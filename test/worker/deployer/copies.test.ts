/** Copies more files than one request may, over several pages of a list. None may be missing or copied twice. */
import { describe, expect, test } from "vitest";
import { MEDIA_COPIES_MAX } from "../../../manifests/bounds/backups.ts";
import { archiveFiles, requireArchivedFiles, returnFiles } from "../../../sites/workers/deployer/archives/copies.ts";
import { mediaKey, storedMediaKey } from "../../../sites/workers/deployer/archives/keys.ts";
import type { Hosting } from "../../../sites/workers/deployer/tenants/hosting.ts";
import type { TenantEnv } from "../../../sites/workers/tenant/env.ts";
import { FILES } from "../../../sites/workers/tenant/files.ts";

const TENANT = "acme";
const BYTES = "abc";
const digestOf = (number: number): string => number.toString(16).padStart(64, "0");
const digests = (count: number): string[] => Array.from({ length: count }, (_, number) => digestOf(number));

/** One page of keys after a cursor. A full page may be the last. */
function pageOf(keys: Iterable<string>, cursor: string | null | undefined, size: number) {
  const sorted = [...keys].toSorted();
  const from = Number(cursor ?? 0);
  const next = from + size < sorted.length ? String(from + size) : null;
  return { keys: sorted.slice(from, from + size), next };
}

/** An archive bucket and a tenant's bucket with pages of this size. */
function stores(size: number) {
  const [archived, stored] = [new Set<string>(), new Set<string>()];
  const copies: string[] = [];
  const taken = async (into: Set<string>, key: string, body: ReadableStream) => {
    expect(await new Response(body).text()).toBe(BYTES);
    copies.push(key);
    into.add(key);
  };
  const archives = {
    list: async ({ cursor }: { readonly cursor?: string }) => {
      const { keys, next } = pageOf(archived, cursor, size);
      const objects = keys.map((key) => ({ key }));
      return next === null ? { objects, truncated: false } : { objects, truncated: true, cursor: next };
    },
    put: (key: string, body: ReadableStream) => taken(archived, key, body),
    get: async (key: string) =>
      archived.has(key) ? { size: BYTES.length, body: new Response(BYTES).body, httpMetadata: {} } : null,
  };
  const tenants = {
    list: async (_tenant: string, _part: string, cursor: string | null) => {
      const { keys, next } = pageOf(stored, cursor, size);
      return { objects: keys.map((key) => ({ key })), next };
    },
    read: async (_tenant: string, _part: string, key: string) =>
      stored.has(key) ? { object: { key, bytes: BYTES.length, type: null }, body: new Response(BYTES).body } : null,
    write: (_tenant: string, _part: string, { key }: { readonly key: string }, body: ReadableStream) =>
      taken(stored, key, body),
  };
  return { hosting: { archives, tenants } as unknown as Hosting, archived, stored, copies };
}

const AROUND = [-1, 0, 1].map((more) => [more, MEDIA_COPIES_MAX + more] as const);

/** Repeats a request until it is done, as with `--key`. Answers the number of requests. */
async function requestsFor(copy: () => Promise<void>): Promise<number> {
  for (let sent = 1; ; sent++) {
    try {
      await copy();
      return sent;
    } catch (error) {
      expect(error).toMatchObject({ code: "CONFLICT", detail: { left: expect.any(Number) as number } });
    }
  }
}

describe("files of an export", () => {
  test.each(AROUND)(
    "with %i more than a request copies and a page names are all archived, once",
    async (more, count) => {
      const { hosting, archived, stored, copies } = stores(MEDIA_COPIES_MAX);
      for (const digest of digests(count)) stored.add(storedMediaKey(TENANT, digest));
      const requests = await requestsFor(() => archiveFiles(hosting, TENANT, digests(count)));
      expect([requests, copies.length, archived.size]).toEqual([more > 0 ? 2 : 1, count, count]);
      await archiveFiles(hosting, TENANT, digests(count));
      expect(copies).toHaveLength(count);
      await requireArchivedFiles(hosting, TENANT, digests(count));
      await expect(requireArchivedFiles(hosting, TENANT, digests(count + 1))).rejects.toMatchObject({
        code: "CONFLICT",
        detail: { digest: digestOf(count) },
      });
    },
  );

  test.each(AROUND)("with %i more than that are all put back, once", async (more, count) => {
    const { hosting, archived, stored, copies } = stores(MEDIA_COPIES_MAX);
    for (const digest of digests(count)) archived.add(mediaKey(TENANT, digest));
    const requests = await requestsFor(() => returnFiles(hosting, TENANT, digests(count)));
    expect([requests, copies.length, stored.size]).toEqual([more > 0 ? 2 : 1, count, count]);
    await returnFiles(hosting, TENANT, digests(count));
    expect(copies).toHaveLength(count);
  });
});

test.each(AROUND)(
  "a bucket with %i more than a page holds is emptied page by page, to its last object",
  async (more, count) => {
    const kept = new Set(digests(count));
    const STORE = {
      list: async () => {
        const { keys, next } = pageOf(kept, null, MEDIA_COPIES_MAX);
        return { objects: keys.map((key) => ({ key })), truncated: next !== null };
      },
      delete: async (keys: readonly string[]) => keys.forEach((key) => kept.delete(key)),
    };
    const empty = () => FILES["storeEmpty"]?.({ STORE } as unknown as TenantEnv) as Promise<boolean>;
    expect([await empty(), kept.size]).toEqual([more <= 0, Math.max(0, more)]);
    expect([await empty(), kept.size]).toEqual([true, 0]);
  },
);
