import {
  OAuthAuthorizationServer,
  OAuthError,
  OAuthResourceServer,
  type OAuthHelpers,
  type OAuthResourceAuth,
  type TokenExchangeCallbackOptions,
} from "@cloudflare/workers-oauth-provider";
import { AGENT_ACCESS_SECONDS, AGENT_GRANT_SECONDS } from "../../../../manifests/bounds/agents.ts";
import { SCOPES } from "../../../../runtime/commands/scopes.ts";
import { type AboutRequest, logSecurity } from "../../../platform/security/securityEvents.ts";
import type { Env } from "../bindings/env.ts";
import { PATHS } from "./paths.ts";
import { GrantRecords } from "./records.ts";
import type { Membership } from "../../../control/people/members.ts";
import { grantStateStatement } from "../../../control/agents/agentGrants.ts";
import { validated } from "./validated.ts";

/** The environment for the library. Its only namespace is `GrantRecords`, which chooses the store of each record. */
export interface OAuthEnv extends Omit<Env, "OAUTH_KV"> {
  readonly OAUTH_KV: GrantRecords;
  readonly real: Env;
}

export const oauthEnv = (env: Env): OAuthEnv => ({ ...env, OAUTH_KV: new GrantRecords(env), real: env });

/** Answers a request whose token and grant are valid. */
export type Protected = (
  request: Request,
  env: OAuthEnv,
  ctx: ExecutionContext,
  auth: OAuthResourceAuth,
) => Promise<Response>;

interface Servers {
  readonly authorization: OAuthAuthorizationServer<OAuthEnv>;
  readonly resource: OAuthResourceServer<OAuthEnv, Membership>;
}

let made: { readonly key: string; readonly servers: Servers } | undefined;

/** The library's servers, built once in an isolate because they do not depend on a request. */
export function serversOf(
  { MEMBERS_MCP_ORIGIN: origin, CLIENT_REGISTRATION, CLIENT_DOCUMENTS }: Env | OAuthEnv,
  answer: Protected,
): Servers {
  const key = `${origin} ${CLIENT_REGISTRATION} ${CLIENT_DOCUMENTS}`;
  const clients = { registers: CLIENT_REGISTRATION === "yes", publishes: CLIENT_DOCUMENTS !== "no" };
  if (made?.key !== key) made = { key, servers: make(origin, clients, answer) };
  return made.servers;
}

/**
 * An internal header with the reason of a refusal. The library's error hook does not know the request, so the reason
 * travels with the response to code that does.
 */
const REASON = "X-Refused-For";

const refusal = (
  body: object,
  { status, headers }: { readonly status: number; readonly headers: Record<string, string> },
  { category, reason }: { readonly category: string; readonly reason: string },
): Response =>
  Response.json(body, {
    status,
    headers: { "Cache-Control": "no-store", Pragma: "no-cache", ...headers, [REASON]: `${category} ${reason}` },
  });

/** Removes the reason from the response and logs it. */
export function withoutReason(headers: Headers, about: AboutRequest): void {
  const reason = headers.get(REASON);
  headers.delete(REASON);
  if (reason !== null)
    logSecurity({ event: "agent_oauth_refused", ...about, actor: null, outcome: "refused", reason }, Date.now());
}

export const helpersOf = ({ authorization }: Servers, env: OAuthEnv): OAuthHelpers => authorization.getOAuthApi(env);

export const resourceOf = (origin: string): string => `${origin}${PATHS.mcp}`;

/** The library has one code for all metadata of a registration. RFC 7591 has another for redirect addresses. */
const codeOf = (code: string, description: string | undefined): string =>
  code === "invalid_client_metadata" && /redirect.?ur[il]/i.test(description ?? "") ? "invalid_redirect_uri" : code;

/** The ways in which clients may identify themselves: by registration, by a document at their own address. */
interface ClientWays {
  readonly registers: boolean;
  readonly publishes: boolean;
}

function make(origin: string, { registers, publishes }: ClientWays, answer: Protected): Servers {
  const authorization = new OAuthAuthorizationServer<OAuthEnv>({
    issuer: origin,
    resources: [resourceOf(origin)],
    defaultResource: resourceOf(origin),
    authorizeEndpoint: PATHS.authorize,
    tokenEndpoint: PATHS.token,
    ...(registers ? { clientRegistrationEndpoint: PATHS.register } : {}),
    scopesSupported: [...SCOPES],
    accessTokenTTL: AGENT_ACCESS_SECONDS,
    refreshTokenTTL: AGENT_GRANT_SECONDS,
    clientIdMetadataDocumentEnabled: publishes,
    cookiePrefix: "__Host-svc_agent_",
    tokenExchangeCallback: stillHolds,
    onError: ({ code, description, status, headers, internal }) =>
      refusal({ error: codeOf(code, description), error_description: description }, { status, headers }, internal),
  });
  const resource = new OAuthResourceServer<OAuthEnv, Membership>({
    resourceMetadata: {
      resource: resourceOf(origin),
      authorization_servers: [origin],
      resource_name: "Drawbridge for members",
    },
    requiredScopes: [...SCOPES],
    handler: { fetch: (request, env, ctx) => answer(request, env, ctx, ctx.auth) },
    validateToken: (env) => (audience, token) =>
      validated({
        audience,
        token,
        store: env.OAUTH_KV,
        decipher: () => authorization.validateToken<Membership>(audience, token, env),
      }),
  });
  return { authorization, resource };
}

/** Refuses a new token if the member was removed from the site. */
async function stillHolds({ userId, grantId, env, props }: TokenExchangeCallbackOptions<OAuthEnv>): Promise<void> {
  const found = await grantStateStatement(env.DB, `grant:${userId}:${grantId}`, Date.now()).first<Membership>();
  const pinned = props as Membership;
  const holds =
    found !== null &&
    found.tenant === pinned.tenant &&
    found.site === pinned.site &&
    found.identity === pinned.identity;
  if (!holds) throw new OAuthError("invalid_grant", { description: "This member no longer has access." });
}
