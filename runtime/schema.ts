import { AREAS } from "./areas.ts";
import { Schema } from "./database/schema.ts";
import { Tables } from "./database/tables.ts";
import type { Sql } from "./powers/powers.ts";

const KEPT = AREAS.flatMap(({ tables }) => tables ?? []);

export const SCHEMA = new Schema(KEPT);
export const TABLES = new Tables(KEPT);

/** Migrates a database of any earlier version, or an empty one, to the current schema. */
export const migrate = (sql: Sql): void => SCHEMA.migrate(sql);
