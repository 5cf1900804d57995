import { sha256Hex } from "../../platform/keys/digest.ts";
import type { Condition } from "../sql/condition.ts";

/** The digest of how a provider names a person. `turn` counts the names whose digest is the id of a moved identity. */
const digestOfName = (issuer: string, subject: string, turn: number): Promise<string> =>
  sha256Hex(JSON.stringify(turn === 0 ? [issuer, subject] : [issuer, subject, turn]));

const NAMED = `
  SELECT (SELECT id FROM identities WHERE issuer = ?1 AND subject = ?2) AS held,
    EXISTS (SELECT 1 FROM identities WHERE id = ?3) AS taken`;

/**
 * Finds a person's id, the same everywhere. It is the digest of issuer and subject, but for two people. A person whom
 * an operator moved here keeps the earlier id. A person who now has the name that such a person left gets another id. So an old name never opens what belongs to the moved person.
 */
export async function findIdentityId(db: D1Database, issuer: string, subject: string): Promise<string> {
  for (let turn = 0; ; turn += 1) {
    const id = await digestOfName(issuer, subject, turn);
    const found = await db.prepare(NAMED).bind(issuer, subject, id).first<{ held: string | null; taken: number }>();
    if (found?.held) return found.held;
    if (found?.taken !== 1) return id;
  }
}

/** SQL expression for the id of the identity with a name. NULL if there is none. */
export const namedIdentity = (issuer: string, subject: string): string =>
  `(SELECT i.id FROM identities i WHERE i.issuer = ${issuer} AND i.subject = ${subject})`;

/** The SQL clause that begins a selection of identities as `i`. */
export const FROM_IDENTITIES = "FROM identities i";

/** A new name for an identity. */
export interface Renaming {
  readonly id: string;
  readonly before: Omit<PersonRecord, "id">;
  readonly after: Omit<PersonRecord, "id">;
}

/** Takes the names away from identities that still have the expected ones. No other identity can have these names. */
const SET_ASIDE = `
  UPDATE identities SET issuer = 'moving', subject = identities.id FROM json_each(?1) w
  WHERE identities.id = w.value ->> 'id' AND issuer = w.value -> 'before' ->> 'issuer' AND subject = w.value -> 'before' ->> 'subject'`;
/** Gives the names. The plus keeps the index of names out, which would read the whole list for each identity. */
const NAME = `
  UPDATE identities SET issuer = w.value -> 'after' ->> 'issuer', subject = w.value -> 'after' ->> 'subject'
  FROM json_each(?1) w WHERE identities.id = w.value ->> 'id' AND +issuer = 'moving' AND subject = identities.id`;

/**
 * Gives identities other names, for one batch. It fails, and nothing is written, if one of the new names belongs to an
 * identity that is not renamed with it. `unless` names the identities that must not change meanwhile, as a condition on
 * `IDENTITY`.
 */
export const renameIdentities = (
  db: D1Database,
  renamings: readonly Renaming[],
  unless: Condition,
): D1PreparedStatement[] => {
  const list = JSON.stringify(renamings);
  return [db.prepare(`${SET_ASIDE} AND NOT (${unless.sql})`).bind(list, ...unless.values), db.prepare(NAME).bind(list)];
};

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
