/** The kernel's powers over the outside world. Workers hand in real ones, and tests hand in their own. */

export type SqlValue = string | number | null;

/** A synchronous SQLite database of one workspace. */
export interface Sql {
  all<Row extends object>(query: string, ...values: SqlValue[]): Row[];
  /**
   * Runs `action` in one transaction; a throw rolls everything back. Nested calls join the outer one.
   * The action is synchronous on purpose: a promise returned here would commit before it settles.
   */
  atomically<T>(action: () => NotPromise<T>): T;
  /** Size of the database in bytes. */
  bytes(): number;
}

type NotPromise<T> = T extends PromiseLike<unknown> ? never : T;

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
  /** HMAC-SHA256 of the UTF-8 text with the UTF-8 secret as its key, 64 lower-case hex characters. */
  sign(secret: string, text: string): Promise<string>;
  /** SHA-256 of bytes. */
  sha256(bytes: Uint8Array): Promise<ArrayBuffer | Uint8Array>;
}

export function first<Row extends object>(sql: Sql, query: string, ...values: SqlValue[]): Row | undefined {
  return sql.all<Row>(query, ...values)[0];
}
