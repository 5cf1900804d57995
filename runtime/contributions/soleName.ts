/** Names that only one plugin of a site may have, and the marks by which two names conflict. */

import { normalPath } from "../../manifests/shapes/normalPath.ts";
import type { Manifest } from "../../manifests/manifest/manifest.ts";

/**
 * A name with its marks. `leaves` are marks that the name occupies, `seeks` marks that must be free. Both lists are
 * short, so a plugin with many names costs one look-up for each, and not a comparison with all others.
 */
export interface SoleName {
  /** The name in words for members, for example `the tool search`. */
  readonly says: string;
  readonly leaves: readonly string[];
  readonly seeks: readonly string[];
  /** The name itself, if agents call it without the plugin's prefix. */
  readonly alone?: string;
}

interface Called {
  readonly alone?: true;
  readonly name: string;
}

export type NameOwner = Pick<Manifest, "id" | "kind">;

/**
 * Tells whether a name stands without the plugin's prefix. The name of code always has the prefix, so that agents do
 * not take it for a tool that reads content.
 */
export const isAlone = ({ kind }: NameOwner, { alone }: Called): boolean => alone === true && kind === "declarative";

/** Builds the name that agents call. Many clients accept only letters, digits, _ and -. */
export const calledName = (owner: NameOwner, called: Called): string =>
  isAlone(owner, called) ? called.name : `${owner.id.replaceAll(".", "-")}__${called.name}`;

const oneMark = (says: string, mark: string): SoleName => ({ says, leaves: [mark], seeks: [mark] });

/**
 * Makes the sole name of an item that agents call. Ids without dots may be equal, and read-page looks like read_page,
 * so such names conflict too.
 */
export const calledBy =
  (what: string) =>
  (item: Called, owner: NameOwner): SoleName => {
    const name = calledName(owner, item);
    return {
      ...oneMark(`the ${what} ${name}`, `${what} ${name.replaceAll("-", "_")}`),
      ...(isAlone(owner, item) ? { alone: name } : {}),
    };
  };

export const servedAt = ({ path }: { readonly path: string }): SoleName =>
  oneMark(`the file ${path}`, `file ${normalPath(path)}`);

/** Files of different types may have one address, because a page has one type. Those of a type come before those of lists. */
export const servedForPages = ({ path, each }: { readonly path: string; readonly each?: { readonly type?: string } }) =>
  oneMark(`the file ${path} of ${each?.type ?? "lists"}`, `file ${normalPath(path)} ${each?.type ?? ""}`);

/** The addresses above one: of `docs/first/word`, they are `docs` and `docs/first`. */
const above = (address: string): string[] => [...address.matchAll(/\//g)].map(({ index }) => address.slice(0, index));

const parentOf = (address: string): string => address.slice(0, Math.max(0, address.lastIndexOf("/")));

/**
 * Makes the sole name of a resource's address. An address with a variable conflicts with every address that it can
 * match. `docs/{word}` matches one segment below `docs`, and `docs{+path}` everything below.
 */
export function addressed(address: string): SoleName {
  const says = `the resource ${address}`;
  const [, stem = address, isWhole] = /^(.*?)\/?\{(\+?)[^}]*\}$/.exec(address) ?? [];
  const under = above(stem);
  const places = [stem, ...under];
  const whole = (list: readonly string[]): string[] => list.map((place) => `whole ${place}`);
  const below = (list: readonly string[]): string[] => list.map((place) => `below ${place}`);
  if (isWhole === undefined) {
    const exact = `exact ${stem}`;
    return {
      says,
      leaves: [exact, `word of ${parentOf(stem)}`, ...below(under)],
      seeks: [exact, `each word ${parentOf(stem)}`, ...whole(under)],
    };
  }
  if (isWhole === "+")
    return { says, leaves: [`whole ${stem}`, ...below(under)], seeks: [`below ${stem}`, ...whole(places)] };
  const word = `each word ${stem}`;
  return { says, leaves: [word, ...below(places)], seeks: [word, `word of ${stem}`, ...whole(places)] };
}
