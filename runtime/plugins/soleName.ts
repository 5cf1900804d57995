/** Names that one plugin of a site can have, and how it is known that two of them meet. */

import type { Manifest } from "../../manifests/manifest.ts";

/**
 * `leaves` are the marks of a name that is taken, `seeks` the marks it must not find. Both are short lists, so a plugin
 * with many names costs a look-up for each and no comparison of all with all.
 */
export interface SoleName {
  /** What it is, for people: `the tool search`. */
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

export type Owner = Pick<Manifest, "id" | "kind">;

/** What runs code is never taken for what reads content, so its name never stands alone. */
export const isAlone = ({ kind }: Owner, { alone }: Called): boolean => alone === true && kind === "declarative";

/** What agents call it by. Many clients take letters, digits, _ and - only. */
export const calledName = (owner: Owner, called: Called): string =>
  isAlone(owner, called) ? called.name : `${owner.id.replaceAll(".", "-")}__${called.name}`;

const oneMark = (says: string, mark: string): SoleName => ({ says, leaves: [mark], seeks: [mark] });

/**
 * What agents call by name. Two ids can read alike once their dots are gone, and read-page looks like read_page, so
 * those names meet as well.
 */
export const calledBy = (what: string) => (item: Called, owner: Owner): SoleName => {
  const name = calledName(owner, item);
  return { ...oneMark(`the ${what} ${name}`, `${what} ${name.replaceAll("-", "_")}`), ...(isAlone(owner, item) ? { alone: name } : {}) };
};

export const servedAt = ({ path }: { readonly path: string }): SoleName => oneMark(`the file ${path}`, `file ${path}`);

/** `docs`, `docs/first` and so on, down to the place before the last word. */
const above = (address: string): string[] =>
  [...address.matchAll(/\//g)].map(({ index }) => address.slice(0, index));

const parentOf = (address: string): string => address.slice(0, Math.max(0, address.lastIndexOf("/")));

/**
 * An address of a resource. One with a variable stands for all addresses it can be filled in to, and meets each other
 * address that could be one of them: `docs/{word}` stands for one word below, `docs{+path}` for everything below.
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
    return { says, leaves: [exact, `word of ${parentOf(stem)}`, ...below(under)], seeks: [exact, `each word ${parentOf(stem)}`, ...whole(under)] };
  }
  if (isWhole === "+") return { says, leaves: [`whole ${stem}`, ...below(under)], seeks: [`below ${stem}`, ...whole(places)] };
  const word = `each word ${stem}`;
  return { says, leaves: [word, ...below(places)], seeks: [word, `word of ${stem}`, ...whole(places)] };
}
