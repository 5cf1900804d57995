/** The kernel's access to the outside world. Workers pass real implementations, tests their own. */

export type SqlValue = string | number | null;

/** A synchronous SQLite database of one workspace. */
export interface Sql {
  all<Row extends object>(query: string, ...values: SqlValue[]): Row[];
  /**
   * Runs `action` in one transaction, and rolls it back if it throws. A nested call joins the outer transaction. The
   * action must be synchronous: a transaction would commit before a returned promise settles.
   */
  atomically<T>(action: () => NotPromise<T>): T;
  /** Size of the database in bytes. */
  bytes(): number;
}

export type NotPromise<T> = T extends PromiseLike<unknown> ? never : T;

export interface Powers {
  readonly sql: Sql;
  /** Milliseconds since the epoch. */
  now(): number;
  /** The moment as RFC 3339 text in UTC. */
  timestamp(ms: number): string;
  /** A new random id. */
  newId(): string;
  /** A new random id that sorts by its time, in milliseconds since the epoch. */
  newIdAt(ms: number): string;
  /** SHA-256 of the UTF-8 text, 64 lower-case hex characters. */
  digest(text: string): Promise<string>;
  /** HMAC-SHA256 of the UTF-8 text, 64 lower-case hex characters. The key is the secret as UTF-8, or its bytes. */
  sign(secret: string | Uint8Array<ArrayBuffer>, text: string): Promise<string>;
  /** SHA-256 of bytes. */
  sha256(bytes: Uint8Array): Promise<ArrayBuffer | Uint8Array>;
}

export function first<Row extends object>(sql: Sql, query: string, ...values: SqlValue[]): Row | undefined {
  return sql.all<Row>(query, ...values)[0];
}
