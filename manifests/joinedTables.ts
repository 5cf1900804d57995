/** Adds a table's entries to another. Throws if a name is in both, because one of the entries would silently be lost. */
export function joinTo(all: Record<string, unknown>, kind: string, table: object): void {
  for (const [name, value] of Object.entries(table)) {
    if (Object.hasOwn(all, name)) throw new Error(`the ${kind} ${name} exists twice`);
    Object.defineProperty(all, name, { value, configurable: true, enumerable: true, writable: true });
  }
}

/** Joins tables of names, of which no two have one name. */
export function joinedTables<Joined extends object>(kind: string, tables: Iterable<object>): Joined {
  const all: Record<string, unknown> = {};
  for (const table of tables) joinTo(all, kind, table);
  return all as Joined;
}
