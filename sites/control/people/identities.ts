import { sha256Hex } from "../../platform/keys/digest.ts";
import type { Condition } from "../sql/condition.ts";

/** Derives an identity's id, the same for a person everywhere. */
export const identityId = (issuer: string, subject: string): Promise<string> =>
  sha256Hex(JSON.stringify([issuer, subject]));

/** The SQL clause that joins a person's identity as `i`. */
export const joinIdentity = (identity: string): string => `JOIN identities i ON i.id = ${identity}`;

/** A person as their identity provider names them. */
export interface PersonRecord {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
}

const ADD = "INSERT OR IGNORE INTO identities (id, issuer, subject, created_at) VALUES (?, ?, ?, ?)";
const ADD_ALL = `
  INSERT OR IGNORE INTO identities (id, issuer, subject, created_at)
  SELECT value ->> 'id', value ->> 'issuer', value ->> 'subject', ?2 FROM json_each(?1)`;

export const addIdentity = (db: D1Database, { id, issuer, subject }: PersonRecord, at: number): D1PreparedStatement =>
  db.prepare(ADD).bind(id, issuer, subject, at);

/** Adds the identities of a JSON list. Their number does not change the statement. */
export const addIdentities = (db: D1Database, people: string, at: number): D1PreparedStatement =>
  db.prepare(ADD_ALL).bind(people, at);

/** The column of an identity's id, for conditions of other tables on it. */
export const IDENTITY = "identities.id";

/** Removes the identities that a selection finds and for which none of these conditions on `IDENTITY` holds. */
export const removeIdentities = (
  db: D1Database,
  { sql, values }: Condition,
  unless: readonly string[],
): D1PreparedStatement =>
  db
    .prepare(`DELETE FROM identities WHERE id IN (${sql})${unless.map((holds) => ` AND NOT ${holds}`).join("")}`)
    .bind(...values);
