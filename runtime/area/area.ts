import type { AreaTables } from "../database/tables.ts";
import type { Command, CommandTable } from "./command.ts";
import type { Chore } from "./chore.ts";

declare const typed: unique symbol;

/** Declares that an area needs something of type `T` from the deployment or another area. It exists only as a type. */
export interface Need<T> {
  readonly [typed]?: () => T;
}

export const needed = <T>(): Need<T> => ({});

export type Needs = Readonly<Record<string, Need<unknown>>>;

/** The view of an area: exactly the needs that it names. */
export type Handed<N extends Needs> = { readonly [K in keyof N]: N[K] extends Need<infer T> ? T : never };

/**
 * The work around a read. `plain`: none, so the read waits for neither the loader nor signatures. `resolved`: the
 * workspace first resolves the active plugins, because the answer depends on them. `callingPlugins`: the read may also
 * call plugin code, and the workspace then sets the alarm for follow-up work.
 */
export type ReadMode = "plain" | "resolved" | "callingPlugins";

/** Answers a read, given the area's needs, a site, and the read's input if it takes any. */
type Answering<From> = (from: From, site: string, input: never) => unknown;

/** Declares the reads of an area whose needs have the type `From`. */
export const readsFrom = <From>() => ({
  plain: <A extends Answering<From>>(answer: A) => ({ mode: "plain", answer }) as const,
  resolved: <A extends Answering<From>>(answer: A) => ({ mode: "resolved", answer }) as const,
  callingPlugins: <A extends Answering<From>>(answer: A) => ({ mode: "callingPlugins", answer }) as const,
});

type ReadTable<From> = Readonly<Record<string, { readonly mode: ReadMode; readonly answer: Answering<From> }>>;

/** One area of the kernel, with everything that belongs to it. Made by `defineArea`. */
export interface Area<N extends Needs, Offers extends object, C extends CommandTable, R extends ReadTable<Handed<N>>> {
  /** Everything that the area uses from the deployment, from other areas and from its own offers. */
  readonly needs: N;
  /** The area's tables: their fate in an archive, and its part of the schema. */
  readonly tables?: AreaTables;
  /**
   * Makes the functions that other areas may call. Lower areas open first. A constructor can use only lower areas;
   * methods that run later can use all.
   */
  open(from: Handed<N>): Offers;
  /** Names and traits of the area's commands. Kept apart from the code, because other workers import them. */
  readonly commands?: C;
  /** Makes each command's code. */
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
