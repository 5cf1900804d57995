import { AGENT_REFRESH_GRACE_MS } from "../../../manifests/bounds/agents.ts";
import { LOGIN_SWEEP_ROWS } from "../../../manifests/bounds/logins.ts";
import { isGrantValue, joinGrant } from "./agentGrants.ts";
import type { Membership } from "../people/members.ts";

/** The response with a pair of tokens, kept for clients that lost it or refresh several times at once. */
export interface KeptAnswer {
  /** SHA-256 of a refresh token that gets this response: the exchanged one, or the one in the response. */
  readonly token: string;
  /** The response, encrypted with a key from the token. The database never contains the token. */
  readonly sealed: string;
}

/** True in a batch whose first statement wrote the grant. */
const IS_WRITTEN = isGrantValue("?1", "?2");
const ISSUED = `
  INSERT INTO agent_refresh_tokens (id, grant_key) SELECT json_extract(?2, '$.refreshTokenId'), ?1
  WHERE ${IS_WRITTEN} AND json_extract(?2, '$.refreshTokenId') IS NOT NULL`;
const KEEP = `UPDATE agent_refresh_tokens SET answer = ?4, answer_until = ?5 WHERE id = ?3 AND ${IS_WRITTEN}`;
const SWEEP = `
  UPDATE agent_refresh_tokens SET answer = NULL, answer_until = NULL
  WHERE id IN (SELECT id FROM agent_refresh_tokens WHERE answer IS NOT NULL AND answer_until <= ? LIMIT ?)`;

/** Stores a grant's new refresh token, so that its reuse can be detected later. */
export const issued = (db: D1Database, grant: string, value: string): D1PreparedStatement =>
  db.prepare(ISSUED).bind(grant, value);

interface Keeping {
  readonly grant: string;
  readonly value: string;
  readonly answers: readonly KeptAnswer[];
  readonly now: number;
}

export const keepAnswers = (db: D1Database, { grant, value, answers, now }: Keeping): D1PreparedStatement[] => [
  ...answers.map(({ token, sealed }) =>
    db.prepare(KEEP).bind(grant, value, token, sealed, now + AGENT_REFRESH_GRACE_MS),
  ),
  db.prepare(SWEEP).bind(now, LOGIN_SWEEP_ROWS),
];

const FIND = "SELECT answer FROM agent_refresh_tokens WHERE id = ? AND answer_until > ?";

/** The sealed response that a refresh token gets within the grace time. */
export async function findAnswer(db: D1Database, token: string, now: number): Promise<string | undefined> {
  return (await db.prepare(FIND).bind(token, now).first<{ answer: string }>())?.answer;
}

/** A grant whose refresh token was used a second time. */
export interface Reused extends Membership {
  readonly client: string;
}

const REUSED = `
  SELECT g.tenant_id AS tenant, g.site_id AS site, g.identity_id AS identity, json_extract(g.value, '$.clientId') AS client
  FROM agent_refresh_tokens i ${joinGrant("i.grant_key")}
  WHERE i.id = ?1 AND i.grant_key = ?2 AND json_extract(g.value, '$.refreshTokenId') IS NOT ?1
    AND ifnull(i.answer_until, 0) <= ?3`;

/**
 * Finds the grant of a reused token. Null for a token that is valid, within the grace time after its use, or unknown.
 */
export const reusedGrant = (db: D1Database, grant: string, token: string, now: number): Promise<Reused | null> =>
  db.prepare(REUSED).bind(token, grant, now).first<Reused>();
