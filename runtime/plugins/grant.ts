/**
 * What an owner allowed one version of one plugin. It pins the digest and the very request the owner read, so an
 * update that asks for the same thing still asks, and one that asks for more shows what is more.
 */
import type { Manifest } from "../../manifests/manifest.ts";
import { encodePointer } from "../../manifests/pointer.ts";

export type Requested = NonNullable<Manifest["capabilities"]>;

export interface Grant {
  readonly digest: string;
  readonly capabilities: Requested;
}

/** One thing a request asks for, as text that two requests can be compared by. */
export interface Wish {
  /** Where in `capabilities` it stands. */
  readonly pointer: string;
  readonly value: string | number | boolean;
}

export interface Difference {
  readonly added: readonly Wish[];
  readonly removed: readonly Wish[];
}

const isLeaf = (value: unknown): value is Wish["value"] => typeof value !== "object" || value === null;

/** Lists are sets here: their order says nothing, so an item's place is its value. */
function wishes(value: unknown, path: readonly string[] = []): Wish[] {
  if (isLeaf(value)) return value === undefined ? [] : [{ pointer: encodePointer(path), value }];
  if (Array.isArray(value)) return value.flatMap((item) => wishes(item, path));
  return Object.entries(value as object)
    .filter(([name]) => name !== "reason")
    .flatMap(([name, member]) => wishes(member, [...path, name]));
}

const nameOf = ({ pointer, value }: Wish): string => JSON.stringify([pointer, value]);

/** Everything a request asks for, each thing once, in one order. Reasons are words, not wishes. */
export function wishesOf(requested: Requested): Wish[] {
  const unique = new Map(wishes(requested).map((wish) => [nameOf(wish), wish]));
  return [...unique].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, wish]) => wish);
}

export function difference(before: Requested, after: Requested): Difference {
  const had = new Set(wishesOf(before).map(nameOf));
  const has = new Set(wishesOf(after).map(nameOf));
  return {
    added: wishesOf(after).filter((wish) => !had.has(nameOf(wish))),
    removed: wishesOf(before).filter((wish) => !has.has(nameOf(wish))),
  };
}

/** Whether a grant covers a version: that very digest, and what it asks for is what the owner read. */
export function covers(grant: Grant, digest: string, requested: Requested): boolean {
  const { added, removed } = difference(grant.capabilities, requested);
  return grant.digest === digest && added.length === 0 && removed.length === 0;
}

/** Names a grant in the id of an isolate: another grant is another isolate. */
export const grantHash = (grant: Grant, digestOf: (text: string) => Promise<string>): Promise<string> =>
  digestOf(JSON.stringify([grant.digest, wishesOf(grant.capabilities).map(nameOf)]));
