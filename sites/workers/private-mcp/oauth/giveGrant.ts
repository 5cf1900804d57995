import { hexOf } from "../../../../manifests/bytes/hex.ts";
import type { AuthRequest, OAuthHelpers } from "@cloudflare/workers-oauth-provider";
import { AGENT_NAME_MAX_CHARS } from "../../../../manifests/bounds/agents.ts";
import type { Scope } from "../../../../runtime/commands/scopes.ts";
import { auditStatement } from "../../../control/records/audit.ts";
import { sha256Hex } from "../../../platform/keys/digest.ts";
import { signingKey } from "../../../platform/login/secret.ts";
import { endExcessGrants } from "../../../control/agents/agentGrants.ts";
import type { OAuthEnv } from "./server.ts";
import type { Membership } from "../../../control/people/members.ts";

export interface Granting {
  readonly env: OAuthEnv;
  readonly helpers: OAuthHelpers;
  readonly asked: AuthRequest;
  readonly site: Membership;
  readonly scope: readonly Scope[];
}

/** Makes the grant. After this, no request of a client can change its member, its site or its scopes. */
export async function giveGrant({ env, helpers, asked, site, scope }: Granting): Promise<string> {
  const pinned = { tenant: site.tenant, site: site.site, identity: site.identity };
  await env.DB.batch([
    auditStatement(env.DB, {
      tenant: site.tenant,
      site: site.site,
      actor: `member:${site.identity}`,
      command: "agent.grant",
      via: asked.clientId,
      inputDigest: await sha256Hex(JSON.stringify([asked.clientId, scope])),
      outcome: "done",
      requestId: crypto.randomUUID(),
      at: Date.now(),
    }),
    endExcessGrants(env.DB, pinned),
  ]);
  const name = (await helpers.lookupClient(asked.clientId))?.clientName?.slice(0, AGENT_NAME_MAX_CHARS);
  const { redirectTo } = await helpers.completeAuthorization({
    request: asked,
    userId: await opaque(env.SESSION_SECRET, pinned),
    scope: [...scope],
    metadata: { ...pinned, ...(name ? { name } : {}) },
    props: pinned,
    // The same program on another device is another agent, so a new consent must not end its grant. Only its member
    // ends it.
    revokeExistingGrants: false,
  });
  return redirectTo;
}

/** An opaque user id for tokens, which clients can read. Nobody can derive the member from it. */
async function opaque(secret: string, pinned: object): Promise<string> {
  const bytes = await crypto.subtle.sign(
    "HMAC",
    await signingKey(secret),
    new TextEncoder().encode(`agent user ${JSON.stringify(pinned)}`),
  );
  return hexOf(bytes);
}
