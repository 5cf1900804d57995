import type { AreaTables } from "../database/tables.ts";
import type { Command, CommandTable } from "./command.ts";
import type { Chore } from "./chore.ts";

declare const typed: unique symbol;

/** Something an area needs of the deployment or of another area. The type is all there is to it. */
export interface Need<T> {
  readonly [typed]?: () => T;
}

export const needed = <T>(): Need<T> => ({});

export type Needs = Readonly<Record<string, Need<unknown>>>;

/** The things that an area gets: exactly those it names. */
export type Handed<N extends Needs> = { readonly [K in keyof N]: N[K] extends Need<infer T> ? T : never };

/**
 * The workspace's work around a read. `plain`: none, so the read waits for neither the loader nor signatures.
 * `resolved`: the workspace first finds the active plugins, because the answer depends on them. `callingPlugins`: the
 * read may also call plugin code. Afterwards the workspace sets the alarm for work that a call left.
 */
export type ReadMode = "plain" | "resolved" | "callingPlugins";

/** Answers a read from the area's view, for one site, with the read's input if it takes any. */
type Answering<From> = (from: From, site: string, input: never) => unknown;

/** Makes the reads of an area that is handed `From`. */
export const readsFrom = <From>() => ({
  plain: <A extends Answering<From>>(answer: A) => ({ mode: "plain", answer }) as const,
  resolved: <A extends Answering<From>>(answer: A) => ({ mode: "resolved", answer }) as const,
  callingPlugins: <A extends Answering<From>>(answer: A) => ({ mode: "callingPlugins", answer }) as const,
});

type ReadTable<From> = Readonly<Record<string, { readonly mode: ReadMode; readonly answer: Answering<From> }>>;

/** One area of the kernel, with everything that belongs to it. `defineArea` makes one. */
export interface Area<N extends Needs, Offers extends object, C extends CommandTable, R extends ReadTable<Handed<N>>> {
  /** The things that it uses from the deployment, from other areas and from its own offers. It gets nothing else. */
  readonly needs: N;
  /** The tables it owns: their fate in an archive, and its part of the schema. */
  readonly tables?: AreaTables;
  /**
   * Makes the functions that other areas may call. Areas open from the lowest up. A constructor can read only from
   * lower areas; its methods can read later from any.
   */
  open(from: Handed<N>): Offers;
  /** Names and traits of its commands; light, because other workers import them. */
  readonly commands?: C;
  /** Makes each of these commands. */
  readonly makers?: { readonly [K in keyof C]: (from: Handed<N>) => Command<unknown, unknown> };
  readonly reads?: R;
  chores?(from: Handed<N>): readonly Chore[];
  /** Removes expired rows, in one transaction with all areas; `now` in milliseconds since the epoch. */
  tidy?(from: Handed<N>, now: number): void;
}

export const defineArea = <
  const N extends Needs,
  Offers extends object,
  const C extends CommandTable = Record<never, never>,
  R extends ReadTable<Handed<N>> = Record<never, never>,
>(
  area: Area<N, Offers, C, R>,
): Area<N, Offers, C, R> => area;
