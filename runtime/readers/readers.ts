import { READERS_MAX } from "../../manifests/bounds/logins.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { type Powers, type SqlValue, first } from "../powers/powers.ts";

/** A person with a reader's account. Times are in milliseconds since the epoch. */
export interface Reader {
  readonly id: string;
  readonly address: string;
  readonly groups: readonly string[];
  readonly madeAt: number;
  /** The member who added the reader, as audit names members. Empty for a reader who signed up. */
  readonly madeBy: string;
  /** The last time at which the reader signed in. */
  readonly seenAt: number | null;
}

interface Row extends Omit<Reader, "groups"> {
  readonly inGroups: string;
}

const COLUMNS = "id, address, in_groups AS inGroups, made_at AS madeAt, made_by AS madeBy, seen_at AS seenAt";

/** The identity of an address. No part is left out: at some providers `ann+tide@…` is another person than `ann@…`. */
export const personAt = (address: string): string => address.toLowerCase();

const readerOf = ({ inGroups, ...row }: Row): Reader => ({ ...row, groups: JSON.parse(inGroups) as string[] });

/** The readers of all sites. */
export class Readers {
  readonly #powers: Pick<Powers, "sql" | "now">;

  constructor(powers: Pick<Powers, "sql" | "now">) {
    this.#powers = powers;
  }

  find(site: string, id: string): Reader | undefined {
    return this.#one("id", site, id);
  }

  /** The reader with an address, in any spelling of its letters. */
  at(site: string, address: string): Reader | undefined {
    return this.#one("person", site, personAt(address));
  }

  #one(column: "id" | "person", site: string, value: string): Reader | undefined {
    const query = `SELECT ${COLUMNS} FROM readers WHERE site = ? AND ${column} = ?`;
    const row = first<Row & Record<string, SqlValue>>(this.#powers.sql, query, site, value);
    return row && readerOf(row);
  }

  /** Readers by address, after the one with an id. `text` is a part of their addresses, `group` one of their groups. */
  list(site: string, { after = "", text = "", group = "" }: ReaderFilter, most: number): Reader[] {
    const query = `SELECT ${COLUMNS} FROM readers WHERE site = ?1 AND instr(person, ?3) > 0
        AND person > coalesce((SELECT person FROM readers WHERE site = ?1 AND id = ?2), '')
        AND (?4 = '' OR EXISTS (SELECT 1 FROM json_each(in_groups) AS one WHERE one.value = ?4)) ORDER BY person LIMIT ?5`;
    const values = [site, after, personAt(text), group, most];
    return this.#powers.sql.all<Row & Record<string, SqlValue>>(query, ...values).map(readerOf);
  }

  /** The groups that readers of a site are in, each once. */
  groups(site: string): string[] {
    const query = `SELECT DISTINCT one.value AS name FROM readers, json_each(in_groups) AS one WHERE site = ? ORDER BY name`;
    return this.#powers.sql.all<{ name: string }>(query, site).map(({ name }) => name);
  }

  count(site: string): number {
    const query = "SELECT count(*) AS n FROM readers WHERE site = ?";
    return first<{ n: number }>(this.#powers.sql, query, site)?.n ?? 0;
  }

  add(site: string, { id, address, groups, madeBy }: Pick<Reader, "id" | "address" | "groups" | "madeBy">): void {
    if (this.count(site) >= READERS_MAX) throw new Refusal("TOO_LARGE", { kind: "readers", most: READERS_MAX });
    this.#powers.sql.all(
      "INSERT INTO readers (site, id, person, address, in_groups, made_at, made_by, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
      site,
      id,
      personAt(address),
      address,
      JSON.stringify(groups),
      this.#powers.now(),
      madeBy,
    );
  }

  setGroups(site: string, id: string, groups: readonly string[]): void {
    this.#powers.sql.all(
      "UPDATE readers SET in_groups = ? WHERE site = ? AND id = ?",
      JSON.stringify(groups),
      site,
      id,
    );
  }

  seen(site: string, id: string): void {
    this.#powers.sql.all("UPDATE readers SET seen_at = ? WHERE site = ? AND id = ?", this.#powers.now(), site, id);
  }

  /** False if there is no such reader. */
  remove(site: string, id: string): boolean {
    return this.#powers.sql.all("DELETE FROM readers WHERE site = ? AND id = ? RETURNING id", site, id).length > 0;
  }
}

export interface ReaderFilter {
  readonly after?: string | undefined;
  readonly text?: string | undefined;
  readonly group?: string | undefined;
}
