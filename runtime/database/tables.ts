import { joinedTables } from "../../manifests/joinedTables.ts";
import type { SqlValue } from "../powers/powers.ts";

/**
 * The fate of a table in a backup. `archived`: the rows are the workspace's state; sealed secrets among them stay
 * sealed. `submitted`: visitors sent the rows; the archive has them if its maker asks for them. `derived`: a restore
 * makes the rows again from the rest. `transient`: the rows live for minutes or hours, or are owed to a receiver who
 * must not get them twice. `secret`: the row protects data that outlives it by hours at most; a new secret serves as
 * well. `personal`: the rows are a member's own and
 * no part of the site; they end with a membership, of which an archive knows nothing. `operational`: the rows tell the operator's limits or the machine's health, not the tenant's content.
 */
export type TableFate = "archived" | "submitted" | "derived" | "transient" | "secret" | "personal" | "operational";

interface Archived {
  readonly fate: "archived" | "submitted";
  /** The table's position among an archive's members. It is part of the format and never changes. */
  readonly place: number;
  /** SQL condition on archived rows. If absent, all rows are archived. */
  readonly where?: string;
  /** Columns that are not archived, with the value that replaces them. */
  readonly reset?: Readonly<Record<string, SqlValue>>;
  /** The column with most of a row's bytes, if it never changes while the row exists. An archive need not copy it. */
  readonly lasting?: string;
}

/** Rows that stay when the workspace is emptied: the operator set them, or work outside of the workspace is left. */
interface Surviving {
  /** SQL condition on these rows. If absent, all rows stay. */
  readonly where?: string;
  /** The column that numbers the rows. They get new numbers in their order, because others may have theirs by then. */
  readonly renumbered?: string;
}

interface Unarchived {
  readonly fate: Exclude<TableFate, Archived["fate"]>;
  readonly surviving?: Surviving;
}

export type OwnedTable = Archived | Unarchived;

export interface AreaTables {
  readonly tables: Readonly<Record<string, OwnedTable>>;
  /** The area's part of the schema: SQL statements by step number. A shipped step never changes. */
  readonly steps: Readonly<Record<number, readonly string[]>>;
}

/** The table of this folder itself. */
export const DATABASE_TABLES: AreaTables = { tables: { schema_version: { fate: "operational" } }, steps: {} };

/** All tables of the schema, from all areas. A restore loses a table that no area lists here. */
export class Tables {
  readonly byName: Readonly<Record<string, OwnedTable>>;

  constructor(areas: readonly AreaTables[]) {
    this.byName = joinedTables(
      "table",
      [DATABASE_TABLES, ...areas].map(({ tables }) => tables),
    );
  }

  /** Lists the tables with these fates. Archived tables come in the archive's order. */
  namesOf(...fates: readonly TableFate[]): string[] {
    const found = Object.entries(this.byName).filter(([, { fate }]) => fates.includes(fate));
    return found.toSorted(([, one], [, other]) => placeOf(one) - placeOf(other)).map(([name]) => name);
  }

  fateOf(name: string): TableFate | undefined {
    return this.#find(name)?.fate;
  }

  /** The SQL condition on archived rows. Empty if all rows are archived. */
  whereOf(name: string): string {
    const table = this.#find(name);
    return (table && "where" in table && table.where) || "";
  }

  /** Columns that are not archived, with the value that replaces them. */
  resetOf(name: string): Readonly<Record<string, SqlValue>> {
    const table = this.#find(name);
    return (table && "reset" in table && table.reset) || {};
  }

  /** The column that never changes while its row exists. Undefined without one. */
  lastingOf(name: string): string | undefined {
    const table = this.#find(name);
    return table && "lasting" in table ? table.lasting : undefined;
  }

  /** The tables with rows that stay when the workspace is emptied. */
  get surviving(): readonly (readonly [name: string, Surviving])[] {
    return Object.entries(this.byName).flatMap(([name, table]) =>
      "surviving" in table && table.surviving ? [[name, table.surviving] as const] : [],
    );
  }

  #find(name: string): OwnedTable | undefined {
    return Object.hasOwn(this.byName, name) ? this.byName[name] : undefined;
  }
}

const placeOf = (table: OwnedTable): number => ("place" in table ? table.place : Infinity);
