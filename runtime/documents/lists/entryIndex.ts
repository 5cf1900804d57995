/** The index of entries: what lists filter and order by. Rows span versions, as those of `media_uses` do. */
import { FOREVER, LATEST_CHANGE } from "../content/forever.ts";
import type { Shared } from "../content/sharedValues.ts";
import { type IndexedField, type IndexedValue, comparedValues } from "../../../manifests/fields/indexed.ts";
import { ENTRY_TURN_VERSIONS, ENTRY_VERSIONS_READ, LEADING_ROWS_MAX } from "../../../manifests/bounds/documents.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { FieldCondition, Page } from "../content/content.ts";
import { type Sql, type SqlValue, first } from "../../powers/powers.ts";

/** A content type as the index needs it. The area that knows the plugins makes these. */
export interface EntryType {
  /** Changes whenever the same values must be indexed differently. */
  readonly mark: string;
  readonly fields: ReadonlyMap<string, IndexedField>;
  /** The order of lists that name no other. */
  readonly order: string | undefined;
  /** True if lists show entries before their date. */
  readonly isFuture: boolean;
  /** True if entries have no page. */
  readonly isPageless: boolean;
  /** The fields whose values all translations share. Undefined if there are none. */
  readonly shared: SharedFields | undefined;
  /** The values as templates see them, converted from earlier versions of the type. */
  read(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** The content types of a site's plugins, active or not, by qualified name. With a moment, exactly those of it. */
export type EntryTypes = (site: string, at?: number) => ReadonlyMap<string, EntryType>;

export interface SharedFields {
  readonly names: readonly string[];
  /** The shared ones of a source's values, under their present names. */
  of(values: Readonly<Record<string, unknown>>): Shared;
}

/** Rows that every entry has: its indexed values as JSON, and what orders all pages. No field has such a name. */
export const VALUES = "#values";
export const PAGE_FIELDS = { date: "#date", title: "#title", path: "#path" } as const;

type Row = readonly [type: string, name: string, value: IndexedValue | null];

const END = `UPDATE entry_index SET ended = ? WHERE site = ? AND id = ? AND ended = ${FOREVER}`;
const BEGIN = `
  INSERT INTO entry_index (site, id, version, ended, type, name, value)
  SELECT ?, ?, ?, ?, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`;

/** The rows of one version of a page. A page without a type has none. */
function rowsOf(page: Page | null, types: () => ReadonlyMap<string, EntryType>): readonly Row[] | undefined {
  if (page?.type === undefined) return [];
  const { type } = page;
  const known = types().get(type);
  // Without the type, the rows of the version before stay, because nobody can say which values are indexed.
  if (!known) return undefined;
  const values = known.read(page.values ?? {});
  const fields = [...known.fields].map(([name, field]) => [name, comparedValues(field, name, values)] as const);
  const given = [...known.fields.keys()].flatMap((name) => (name in values ? [[name, values[name]]] : []));
  return [
    [type, VALUES, JSON.stringify(Object.fromEntries(given))],
    [type, PAGE_FIELDS.date, page.date ?? null],
    [type, PAGE_FIELDS.title, page.title],
    [type, PAGE_FIELDS.path, page.path],
    ...fields.flatMap(([name, stored]): Row[] =>
      stored.length === 0 ? [[type, name, null]] : stored.map((value): Row => [type, name, value]),
    ),
  ];
}

/** Removes rows of versions that are no longer stored. */
export function pruneEntryIndex(sql: Sql, site: string): void {
  sql.all(
    `DELETE FROM entry_index WHERE site = ?1 AND ended < ${FOREVER} AND NOT EXISTS (
       SELECT 1 FROM documents WHERE documents.site = ?1 AND documents.kind = 'page' AND documents.id = entry_index.id
         AND documents.version >= entry_index.version AND documents.version < entry_index.ended)`,
    site,
  );
}

interface Indexed {
  readonly version: number;
  readonly deleted: number;
  readonly body: string;
}

interface Making {
  readonly site: string;
  readonly type: string;
}

const MAKING = "SELECT site, type FROM entry_types WHERE next IS NOT NULL";
const INDEXING = "The site indexes its entries again. Try again in a moment.";

export class EntryIndex {
  readonly #sql: Sql;
  readonly #types: EntryTypes;

  constructor(sql: Sql, types: EntryTypes) {
    this.#sql = sql;
    this.#types = types;
  }

  /** Records a new version of a page. Most versions change nothing that is indexed, and write no row. */
  record(site: string, id: string, version: number, page: Page | null): void {
    const now = rowsOf(page, () => this.#types(site));
    if (now === undefined) return;
    const before = this.#openOf(site, id);
    if (JSON.stringify(before) === JSON.stringify(now)) return;
    if (before.length > 0) this.#sql.all(END, version, site, id);
    if (now.length > 0) this.#sql.all(BEGIN, site, id, version, FOREVER, JSON.stringify(now));
  }

  /**
   * A content type with its index. Makes the rows of the type again if its author changed what is indexed, or if a
   * restore left none: one turn at each call. Throws until the last turn, because a list of some entries would be wrong.
   * Costs one read while nothing has changed.
   */
  follow(site: string, type: string): EntryType | undefined {
    const known = this.#types(site).get(type);
    if (known && !this.#turn(site, type, known)) throw new Refusal("UNAVAILABLE", { reason: INDEXING });
    return known;
  }

  /** Takes the next turn of a type whose index is being made. False if there is none. */
  goOn(): boolean {
    const next = first<Making>(this.#sql, `${MAKING} LIMIT 1`);
    if (!next) return false;
    const known = this.#types(next.site).get(next.type);
    if (known) this.#turn(next.site, next.type, known);
    // Without the type, a question about it asks for no index.
    else this.#sql.all("DELETE FROM entry_types WHERE site = ? AND type = ?", next.site, next.type);
    return true;
  }

  /** Tells whether the index of a type of the site is being made. */
  isMaking(site: string): boolean {
    return this.#sql.all<{ site: string }>(MAKING).some((one) => one.site === site);
  }

  get isMakingAny(): boolean {
    return first(this.#sql, `${MAKING} LIMIT 1`) !== undefined;
  }

  /** Makes the index of all types, however long it takes. */
  makeAll(site: string): void {
    for (const [type, known] of this.#types(site)) while (!this.#turn(site, type, known)) continue;
  }

  /** Makes the rows of some entries. True if the index of the type is whole. */
  #turn(site: string, type: string, known: EntryType): boolean {
    const query = "SELECT mark, next FROM entry_types WHERE site = ? AND type = ?";
    const row = first<{ mark: string; next: string | null }>(this.#sql, query, site, type);
    if (row?.mark === known.mark && row.next === null) return true;
    return this.#sql.atomically(() => {
      const next = this.#someAgain(site, type, row?.mark === known.mark ? (row.next ?? "") : "");
      const keep = "INSERT OR REPLACE INTO entry_types (site, type, mark, next) VALUES (?, ?, ?, ?)";
      this.#sql.all(keep, site, type, known.mark, next);
      return next === null;
    });
  }

  /** Makes the rows of the entries after an id again, as many as fit in a turn. Returns the last id, or null at the end. */
  #someAgain(site: string, type: string, after: string): string | null {
    const ids = this.#entriesOf(site, type, after);
    let versions = 0;
    for (const id of ids) {
      versions += this.#again(site, id);
      if (versions >= ENTRY_TURN_VERSIONS) return id;
    }
    return null;
  }

  /** The shared fields of a type at a moment. */
  sharedFields(site: string, type: string, at: number): SharedFields | undefined {
    return this.#types(site, at).get(type)?.shared;
  }

  /** True if a type of the draft has a shared field. */
  hasShared(site: string): boolean {
    return [...this.#types(site, LATEST_CHANGE).values()].some(({ shared }) => shared !== undefined);
  }

  /** The names of the shared fields of each type of the draft that has some. */
  sharedNames(site: string): ReadonlyMap<string, readonly string[]> {
    const types = [...this.#types(site, LATEST_CHANGE)];
    return new Map(types.flatMap(([type, { shared }]) => (shared ? [[type, shared.names]] : [])));
  }

  /** The types whose entries lists show before their date. */
  futureTypes(site: string): string[] {
    return [...this.#types(site)].flatMap(([type, { isFuture }]) => (isFuture ? [type] : []));
  }

  /** The condition with the fewest rows. Undefined if all have so many that a list in its order is faster. */
  leading(site: string, type: string, conditions: readonly FieldCondition[]): FieldCondition | undefined {
    const query = `SELECT count(*) AS n FROM (
      SELECT 1 FROM entry_index WHERE site = ? AND type = ? AND name = ? AND value = ? LIMIT ${LEADING_ROWS_MAX + 1})`;
    const counted = conditions.map((one) => {
      const [value] = one.values as readonly IndexedValue[];
      const rows =
        value === undefined ? undefined : first<{ n: number }>(this.#sql, query, site, type, one.field, value);
      return { one, n: rows?.n ?? Infinity };
    });
    const least = counted.toSorted((a, b) => a.n - b.n)[0];
    return least && least.n <= LEADING_ROWS_MAX ? least.one : undefined;
  }

  /** The least value of a field after a given one, in any version of any entry. */
  nextAfter(site: string, type: string, field: string, after: string): string | undefined {
    const query = "SELECT min(value) AS value FROM entry_index WHERE site = ? AND type = ? AND name = ? AND value > ?";
    return first<{ value: string | null }>(this.#sql, query, site, type, field, after)?.value ?? undefined;
  }

  /** The indexed values of entries at the given versions, by id. */
  values(site: string, entries: readonly { readonly id: string; readonly version: number }[]): Map<string, object> {
    const rows = this.#sql.all<{ id: string; value: string }>(
      `SELECT entry_index.id, entry_index.value FROM json_each(?2) AS wanted CROSS JOIN entry_index
         ON entry_index.site = ?1 AND entry_index.id = wanted.value ->> 'id' AND entry_index.name = '${VALUES}'
         AND entry_index.version <= wanted.value ->> 'version' AND entry_index.ended > wanted.value ->> 'version'`,
      site,
      JSON.stringify(entries),
    );
    return new Map(rows.map(({ id, value }) => [id, JSON.parse(value) as object]));
  }

  /** In the order of writing, so that a comparison with new rows finds equal ones equal. */
  #openOf(site: string, id: string): Row[] {
    // SQLite would read the whole other index, because that covers the columns. Then each write is as slow as the site is large.
    const query = `SELECT type, name, value FROM entry_index INDEXED BY entry_index_entry
      WHERE site = ? AND id = ? AND ended = ${FOREVER} ORDER BY rowid`;
    return this.#sql
      .all<{ type: string; name: string; value: SqlValue }>(query, site, id)
      .map(({ type, name, value }) => [type, name, value as IndexedValue | null]);
  }

  /** Pages after an id of which a stored version has the type, as many as a turn can take. */
  #entriesOf(site: string, type: string, after: string): string[] {
    return this.#sql
      .all<{ id: string }>(
        `SELECT DISTINCT id FROM documents WHERE site = ? AND kind = 'page' AND id > ? AND summary ->> 'type' = ?
         ORDER BY id LIMIT ${ENTRY_TURN_VERSIONS}`,
        site,
        after,
        type,
      )
      .map(({ id }) => id);
  }

  /** Makes a page's rows again, from all of its stored versions: an earlier one may have had another type. Counts them. */
  #again(site: string, id: string): number {
    this.#sql.all("DELETE FROM entry_index WHERE site = ? AND id = ?", site, id);
    for (let [after, read] = [0, 0]; ;) {
      const some = this.#sql.all<Indexed & Record<string, SqlValue>>(
        `SELECT version, deleted, body FROM documents WHERE site = ? AND kind = 'page' AND id = ? AND version > ?
         ORDER BY version LIMIT ?`,
        site,
        id,
        after,
        ENTRY_VERSIONS_READ,
      );
      for (const one of some) this.record(site, id, one.version, bodyOf(one));
      const last = some.at(-1);
      read += some.length;
      if (!last || some.length < ENTRY_VERSIONS_READ) return read;
      after = last.version;
    }
  }
}

const bodyOf = ({ deleted, body }: Indexed): Page | null => (deleted ? null : (JSON.parse(body) as Page));
