/** A database of the account, in memory. */
import { DatabaseSync } from "node:sqlite";

export const newDatabase = (name: string): { readonly name: string; readonly rows: DatabaseSync } => ({
  name,
  rows: new DatabaseSync(":memory:"),
});
