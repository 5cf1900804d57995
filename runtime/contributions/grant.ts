/**
 * An owner's grant to one version of one plugin. It pins the digest and the exact request that the owner read. So every
 * update needs a new grant, even if it asks for the same, and an update that asks for more shows the difference.
 */
import type { Manifest } from "../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import { encodePointer } from "../../manifests/refusals/pointer.ts";

export type Requested = NonNullable<Manifest["capabilities"]>;

export interface Grant {
  readonly digest: string;
  readonly capabilities: Requested;
}

/** One item of a request, comparable with items of other requests. */
export interface Wish {
  /** The item's JSON pointer within `capabilities`. */
  readonly pointer: string;
  readonly value: string | number | boolean;
}

export interface GrantDifference {
  readonly added: readonly Wish[];
  readonly removed: readonly Wish[];
}

const isLeaf = (value: unknown): value is Wish["value"] => typeof value !== "object" || value === null;

/** Lists the items of a value. A list counts as a set, so an item's position is not part of its pointer. */
function wishes(value: unknown, path: readonly string[] = []): Wish[] {
  if (isLeaf(value)) return value === undefined ? [] : [{ pointer: encodePointer(path), value }];
  if (Array.isArray(value)) return value.flatMap((item) => wishes(item, path));
  return Object.entries(value as object)
    .filter(([name]) => name !== "reason")
    .flatMap(([name, member]) => wishes(member, [...path, name]));
}

const nameOf = ({ pointer, value }: Wish): string => JSON.stringify([pointer, value]);

/** Lists the distinct items of a request in a fixed order. Reasons are explanations, not items. */
export function wishesOf(requested: Requested): Wish[] {
  const unique = new Map(wishes(requested).map((wish) => [nameOf(wish), wish]));
  return [...unique].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, wish]) => wish);
}

export function difference(before: Requested, after: Requested): GrantDifference {
  const had = new Set(wishesOf(before).map(nameOf));
  const has = new Set(wishesOf(after).map(nameOf));
  return {
    added: wishesOf(after).filter((wish) => !had.has(nameOf(wish))),
    removed: wishesOf(before).filter((wish) => !has.has(nameOf(wish))),
  };
}

/** Tells whether a grant covers a version: same digest, and exactly the request that the owner read. */
export function covers(grant: Grant, digest: string, requested: Requested): boolean {
  const { added, removed } = difference(grant.capabilities, requested);
  return grant.digest === digest && added.length === 0 && removed.length === 0;
}

/**
 * The grant that a deployment gives its own plugins, whose words it decides. It is for letters to members and to
 * addresses that an owner wrote. Null for any other request.
 */
export function grantOfDeployment({
  manifest: { capabilities },
  digest,
}: Pick<PackedPlugin, "manifest" | "digest">): Grant | null {
  const { mail, forms: _forms, ...others } = capabilities ?? {};
  const isOfLetters = mail !== undefined && !mail.to.includes("submitter") && Object.keys(others).length === 0;
  return capabilities !== undefined && isOfLetters ? { digest, capabilities } : null;
}

/** The grant's part of an isolate's name, so that different grants get different isolates. */
export const grantHash = (grant: Grant, digestOf: (text: string) => Promise<string>): Promise<string> =>
  digestOf(JSON.stringify([grant.digest, wishesOf(grant.capabilities).map(nameOf)]));
