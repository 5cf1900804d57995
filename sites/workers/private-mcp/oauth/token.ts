import { auditStatement } from "../../../control/records/audit.ts";
import { sha256Hex } from "../../../platform/keys/digest.ts";
import { logSecurity } from "../../../platform/security/securityEvents.ts";
import { isRepeated } from "../../../platform/login/repeated.ts";
import type { AuthorizationRequest } from "./authorize.ts";
import { carrying, received } from "./received.ts";
import { type KeptAnswer, type Reused, findAnswer, reusedGrant } from "../../../control/agents/refreshTokens.ts";
import { lives } from "../../../control/agents/agentGrants.ts";
import { open, seal } from "./sealedAnswer.ts";

const OWNED = /^([^:]+):([^:]+):[^:]+$/;

/** A refresh token of a request, the user and the grant that it claims, and its id. */
interface Refresh {
  readonly token: string;
  readonly user: string;
  readonly grant: string;
  readonly id: string;
}

type Library = (request: Request) => Promise<Response>;

/**
 * `POST /oauth/token`. The library authenticates the client, checks the request and makes the tokens. Its writes are
 * one transaction over the records that it read. Of several requests with one refresh token, one succeeds and the
 * others get the same response. Within the grace time, the exchanged token and the new one both get that response.
 * Parallel calls of one client end with one pair, whatever their order.
 */
export async function exchange(asking: AuthorizationRequest, library: Library): Promise<Response> {
  const { request, env } = asking;
  const body = await received(request);
  const form = new URLSearchParams(new TextDecoder().decode(body));
  if (isRepeated(form)) return refusal("invalid_request", "A parameter is given twice.");
  if (isRevocation(form)) return library(carrying(request, body));
  const refresh = await readRefresh(form);
  if (refresh) await endReused(asking, refresh);
  env.OAUTH_KV.hold();
  const response = await library(carrying(request, body));
  return response.ok ? settled(asking, response, refresh) : response;
}

/** Tells whether a client gives a token back (RFC 7009), which makes no tokens. The endpoint is the same. */
const isRevocation = (form: URLSearchParams): boolean => !form.get("grant_type") && Boolean(form.get("token"));

async function readRefresh(form: URLSearchParams): Promise<Refresh | undefined> {
  const token = form.get("refresh_token") ?? "";
  const [, user, grant] = OWNED.exec(token) ?? [];
  if (form.get("grant_type") !== "refresh_token" || user === undefined || grant === undefined) return undefined;
  return { token, user, grant, id: await sha256Hex(token) };
}

async function settled(
  { env }: AuthorizationRequest,
  response: Response,
  refresh: Refresh | undefined,
): Promise<Response> {
  const earlier = refresh && (await keptFor(env.DB, refresh));
  if (earlier !== undefined) return new Response(earlier, response);
  const text = await response.text();
  if (await env.OAUTH_KV.settle(refresh ? await keptAnswers(refresh, text) : [])) return new Response(text, response);
  const kept = refresh && (await keptFor(env.DB, refresh));
  return kept === undefined
    ? refusal("invalid_grant", "Another request has already used this code or token.")
    : new Response(kept, response);
}

/** The response of the last exchange, if it is within the grace time and its access token still works. */
async function keptFor(db: D1Database, { token, id, user, grant }: Refresh): Promise<string | undefined> {
  const now = Date.now();
  const sealed = await findAnswer(db, id, now);
  if (sealed === undefined) return undefined;
  const text = await open(token, sealed);
  const access = await sha256Hex(pairIn(text).access_token);
  return (await lives(db, `token:${user}:${grant}:${access}`, now)) ? text : undefined;
}

const pairIn = (text: string) => JSON.parse(text) as { readonly access_token: string; readonly refresh_token: string };

/** The response for each of the two tokens that get it. Each seals it with itself. */
const keptAnswers = ({ token }: Refresh, text: string): Promise<KeptAnswer[]> =>
  Promise.all(
    [token, pairIn(text).refresh_token].map(async (one) => ({
      token: await sha256Hex(one),
      sealed: await seal(one, text),
    })),
  );

const refusal = (error: string, says: string): Response =>
  Response.json({ error, error_description: says }, { status: 400, headers: { "Cache-Control": "no-store" } });

/**
 * Ends the grant if a used refresh token comes back after the grace time. Two parties have the token, and the server
 * cannot tell which is legitimate (RFC 9700).
 */
async function endReused({ env, helpers, about }: AuthorizationRequest, { user, grant, id }: Refresh): Promise<void> {
  const reused = await reusedGrant(env.DB, `grant:${user}:${grant}`, id, Date.now());
  if (!reused) return;
  logSecurity(
    { event: "agent_refresh_token_reused", ...about, actor: `member:${reused.identity}`, outcome: "refused" },
    Date.now(),
  );
  await helpers.revokeGrant(grant, user);
  await findEnding(env.DB, reused, grant).then((statement) => statement.run());
}

async function findEnding(
  db: D1Database,
  { tenant, site, identity, client }: Reused,
  grant: string,
): Promise<D1PreparedStatement> {
  return auditStatement(db, {
    tenant,
    site,
    actor: `member:${identity}`,
    command: "agent.reused",
    via: client,
    inputDigest: await sha256Hex(grant),
    outcome: "done",
    requestId: crypto.randomUUID(),
    at: Date.now(),
  });
}
