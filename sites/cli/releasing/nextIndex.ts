/** The next version of the index at a place, with one more package, signed. */
import type { Index } from "../../../manifests/distribution/indexShape.ts";
import { indexKeys, openIndex, readIndexText } from "../../../manifests/distribution/openIndex.ts";
import { holdsUntil, type SeenIndex } from "../../../manifests/distribution/judgeIndex.ts";
import { textDigest } from "../../../manifests/trust/digest.ts";
import { INDEX_TYPE } from "../../../manifests/trust/header.ts";
import { Trouble, UsageError } from "../command/command.ts";
import { indexFileBytes, unsignedIndex } from "../plugin/index/documents.ts";
import { addedTo, type ListedVersion, versionFrom } from "../plugin/index/listing.ts";
import { packageSha256 } from "../plugin/signed/packageFile.ts";
import { type SigningKey, signatureOver } from "../plugin/signed/signing.ts";
import { type FoundFile, type PackagePlace, type PlacedFile, put } from "./place.ts";
import { recordAt, requireSuccession } from "./record.ts";

export const INDEX_FILE = "index.json";

/**
 * Reads the index at a place. Another key than the author's own counts for nothing: the author would sign what a
 * stranger put there.
 */
async function earlierIndex(
  found: FoundFile | undefined,
  address: string,
  key: SigningKey,
  now: number,
): Promise<SeenIndex | undefined> {
  if (found === undefined) return undefined;
  const opened = await openIndex(found.bytes, await indexKeys([key.publicJwk]), now);
  if (opened.ok) return { index: opened.value.index, digest: await textDigest(opened.value.text, packageSha256) };
  throw new Trouble(`${address}: ${opened.error.detail}. Release with a key that has signed it.`);
}

/** The folder of the packages that an index lists, by the last one. */
const baseIn = ({ plugins }: Index): string | undefined => {
  const last = Object.values(plugins)
    .flatMap(({ versions }) => Object.values(versions))
    .at(-1);
  return last && new URL(".", last.package).href;
};

export interface IndexWish {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly name?: string | undefined;
  /** The https address of the folder with the packages. Undefined takes the folder of earlier packages. */
  readonly base?: string | undefined;
  /** The second at which the index expires. */
  readonly expires: number;
  /** The path of the record of an index. */
  readonly record: (index: string) => string;
}

function baseOf(before: Index | undefined, { base }: Pick<IndexWish, "base">): string {
  const found = base ?? (before && baseIn(before));
  if (found === undefined)
    throw new UsageError("The first release needs --base, the https address at which sites will find the packages.");
  return found;
}

/** True if the index lists exactly this version already. */
const isListed = ({ plugins }: Index, { id, version, entry }: ListedVersion): boolean => {
  const [known, made] = [plugins[id]?.versions[version], entry.versions[version]];
  return known?.digest === made?.digest && known?.package === made?.package;
};

/** The index of a release, and the one that the place has now. */
export interface NextIndex {
  readonly index: Index;
  readonly found: FoundFile | undefined;
  readonly bytes: Uint8Array;
  /** True if the index at the place has it all. */
  readonly isThere: boolean;
  /** The path of the index's record. */
  readonly record: string;
}

function nameOf(before: Index | undefined, { name }: IndexWish, address: string): string {
  if (before && name !== undefined && name !== before.index)
    throw new UsageError(`${address} is the index ${before.index}, not ${name}. Name the place of ${name} with --to.`);
  const found = before?.index ?? name;
  if (found === undefined) throw new UsageError("The first release needs --name, the name of the new index.");
  return found;
}

/** The next version of an index, unsigned and checked. */
function nextVersion(before: Omit<Index, "expires">, listed: readonly ListedVersion[], expires: number): Index {
  const { version, plugins } = before;
  const next = { ...before, version: version + 1, expires, plugins: addedTo(plugins, listed) };
  const made = readIndexText(JSON.stringify(next));
  if (!made.ok) throw new UsageError(`The index would not be valid: ${made.error.detail}.`);
  return made.value;
}

async function signedIndexBytes(index: Index, key: SigningKey): Promise<Uint8Array> {
  const document = unsignedIndex(index);
  const signatures = [await signatureOver(document, key, INDEX_TYPE)];
  return indexFileBytes({ ...document, jws: { ...document.jws, signatures } });
}

/** Lists packages in the next version of the index at a place. An index that is older than its record is refused. */
export async function nextIndexAt(
  place: PackagePlace,
  packages: readonly Pick<PlacedFile, "name" | "bytes">[],
  wish: IndexWish,
  key: SigningKey,
): Promise<NextIndex> {
  const [found, address] = [await place.read(INDEX_FILE), place.addressOf(INDEX_FILE)];
  const seen = await earlierIndex(found, address, key, wish.now);
  const before = seen?.index;
  const name = nameOf(before, wish, address);
  const record = wish.record(name);
  requireSuccession(seen, await recordAt(record, name), address);
  const base = baseOf(before, wish);
  const listed = await Promise.all(packages.map(({ bytes, name: file }) => versionFrom(bytes, file, base)));
  if (found && before && listed.every((one) => isListed(before, one)) && wish.now < holdsUntil(before))
    return { index: before, found, bytes: found.bytes, isThere: true, record };
  const last = before ?? { index: name, version: 0, keys: [key.publicJwk], plugins: {} };
  const index = nextVersion(last, listed, wish.expires);
  return { index, found, bytes: await signedIndexBytes(index, key), isThere: false, record };
}

/** Writes the packages and what belongs to them, and then the index that names them. */
export async function publishPackages(
  place: PackagePlace,
  files: readonly PlacedFile[],
  index: NextIndex,
): Promise<void> {
  for (const file of files) await put(place, file);
  await put(place, { ...index, name: INDEX_FILE });
}
