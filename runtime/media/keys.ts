/** The storage keys of a tenant's files. */
import { UPLOAD_PARTS_MAX } from "../../manifests/bounds/media.ts";
import { AVIF_RENDITIONS, RENDITIONS } from "../../manifests/shapes/mediaTypes.ts";

/** A file's storage key within the tenant's prefix. The worker that owns the bucket adds the prefix. */
export const objectKey = (digest: string, object: string): string => `${digest}/${object}`;

/** The place of files for readers, below their digests. No address of a visitor has a key with three parts there. */
const FOR_READERS = "readers/kept/";

/** The last part of the storage key of a file for readers. */
export const objectForReaders = (name: string): string => FOR_READERS + name;

export const isForReaders = (object: string): boolean => object.startsWith(FOR_READERS);

/** The last part of a file's address. It is the same wherever the file stands. */
export const nameInAddress = (object: string): string =>
  isForReaders(object) ? object.slice(FOR_READERS.length) : object;

const UPLOADS = "uploads/";
export const uploadKey = (id: string): string => UPLOADS + id;
/** The key of one part, numbered from 0, of a file stored in parts. */
export const partKey = (key: string, part: number): string => `${key}/${part}`;

const CLEAN = "clean";

/** The key of a picture without its metadata, as visitors get it. */
export const cleanKey = (key: string): string => `${key}/${CLEAN}`;

/** The last parts of the keys of what the site makes of a file. */
const MADE: readonly string[] = [CLEAN, ...RENDITIONS.keys(), ...AVIF_RENDITIONS.keys()];

/** Keys of files that visitors are served: a digest and a name, and optionally what the site made of the file. */
const SERVED = /^[a-z0-9-]+\/[0-9a-f]{64}\/[^/]+(?:\/([^/]+))?$/;

/** Tells whether visitors may be served an object of a bucket. */
export function isServedKey(key: string): boolean {
  const found = SERVED.exec(key);
  return found !== null && (found[1] === undefined || MADE.includes(found[1]));
}

/** All keys that may exist for a file: its clean copy and a picture's renditions, or an upload's parts. */
export const keysWith = (key: string): string[] => [
  key,
  ...(key.startsWith(UPLOADS) ? partsOf(key) : MADE.map((part) => `${key}/${part}`)),
];

const partsOf = (key: string): string[] => Array.from({ length: UPLOAD_PARTS_MAX }, (_, part) => partKey(key, part));
