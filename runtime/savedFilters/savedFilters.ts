import { type Sql, first } from "../powers/powers.ts";

export interface SavedFilter {
  readonly id: string;
  readonly member: string;
  readonly list: string;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
}

interface Row extends Omit<SavedFilter, "shared"> {
  readonly shared: number;
}

const COLUMNS = "id, member, list, name, query, shared";

/** The filters and columns that members keep for the editor's lists. */
export class SavedFilters {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The filters that a member may use in a list: their own, then those that others share, by name. */
  of(site: string, member: string, list: string): SavedFilter[] {
    return this.#all(
      "WHERE site = ? AND list = ? AND (member = ? OR shared = 1) ORDER BY member <> ?, name, id",
      site,
      list,
      member,
      member,
    );
  }

  find(site: string, id: string): SavedFilter | undefined {
    return this.#all("WHERE site = ? AND id = ?", site, id)[0];
  }

  named(site: string, member: string, list: string, name: string): SavedFilter | undefined {
    return this.#all("WHERE site = ? AND member = ? AND list = ? AND name = ?", site, member, list, name)[0];
  }

  countOf(site: string, member: string): number {
    return this.#count("SELECT count(*) AS n FROM saved_filters WHERE site = ? AND member = ?", site, member);
  }

  countShared(site: string): number {
    return this.#count("SELECT count(*) AS n FROM saved_filters WHERE site = ? AND shared = 1", site);
  }

  put(site: string, { id, member, list, name, query, shared }: SavedFilter): void {
    this.#sql.all(
      "INSERT OR REPLACE INTO saved_filters (site, id, member, list, name, query, shared) VALUES (?, ?, ?, ?, ?, ?, ?)",
      site,
      id,
      member,
      list,
      name,
      query,
      shared ? 1 : 0,
    );
  }

  remove(site: string, id: string): void {
    this.#sql.all("DELETE FROM saved_filters WHERE site = ? AND id = ?", site, id);
  }

  /** The columns that a member chose. Null for all. */
  columns(site: string, member: string, list: string): string[] | null {
    const query = "SELECT columns FROM list_columns WHERE site = ? AND member = ? AND list = ?";
    const row = first<{ columns: string }>(this.#sql, query, site, member, list);
    return row ? (JSON.parse(row.columns) as string[]) : null;
  }

  countColumns(site: string, member: string): number {
    return this.#count("SELECT count(*) AS n FROM list_columns WHERE site = ? AND member = ?", site, member);
  }

  putColumns(site: string, member: string, list: string, columns: readonly string[] | null): void {
    this.#sql.all("DELETE FROM list_columns WHERE site = ? AND member = ? AND list = ?", site, member, list);
    if (columns === null) return;
    this.#sql.all(
      "INSERT INTO list_columns (site, member, list, columns) VALUES (?, ?, ?, ?)",
      site,
      member,
      list,
      JSON.stringify(columns),
    );
  }

  /** Forgets a member who left. What they shared stays for the others. */
  endMember(site: string, member: string): void {
    this.#sql.all("DELETE FROM saved_filters WHERE site = ? AND member = ? AND shared = 0", site, member);
    this.#sql.all("DELETE FROM list_columns WHERE site = ? AND member = ?", site, member);
  }

  #all(where: string, ...values: readonly string[]): SavedFilter[] {
    return this.#sql
      .all<Row & Record<string, string | number>>(`SELECT ${COLUMNS} FROM saved_filters ${where}`, ...values)
      .map(({ shared, ...row }) => ({ ...row, shared: shared === 1 }));
  }

  #count(query: string, ...values: readonly string[]): number {
    return first<{ n: number }>(this.#sql, query, ...values)?.n ?? 0;
  }
}
