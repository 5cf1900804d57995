/** The databases, the owners of their tables, and the sources that name a table outside of its owner. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AreaTables } from "../../runtime/database/tables.ts";
import { ROOT } from "./folder.ts";
import { hasSql, tablesNamedIn } from "./sqlTables.ts";
import { exportedText, type ReadImport, textsOf } from "./sqlTexts.ts";

/** The folder or file that owns a table, by the table. Null if nobody owns it yet. */
export type Owners = ReadonlyMap<string, string | null>;

/** A database, and the sources that may speak with it. */
export interface Database {
  readonly owners: Owners;
  readonly sources: RegExp;
}

/** A table that a file names although another owns it. */
export interface Crossing {
  readonly path: string;
  readonly table: string;
  readonly line: number;
}

/** Stands for the table of a text that computes the name. */
export const COMPUTED = "a computed name";

/** Tables of SQLite itself, and of the platform that keeps our databases. */
const PLATFORM = /^(?:sqlite_|pragma_|_cf_|_mf_|d1_migrations$)/;

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Tables that an area's steps have made, of which later steps may have dropped some. */
const madeBy = ({ steps }: AreaTables): string[] =>
  Object.values(steps)
    .flat()
    .flatMap((statement) => [...statement.matchAll(/^\s*CREATE TABLE (\w+)/g)].map(([, name = ""]) => name));

/** The tables of the workspace, of now and earlier. The folder of the `tables.ts` that declares a table owns it. */
export async function workspaceOwners(): Promise<Owners> {
  const found = await Promise.all(
    globSync("runtime/**/tables.ts", { cwd: ROOT }).map(async (path) => {
      const declared = Object.values((await import(pathToFileURL(join(ROOT, path)).href)) as object);
      const all = declared.filter((one: Partial<AreaTables>): one is AreaTables => one.tables !== undefined);
      const names = all.flatMap((one) => [...Object.keys(one.tables), ...madeBy(one)]);
      return names.map((name) => [name, dirname(path)] as const);
    }),
  );
  return new Map(found.flat());
}

/** The tables that the migrations of the control plane leave behind. */
export function controlTables(): string[] {
  const left = new Set<string>();
  for (const path of globSync("migrations/*.sql", { cwd: ROOT }).toSorted())
    for (const [, verb, name = ""] of read(path).matchAll(/^\s*(CREATE|DROP) TABLE (?:IF (?:NOT )?EXISTS )?(\w+)/gm))
      if (verb === "CREATE") left.add(name);
      else left.delete(name);
  return [...left];
}

const isWithin = (path: string, owner: string | null): boolean =>
  owner !== null && (path === owner || path.startsWith(`${owner}/`));

/** Names of selections that a source makes with WITH. They are no tables. */
const selectionsIn = (source: string): Set<string> =>
  new Set(
    [...source.matchAll(/\b(\w+)\s*(?:\([^()]*\)\s*)?AS\s+(?:NOT\s+)?(?:MATERIALIZED\s+)?\(/gi)].map(([, name = ""]) =>
      name.toLowerCase(),
    ),
  );

const readFrom =
  (path: string): ReadImport =>
  (from, name) =>
    from.startsWith(".") ? exportedText(read(join(dirname(path), from)), name) : undefined;

/** Lists each table once that a source names outside of its owner. */
export function crossingsIn(
  path: string,
  source: string,
  databases: readonly Database[],
  readImport = readFrom(path),
): Crossing[] {
  if (!hasSql(source)) return [];
  const spoken = databases.filter(({ sources }) => sources.test(path));
  const ownersOf = (table: string) =>
    spoken.flatMap(({ owners }) => (owners.has(table) ? [owners.get(table) ?? null] : []));
  const isCrossed = (table: string): boolean =>
    ownersOf(table).length > 0 && !ownersOf(table).some((owner) => isWithin(path, owner));
  const selections = selectionsIn(source);
  const isUnknown = (table: string): boolean =>
    ownersOf(table).length === 0 && !PLATFORM.test(table) && !selections.has(table);
  const crossings = textsOf(source, path, readImport).flatMap(({ line, text }) => {
    const { tables, qualifiers, isComputed } = tablesNamedIn(text);
    const wrong = [...tables.filter((table) => isCrossed(table) || isUnknown(table)), ...qualifiers.filter(isCrossed)];
    return [...wrong, ...(isComputed ? [COMPUTED] : [])].map((table) => ({ path, table, line }));
  });
  return [...new Map(crossings.toReversed().map((one) => [one.table, one])).values()].toReversed();
}

/** Lists the crossings of all sources that match a pattern. */
export const crossingsOf = (pattern: string, databases: readonly Database[]): Crossing[] =>
  globSync(pattern, { cwd: ROOT })
    .filter((path) => !/\.generated\.ts$|(^|\/)(node_modules|\.build|\.svc|\.wrangler)\//.test(path))
    .toSorted()
    .flatMap((path) => crossingsIn(path, read(path), databases));
