/**
 * Trusted plugin keys beside those of the deployment's configuration. Operators add and revoke them without a new
 * deployment.
 */
import * as z from "zod/mini";
import { STATUS_CONCURRENCY } from "../../../../manifests/bounds/operators.ts";
import { TRUST_KEYS_MAX } from "../../../../manifests/bounds/packages.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { readTrustKey } from "../../../../manifests/trust/trustKey.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { recordEvent } from "../../../control/records/securityEvents.ts";
import { requestOf } from "../../../platform/security/securityEvents.ts";
import { findTrustKey, insertTrustKey, markRevoked, allTrustKeys } from "../../../control/operators/trustKeys.ts";
import { tenantIds } from "../../../control/tenants/tenants.ts";
import type { Env } from "../../powers/env.ts";
import { PLATFORM } from "../../powers/powers.ts";
import type { OperatorCall } from "./route.ts";

export const newTrustKey = z.strictObject({ key: z.record(z.string(), z.unknown()) });

const reachedTenants = z.strictObject({
  /** The number of tenants whose workspaces use the change now. */
  told: z.int(),
  /**
   * Tenants whose workspace did not answer. They learn of the change when the workspace wakes, or when the command is
   * repeated.
   */
  untold: z.array(z.string()),
});
export const trustChangedView = z.extend(reachedTenants, { kid: z.string(), changed: z.boolean() });
export const trustKeysView = z.strictObject({
  items: z.array(
    z.strictObject({
      kid: z.string(),
      /** The public key; null for a revoked key of the deployment's configuration. */
      key: z.nullable(z.record(z.string(), z.unknown())),
      addedBy: z.nullable(z.string()),
      addedAt: z.nullable(z.int()),
      revokedBy: z.nullable(z.string()),
      revokedAt: z.nullable(z.int()),
    }),
  ),
});
type TrustChanged = z.infer<typeof trustChangedView>;

const KID = /^[A-Za-z0-9_-]{43}$/;

export async function listTrustKeys({ env: { DB } }: OperatorCall): Promise<z.infer<typeof trustKeysView>> {
  return {
    items: (await allTrustKeys(DB)).map(({ jwk, ...row }) => ({
      ...row,
      key: jwk === null ? null : (JSON.parse(jwk) as Record<string, unknown>),
    })),
  };
}

/** Trusts a key. A revoked key is refused, because a thief of the private key may have signed packages since. */
export async function addTrustKey(call: OperatorCall<z.infer<typeof newTrustKey>>): Promise<TrustChanged> {
  const { env, body, audit } = call;
  const read = await readTrustKey(body.key);
  if (!read.ok)
    throw new Refusal("INVALID_REQUEST", {
      issues: read.error.map((issue) => ({ ...issue, pointer: `/key${issue.pointer}` })),
    });
  const { kid } = read.value;
  const text = JSON.stringify(body.key);
  const changed = await insertTrustKey(env.DB, kid, text, audit);
  if (!changed) await requireSame(env, kid, text);
  return afterwards(call, "trust_key_added", kid, changed);
}

async function requireSame({ DB }: Env, kid: string, text: string): Promise<void> {
  const found = await findTrustKey(DB, kid);
  if (!found)
    throw new Refusal("CONFLICT", {
      conflict: "trust_keys_full",
      reason: `There are ${TRUST_KEYS_MAX} added keys, which is the maximum. Revoke one first.`,
    });
  if (found.revokedAt !== null)
    throw new Refusal("CONFLICT", {
      conflict: "trust_key_revoked",
      kid,
      reason: "The key was revoked. A revoked key cannot be trusted again.",
    });
  if (found.jwk !== text)
    throw new Refusal("CONFLICT", {
      conflict: "trust_key_known",
      kid,
      reason: "The key is already trusted, with other limits. Revoke it first.",
    });
}

/** Revokes a key for good, also one of the deployment's configuration. */
export async function revokeTrustKey(call: OperatorCall): Promise<TrustChanged> {
  const kid = call.params["kid"] ?? "";
  if (!KID.test(kid)) throw new Refusal("NOT_FOUND");
  return afterwards(call, "trust_key_revoked", kid, await markRevoked(call.env.DB, kid, call.audit));
}

/** Records a change, and tells all workspaces. A repeated request changes nothing, but finishes an interrupted one. */
async function afterwards(
  { env, request, audit }: OperatorCall,
  event: string,
  kid: string,
  changed: boolean,
): Promise<TrustChanged> {
  if (changed)
    await recordEvent(env.DB, requestOf(request, audit.requestId), {
      event,
      actor: audit.actor,
      outcome: "done",
      at: audit.at,
    });
  return { kid, changed, ...(await tellAll(env)) };
}

async function tellAll(env: Env): Promise<z.infer<typeof reachedTenants>> {
  const tenants = await tenantIds(env.DB);
  const untold: string[] = [];
  for (let at = 0; at < tenants.length; at += STATUS_CONCURRENCY) {
    const some = tenants.slice(at, at + STATUS_CONCURRENCY);
    const answers = await Promise.all(some.map((id) => tell(env, id)));
    untold.push(...some.flatMap((id, index) => (answers[index] ? [] : [id])));
  }
  return { told: tenants.length - untold.length, untold };
}

async function tell(env: Env, tenant: string): Promise<boolean> {
  try {
    expectValue(await env.WORKSPACES.of({ tenant, site: null }, PLATFORM).trustChanged());
    return true;
  } catch (error) {
    console.error("a workspace did not learn of a key", tenant, error);
    return false;
  }
}
