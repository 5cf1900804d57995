import type { SqlValue } from "../../powers/powers.ts";

/** A part of a statement in SQL, with the values of its parameters in their order. */
export interface SqlPart {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export const joinedSql = (parts: readonly SqlPart[]): { sql: string; values: SqlValue[] } => ({
  sql: parts.map((part) => part.sql).join(" "),
  values: parts.flatMap((part) => [...part.values]),
});
