import type { AuthRequest, OAuthHelpers } from "@cloudflare/workers-oauth-provider";
import { AGENT_NAME_MAX_CHARS } from "../../../manifests/bounds.ts";
import type { Scope } from "../../../runtime/scopes.ts";
import { auditStatement } from "../../shared/audit.ts";
import { digestOf } from "../../shared/digest.ts";
import { signingKey } from "../../shared/login/secret.ts";
import { makeRoom } from "./room.ts";
import type { OAuthEnv } from "./server.ts";
import type { Pinned } from "./standing.ts";

export interface Granting {
  readonly env: OAuthEnv;
  readonly helpers: OAuthHelpers;
  readonly asked: AuthRequest;
  readonly site: Pinned;
  readonly scope: readonly Scope[];
}

/** From here on nothing a client sends can change whose grant this is, where it holds, and for what. */
export async function giveGrant({ env, helpers, asked, site, scope }: Granting): Promise<string> {
  const pinned = { tenant: site.tenant, site: site.site, identity: site.identity };
  await env.DB.batch([auditStatement(env.DB, {
    tenant: site.tenant, site: site.site, actor: `member:${site.identity}`, command: "agent.grant", via: asked.clientId,
    inputDigest: await digestOf(JSON.stringify([asked.clientId, scope])), outcome: "done", requestId: crypto.randomUUID(), at: Date.now(),
  }), makeRoom(env.DB, pinned)]);
  const name = (await helpers.lookupClient(asked.clientId))?.clientName?.slice(0, AGENT_NAME_MAX_CHARS);
  const { redirectTo } = await helpers.completeAuthorization({
    request: asked, userId: await opaque(env.SESSION_SECRET, pinned), scope: [...scope], metadata: { ...pinned, ...(name ? { name } : {}) }, props: pinned,
    // The same program on another device is another agent: its member ends what it may do, and not the next consent.
    revokeExistingGrants: false,
  });
  return redirectTo;
}

/** Stands for a member of a site in tokens, where everybody who sees one can read it, and leads back to nobody. */
async function opaque(secret: string, pinned: object): Promise<string> {
  const bytes = await crypto.subtle.sign("HMAC", await signingKey(secret), new TextEncoder().encode(`agent user ${JSON.stringify(pinned)}`));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
