/** Names that only one plugin of a site can have, and the marks by which two of them conflict. */

import type { Manifest } from "../../manifests/manifest/manifest.ts";

/**
 * `leaves` are the marks of a taken name, `seeks` the marks that it must not find. Both lists are short. A plugin with
 * many names therefore costs one look-up for each, not a comparison of all with all.
 */
export interface SoleName {
  /** The name in words for members, for example `the tool search`. */
  readonly says: string;
  readonly leaves: readonly string[];
  readonly seeks: readonly string[];
  /** The name itself, where agents call it without the plugin's name before it. */
  readonly alone?: string;
}

interface Called {
  readonly alone?: true;
  readonly name: string;
}

export type NameOwner = Pick<Manifest, "id" | "kind">;

/**
 * Tells whether a name stands without the plugin's name before it. A name that runs code never does, so that agents do
 * not take it for one that reads content.
 */
export const isAlone = ({ kind }: NameOwner, { alone }: Called): boolean => alone === true && kind === "declarative";

/** Builds the name that agents call. Many clients accept only letters, digits, _ and -. */
export const calledName = (owner: NameOwner, called: Called): string =>
  isAlone(owner, called) ? called.name : `${owner.id.replaceAll(".", "-")}__${called.name}`;

const oneMark = (says: string, mark: string): SoleName => ({ says, leaves: [mark], seeks: [mark] });

/**
 * Makes the sole name of an item that agents call. Without their dots, two ids can be equal, and read-page looks like
 * read_page. Such names therefore conflict too.
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

export const servedAt = ({ path }: { readonly path: string }): SoleName => oneMark(`the file ${path}`, `file ${path}`);

/** `docs`, `docs/first` and so on, down to the place before the last word. */
const above = (address: string): string[] => [...address.matchAll(/\//g)].map(({ index }) => address.slice(0, index));

const parentOf = (address: string): string => address.slice(0, Math.max(0, address.lastIndexOf("/")));

/**
 * Makes the sole name of a resource's address. An address with a variable stands for every address that it can become,
 * and conflicts with each of them. `docs/{word}` stands for one word below `docs`, and `docs{+path}` for everything
 * below.
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
