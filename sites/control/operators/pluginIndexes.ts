/** The database rows of the indexes that operators listed. */
import { INDEXES_MAX } from "../../../manifests/bounds/packages.ts";
import type { ListedIndex } from "../../../manifests/distribution/listedIndexes.ts";
import type { RefusedIndex } from "../../../manifests/distribution/refusedIndex.ts";
import type { RememberedIndex } from "../../../manifests/distribution/remembered.ts";

interface Row {
  readonly name: string;
  readonly entry: string;
  readonly listed: string | null;
  readonly digest: string | null;
  readonly text: string | null;
  readonly seen: string | null;
  readonly checkedAt: number | null;
  readonly refusal: string | null;
}

/** Moments in milliseconds since the epoch, by the digest of a version. */
export type FirstSeen = Readonly<Record<string, number>>;

/** A listed index with its stored copy. */
export interface StoredIndex {
  readonly name: string;
  /** The entry as stored, which detects that it changed meanwhile. */
  readonly entryText: string;
  readonly entry: ListedIndex;
  readonly remembered: RememberedIndex | undefined;
  /** When each version was first read in this index, by digest. */
  readonly seen: FirstSeen;
  readonly checkedAt: number | null;
  readonly refusal: RefusedIndex | null;
}

const LISTED = `
  SELECT name, entry, listed, digest, text, seen, checked_at AS checkedAt, refusal
  FROM plugin_indexes WHERE entry IS NOT NULL ORDER BY name`;
const PUT = `
  INSERT INTO plugin_indexes (name, entry, added_by, added_at) SELECT ?1, ?2, ?3, ?4
  WHERE (SELECT count(*) FROM plugin_indexes WHERE entry IS NOT NULL AND name <> ?1) < ${INDEXES_MAX}
  ON CONFLICT (name) DO UPDATE SET
    entry = excluded.entry, added_by = excluded.added_by, added_at = excluded.added_at, checked_at = NULL, refusal = NULL`;
const REMOVE = "UPDATE plugin_indexes SET entry = NULL WHERE name = ? AND entry IS NOT NULL";
/** Two requests may fetch two versions. Only a version that was compared with the stored one is written. */
const TAKE = `
  UPDATE plugin_indexes SET listed = ?3, digest = ?4, text = ?5, checked_at = ?6, refusal = NULL, seen = ?8
  WHERE name = ?1 AND entry = ?2 AND digest IS ?7`;
const NOTE = "UPDATE plugin_indexes SET checked_at = ?3, refusal = ?4 WHERE name = ?1 AND entry = ?2";

const rememberedIn = ({ listed, digest, text }: Row): RememberedIndex | undefined =>
  listed === null || digest === null || text === null
    ? undefined
    : { listed: JSON.parse(listed) as string[], digest, text };

export class IndexStore {
  readonly #db: D1Database;

  constructor(db: D1Database) {
    this.#db = db;
  }

  async listed(): Promise<StoredIndex[]> {
    const { results } = await this.#db.prepare(LISTED).all<Row>();
    return results.map((row) => ({
      name: row.name,
      entryText: row.entry,
      entry: JSON.parse(row.entry) as ListedIndex,
      remembered: rememberedIn(row),
      seen: row.seen === null ? {} : (JSON.parse(row.seen) as FirstSeen),
      checkedAt: row.checkedAt,
      refusal: row.refusal === null ? null : (JSON.parse(row.refusal) as RefusedIndex),
    }));
  }

  /** Lists an index or changes its entry; false if the limit of indexes is reached. */
  async put(entry: ListedIndex, actor: string, at: number): Promise<boolean> {
    const { meta } = await this.#db.prepare(PUT).bind(entry.name, JSON.stringify(entry), actor, at).run();
    return meta.changes === 1;
  }

  async remove(name: string): Promise<boolean> {
    return (await this.#db.prepare(REMOVE).bind(name).run()).meta.changes === 1;
  }

  /** Stores an accepted version; false if another request stored one meanwhile. */
  async take(
    { name, entryText, remembered }: StoredIndex,
    { listed, digest, text, seen }: RememberedIndex & { readonly seen: FirstSeen },
    at: number,
  ): Promise<boolean> {
    const before = remembered?.digest ?? null;
    const values = [name, entryText, JSON.stringify(listed), digest, text, at, before, JSON.stringify(seen)];
    return (
      (
        await this.#db
          .prepare(TAKE)
          .bind(...values)
          .run()
      ).meta.changes === 1
    );
  }

  async note({ name, entryText }: StoredIndex, refusal: RefusedIndex, at: number): Promise<void> {
    await this.#db.prepare(NOTE).bind(name, entryText, at, JSON.stringify(refusal)).run();
  }
}
