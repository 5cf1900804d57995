/** Moves of people to other names at an identity provider: another issuer, or other subjects. Their ids stay. */
import { endGrantsOf } from "./agents/agentGrants.ts";
import { stopLoginsOf } from "./logins/logins.ts";
import { auditStatements, type AuditEntry } from "./records/audit.ts";
import { sha256Hex } from "../platform/keys/digest.ts";
import { FROM_IDENTITIES, IDENTITY, namedIdentity, type Renaming, renameIdentities } from "./people/identities.ts";
import { isMemberAnywhere, type Membership, listMemberships } from "./people/members.ts";

export interface IdentityMove {
  readonly from: string;
  readonly to: string;
  readonly subjects: readonly SubjectPair[];
}

/** A person's subject before and after. */
export interface SubjectPair {
  readonly from: string;
  readonly to: string;
}

/**
 * `moves`: the person is a member by the old name. `done`: only by the new one, or this move was applied before.
 * `unknown`: by neither. `taken`: by both, so two people would become one.
 */
export const MOVE_STATES = ["moves", "done", "unknown", "taken"] as const;
export type MoveState = (typeof MOVE_STATES)[number];

export interface PlannedMove extends SubjectPair {
  readonly state: MoveState;
  readonly held: string | null;
  readonly wanted: string | null;
}

const OLD = namedIdentity("?2", "w.value ->> 'from'");
const NEW = namedIdentity("?3", "w.value ->> 'to'");
const PLAN = `
  SELECT w.value ->> 'from' AS earlier, w.value ->> 'to' AS later, ${OLD} AS held, ${NEW} AS wanted,
    ${isMemberAnywhere(OLD)} AS isOld, ${isMemberAnywhere(NEW)} AS isNew,
    EXISTS (SELECT 1 FROM identity_moves WHERE id = w.value ->> 'move') AS isApplied
  FROM json_each(?1) w ORDER BY w.key`;

interface PlanRow extends Pick<PlannedMove, "held" | "wanted"> {
  readonly earlier: string;
  readonly later: string;
  readonly isOld: number;
  readonly isNew: number;
  readonly isApplied: number;
}

/** The id of a move. The move back has another one. */
const digestMove = (...names: readonly [from: string, old: string, to: string, next: string]): Promise<string> =>
  sha256Hex(JSON.stringify(names));

const stateOf = ({ isOld, isNew, isApplied }: PlanRow): MoveState => {
  // Another person may have the old name by now, and the new one opens what the moved person had.
  if (isApplied === 1) return "done";
  if (isOld === 1) return isNew === 1 ? "taken" : "moves";
  return isNew === 1 ? "done" : "unknown";
};

/** Compares a table of subjects with the members there are. */
export async function planMoves(db: D1Database, { from, to, subjects }: IdentityMove): Promise<readonly PlannedMove[]> {
  const wanted = await Promise.all(
    subjects.map(async (one) => ({ ...one, move: await digestMove(from, one.from, to, one.to) })),
  );
  const { results } = await db.prepare(PLAN).bind(JSON.stringify(wanted), from, to).all<PlanRow>();
  return results.map((row) => ({
    from: row.earlier,
    to: row.later,
    state: stateOf(row),
    held: row.held,
    wanted: row.wanted,
  }));
}

const LEFT = `SELECT count(*) AS people ${FROM_IDENTITIES} WHERE i.issuer = ?1 AND ${isMemberAnywhere("i.id")}
  AND i.subject NOT IN (SELECT w.value ->> 'from' FROM json_each(?2) w)
  AND NOT (i.issuer = ?3 AND i.subject IN (SELECT w.value ->> 'to' FROM json_each(?2) w))`;

/** Counts the members of an issuer whom a table of subjects does not name. */
export const countLeft = async (db: D1Database, { from, to, subjects }: IdentityMove): Promise<number> =>
  (await db.prepare(LEFT).bind(from, JSON.stringify(subjects), to).first<{ people: number }>())?.people ?? 0;

/** The new names of a moved person, and of the identity without memberships that has had them. */
const renamingsOf = (
  { from, to }: IdentityMove,
  { from: old, to: next, held, wanted }: PlannedMove,
): readonly Renaming[] => {
  const [before, after] = [
    { issuer: from, subject: old },
    { issuer: to, subject: next },
  ];
  return [
    ...(held === null ? [] : [{ id: held, before, after }]),
    ...(wanted === null ? [] : [{ id: wanted, before: after, after: before }]),
  ];
};

/** Keeps moves as applied. It fails if one of the people has not got the new name, or has moved so already. */
const KEEP = `
  INSERT INTO identity_moves (id, identity_id)
  SELECT w.value ->> 'id',
    CASE WHEN ${namedIdentity("?2", "w.value ->> 'to'")} = w.value ->> 'held' THEN w.value ->> 'held' END
  FROM json_each(?1) w`;
const FORGET = "DELETE FROM identity_moves WHERE id IN (SELECT value ->> 'back' FROM json_each(?1))";

async function keepMoves(
  db: D1Database,
  { from, to }: IdentityMove,
  moving: readonly PlannedMove[],
): Promise<D1PreparedStatement[]> {
  const kept = await Promise.all(
    moving.map(async (one) => ({
      id: await digestMove(from, one.from, to, one.to),
      back: await digestMove(to, one.to, from, one.from),
      to: one.to,
      held: one.held,
    })),
  );
  const list = JSON.stringify(kept);
  return [db.prepare(KEEP).bind(list, to), db.prepare(FORGET).bind(list)];
}

export type MoveEntry = Omit<AuditEntry, "tenant" | "site" | "command" | "outcome" | "about">;

/**
 * Moves people in one transaction, and ends their logins and agents. Answers the sites that they are members of. Rejects,
 * and nothing is written, if one of the new names came into use meanwhile, or a person moved.
 */
export async function applyMoves(
  db: D1Database,
  move: IdentityMove,
  planned: readonly PlannedMove[],
  entry: MoveEntry,
): Promise<readonly Membership[]> {
  const moving = planned.filter(({ state }) => state === "moves");
  const people = moving.flatMap(({ held }) => held ?? []);
  const members = await listMemberships(db, people);
  const entries = members.map(({ tenant, site, identity }) => ({
    ...entry,
    tenant,
    site,
    command: "member.move",
    outcome: "done" as const,
    about: { member: identity },
    key: `${tenant}/${site}/${identity}`,
  }));
  const freed = JSON.stringify(moving.flatMap(({ wanted }) => wanted ?? []));
  const becameMember = `${IDENTITY} IN (SELECT value FROM json_each(?2)) AND ${isMemberAnywhere(IDENTITY)}`;
  await db.batch([
    auditStatements(db, entries),
    ...renameIdentities(
      db,
      moving.flatMap((one) => renamingsOf(move, one)),
      { sql: becameMember, values: [freed] },
    ),
    ...(await keepMoves(db, move, moving)),
    stopLoginsOf(db, people, entry.at),
    endGrantsOf(db, people),
  ]);
  return members;
}
