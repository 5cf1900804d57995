import * as z from "zod/mini";
import { OPERATOR_TOKEN_MAX_DAYS, OPERATOR_TOKENS_MAX } from "../../../../manifests/bounds/operators.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import {
  addOperatorToken,
  isKnownToken,
  operatorTokens,
  revokeOperatorToken,
  useOperatorToken,
} from "../../../control/operators/operatorTokens.ts";
import { sha256Hex } from "../../../platform/keys/digest.ts";
import { newSecret } from "../../../platform/login/secret.ts";
import { recordEvent } from "../../../control/records/securityEvents.ts";
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

/** Makes a token. Only this answer contains it; the database stores its digest. */
export async function makeToken({
  env: { DB },
  request,
  body,
  audit,
}: OperatorCall<z.infer<typeof newToken>>): Promise<z.infer<typeof madeTokenView>> {
  const token = `${PREFIX}${newSecret()}`;
  const expiresAt = audit.at + body.days * DAY_MS;
  const made = { name: body.name, createdAt: audit.at, expiresAt };
  if (!(await addOperatorToken(DB, await sha256Hex(token), made)))
    throw new Refusal("CONFLICT", {
      conflict: "token_unavailable",
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
  return { items: await operatorTokens(DB) };
}

export async function revokeToken({
  env: { DB },
  request,
  params,
  audit,
}: OperatorCall): Promise<z.infer<typeof revokedTokenView>> {
  const wanted = params["name"] ?? "";
  if (!(await isKnownToken(DB, wanted))) throw new Refusal("NOT_FOUND");
  const changed = await revokeOperatorToken(DB, wanted, audit.at);
  await recordEvent(DB, requestOf(request, audit.requestId), {
    event: "operator_token_revoked",
    actor: audit.actor,
    outcome: "done",
    at: audit.at,
  });
  return { name: wanted, changed };
}

/** The name of a valid token, and notes its use; undefined if it is revoked, expired or unknown. */
export async function tokenName(db: D1Database, token: string, now: number): Promise<string | undefined> {
  return TOKEN.test(token) ? useOperatorToken(db, await sha256Hex(token), now) : undefined;
}
