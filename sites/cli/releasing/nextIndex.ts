/** The next version of the index at a place, with one more package, signed. */
import type { Index } from "../../../manifests/distribution/indexShape.ts";
import { indexKeys, openIndex, readIndexText } from "../../../manifests/distribution/openIndex.ts";
import { holdsUntil } from "../../../manifests/distribution/judgeIndex.ts";
import { INDEX_TYPE } from "../../../manifests/trust/header.ts";
import { Trouble, UsageError } from "../command/command.ts";
import { indexFileBytes, unsignedIndex } from "../plugin/index/documents.ts";
import { addedTo, type ListedVersion, versionFrom } from "../plugin/index/listing.ts";
import { type SigningKey, signatureOver } from "../plugin/signed/signing.ts";
import type { FoundFile } from "./place.ts";

export const INDEX_FILE = "index.json";

/**
 * Reads the index at a place. Another key than the author's own counts for nothing: the author would sign what a
 * stranger put there.
 */
export async function earlierIndex(
  found: FoundFile | undefined,
  address: string,
  key: SigningKey,
  now: number,
): Promise<Index | undefined> {
  if (found === undefined) return undefined;
  const opened = await openIndex(found.bytes, await indexKeys([key.publicJwk]), now);
  if (opened.ok) return opened.value.index;
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
}

export function baseOf(before: Index | undefined, { base }: Pick<IndexWish, "base">): string {
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

export interface SignedIndex {
  readonly index: Index;
  /** Undefined if the index at the place has it all. */
  readonly bytes: Uint8Array | undefined;
}

/** The next version of an index, unsigned and checked. */
function nextVersion(before: Index | undefined, listed: ListedVersion, wish: IndexWish, key: SigningKey): Index {
  const name = before?.index ?? wish.name;
  if (name === undefined) throw new UsageError("The first release needs --name, the name of the new index.");
  const { version, keys, plugins } = before ?? { version: 0, keys: [key.publicJwk], plugins: {} };
  const next = { index: name, version: version + 1, expires: wish.expires, keys, plugins: addedTo(plugins, [listed]) };
  const made = readIndexText(JSON.stringify(next));
  if (!made.ok) throw new UsageError(`The index would not be valid: ${made.error.detail}.`);
  return made.value;
}

export async function indexWith(
  before: Index | undefined,
  { bytes, file }: { readonly bytes: Uint8Array; readonly file: string },
  wish: IndexWish,
  key: SigningKey,
): Promise<SignedIndex> {
  const listed = await versionFrom(bytes, file, baseOf(before, wish));
  if (before && isListed(before, listed) && wish.now < holdsUntil(before)) return { index: before, bytes: undefined };
  const index = nextVersion(before, listed, wish, key);
  const document = unsignedIndex(index);
  const signatures = [await signatureOver(document, key, INDEX_TYPE)];
  return { index, bytes: indexFileBytes({ ...document, jws: { ...document.jws, signatures } }) };
}
