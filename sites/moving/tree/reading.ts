import type { ImportRow } from "./imports.ts";

/** The facts that every reader of a source gets. */
export interface ReadingHow {
  /** The moment of the import, in milliseconds since the epoch: a later page is still in the future. */
  readonly now: number;
  /** Rows of plugins, which come before our own. */
  readonly rows: readonly ImportRow[];
}
