/** The objects that should be in a bucket, by the digest of their bytes. */
import type { Inventory } from "../state/inventory.ts";

/** A key whose bytes are known by their digest. */
export interface WantedObject {
  readonly bucket: string;
  readonly key: string;
  readonly type: string;
}

/** SHA-256 of the bytes, in hexadecimal, and the keys that want them. */
export type WantedByDigest = ReadonlyMap<string, readonly WantedObject[]>;

/** The buckets of tenants that share one worker. A tenant with its own worker has one bucket with two parts. */
export const SHARED = { media: "drawbridge-media", backups: "drawbridge-backups" } as const;

/** The uploads that workspaces name, and the copies of them that archives need. */
export function wantedObjects({ workspaces, hosted }: Pick<Inventory, "workspaces" | "hosted">): WantedByDigest {
  const all = [...workspaces.values()].flatMap(({ tenant, files, held }) => {
    const worker = hosted.get(tenant);
    const place = (part: "media" | "backups", key: string) =>
      worker === undefined ? { bucket: SHARED[part], key } : { bucket: `${worker}-store`, key: `${part}/${key}` };
    return [
      ...held.map(({ key, digest, type }) => ({ digest, type, ...place("media", key) })),
      ...files.flatMap(({ key, digest, type }) => [
        { digest, type, ...place("media", key) },
        { digest, type, ...place("backups", `${tenant}/media/${digest}`) },
      ]),
    ];
  });
  return Map.groupBy(all, ({ digest }) => digest);
}

/** Uploads, their copies in archives, and pictures in other widths. All can be stored again under their key. */
const BY_DIGEST = /^(?:(?:media|backups)\/)?[^/]+\/(?:media\/)?[0-9a-f]{64}(?:\/|$)/;
/** A picture in another width is made again when a visitor asks for it. */
const OTHER_WIDTH = /\/w\d+$/;
/** Files of uploads that go on or were given up. */
const UPLOADING = /^(?:media\/)?[^/]+\/uploads\//;

/** True for a key that must not stay without its bytes, because a new upload would count as stored already. */
export const isStoredAgain = (key: string): boolean => BY_DIGEST.test(key) || UPLOADING.test(key);

/** True for a key whose loss no workspace names, and that nobody can make again. */
export const isNamedNowhere = (key: string): boolean => key !== "" && !isStoredAgain(key);

export const isMadeAgain = (key: string): boolean => OTHER_WIDTH.test(key);

/** The tenant of an object, which its key begins with. */
export const tenantOfKey = (key: string): string =>
  key
    .replace(/^(?:media|backups)\//, "")
    .split("/", 1)
    .join("");
