import type { World } from "../kernel/world.ts";

/** The statements that some work sends to the database. */
export async function statementsOf({ powers: { sql } }: Pick<World, "powers">, work: () => unknown): Promise<string[]> {
  const all = sql.all.bind(sql);
  const found: string[] = [];
  sql.all = (text, ...values) => {
    found.push(text);
    return all(text, ...values);
  };
  try {
    await work();
  } finally {
    sql.all = all;
  }
  return found;
}
