import { digestOf } from "../../shared/digest.ts";
import type { Asking } from "./authorize.ts";
import { carrying, received } from "./received.ts";

const OWNED = /^([^:]+):([^:]+):[^:]+$/;

/**
 * What comes to the token endpoint, looked at before the library does. A refresh token that has been used up and comes
 * back is in two hands, and nobody can say which of them are the right ones: so the whole grant ends (RFC 9700).
 */
export async function endFamilyOfSpent({ request, env, helpers }: Asking): Promise<Request> {
  const body = await received(request);
  const token = new URLSearchParams(new TextDecoder().decode(body)).get("refresh_token") ?? "";
  const [, user, grant] = OWNED.exec(token) ?? [];
  if (user !== undefined && grant !== undefined && (await env.OAUTH_KV.isSpent(`grant:${user}:${grant}`, await digestOf(token)))) {
    console.warn(JSON.stringify({ event: "agent_refresh_token_reused", grant }));
    await helpers.revokeGrant(grant, user);
  }
  return carrying(request, body);
}
