import * as z from "zod/mini";
import {
  OPERATOR_TOKEN_MAX_DAYS,
  OPERATOR_TOKENS_MAX,
  OPERATOR_TOKEN_USED_MS,
} from "../../../../manifests/bounds/operators.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { sha256Hex } from "../../../platform/keys/digest.ts";
import { newSecret } from "../../../platform/login/secret.ts";
import { recordEvent } from "../../../control/keptEvents.ts";
import { requestOf } from "../../../platform/security/securityEvents.ts";
import type { OperatorCall } from "./route.ts";

/** The name of a token. `provisioning` is reserved for the provisioning secret in audit. */
const name = z
  .string()
  .check(
    z.regex(
      /^(?!provisioning$)[a-z0-9](?:[a-z0-9._-]{0,38}[a-z0-9])?$/,
      "1 to 40 of a-z, 0-9, `.`, `_`, `-`; not `provisioning`",
    ),
  );

export const newToken = z.strictObject({ name, days: z.int().check(z.gte(1), z.lte(OPERATOR_TOKEN_MAX_DAYS)) });

const row = { name: z.string(), createdAt: z.int(), expiresAt: z.int() };
export const madeTokenView = z.strictObject({ ...row, token: z.string() });
export const tokensView = z.strictObject({
  items: z.array(z.strictObject({ ...row, lastUsedAt: z.nullable(z.int()), revokedAt: z.nullable(z.int()) })),
});
export const revokedTokenView = z.strictObject({ name: z.string(), changed: z.boolean() });

const PREFIX = "svc_op_";
const TOKEN = /^svc_op_[A-Za-z0-9_-]{43}$/;
const DAY_MS = 86_400_000;

const MAKE = `
  INSERT INTO operator_tokens (id, name, created_at, expires_at) SELECT ?1, ?2, ?3, ?4
  WHERE (SELECT count(*) FROM operator_tokens) < ?5 ON CONFLICT (name) DO NOTHING`;
const LIST = `
  SELECT name, created_at AS createdAt, expires_at AS expiresAt, last_used_at AS lastUsedAt, revoked_at AS revokedAt
  FROM operator_tokens ORDER BY name`;
const REVOKE = "UPDATE operator_tokens SET revoked_at = ? WHERE name = ? AND revoked_at IS NULL";
const KNOWN = "SELECT 1 FROM operator_tokens WHERE name = ?";
const LIVE = "id = ?1 AND revoked_at IS NULL AND expires_at > ?2";
const FIND = `SELECT name FROM operator_tokens WHERE ${LIVE}`;
/** Updates the last use only at intervals, so that a busy token causes few writes. */
const USE = `UPDATE operator_tokens SET last_used_at = ?2 WHERE ${LIVE} AND (last_used_at IS NULL OR last_used_at <= ?2 - ?3)`;

/** Makes a token. Only this answer contains it; the database stores its digest. */
export async function makeToken({
  env: { DB },
  request,
  body,
  audit,
}: OperatorCall<z.infer<typeof newToken>>): Promise<z.infer<typeof madeTokenView>> {
  const token = `${PREFIX}${newSecret()}`;
  const expiresAt = audit.at + body.days * DAY_MS;
  const insert = DB.prepare(MAKE).bind(await sha256Hex(token), body.name, audit.at, expiresAt, OPERATOR_TOKENS_MAX);
  const { meta } = await insert.run();
  if (meta.changes !== 1)
    throw new Refusal("CONFLICT", {
      reason: `The name was used before, or there are already ${OPERATOR_TOKENS_MAX} tokens.`,
    });
  await recordEvent(DB, requestOf(request, audit.requestId), {
    event: "operator_token_made",
    actor: audit.actor,
    outcome: "done",
    at: audit.at,
  });
  return { name: body.name, token, createdAt: audit.at, expiresAt };
}

export async function listTokens({ env: { DB } }: OperatorCall): Promise<z.infer<typeof tokensView>> {
  const { results } = await DB.prepare(LIST).all<z.infer<typeof tokensView>["items"][number]>();
  return { items: results };
}

export async function revokeToken({
  env: { DB },
  request,
  params,
  audit,
}: OperatorCall): Promise<z.infer<typeof revokedTokenView>> {
  const wanted = params["name"] ?? "";
  if (!(await DB.prepare(KNOWN).bind(wanted).first())) throw new Refusal("NOT_FOUND");
  const { meta } = await DB.prepare(REVOKE).bind(audit.at, wanted).run();
  await recordEvent(DB, requestOf(request, audit.requestId), {
    event: "operator_token_revoked",
    actor: audit.actor,
    outcome: "done",
    at: audit.at,
  });
  return { name: wanted, changed: meta.changes === 1 };
}

/** The name of a valid token, and notes its use; undefined if it is revoked, expired or unknown. */
export async function tokenName(db: D1Database, token: string, now: number): Promise<string | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const id = await sha256Hex(token);
  const [, found] = await db.batch([
    db.prepare(USE).bind(id, now, OPERATOR_TOKEN_USED_MS),
    db.prepare(FIND).bind(id, now),
  ]);
  return ((found?.results ?? []) as { name: string }[])[0]?.name;
}
