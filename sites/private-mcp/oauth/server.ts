import { OAuthAuthorizationServer, OAuthError, OAuthResourceServer } from "@cloudflare/workers-oauth-provider";
import type { OAuthHelpers, OAuthResourceAuth, TokenExchangeCallbackOptions } from "@cloudflare/workers-oauth-provider";
import { AGENT_ACCESS_SECONDS, AGENT_GRANT_SECONDS } from "../../../manifests/bounds.ts";
import { SCOPES } from "../../../runtime/scopes.ts";
import type { Env } from "../env.ts";
import { PATHS } from "./paths.ts";
import { Records } from "./records.ts";
import type { Pinned } from "./standing.ts";
import { standingStatement } from "./standing.ts";
import { validated } from "./validated.ts";

/** The environment as the library wants it: its one namespace is what decides where each record is. */
export interface OAuthEnv extends Omit<Env, "OAUTH_KV"> {
  readonly OAUTH_KV: Records;
  readonly real: Env;
}

export const oauthEnv = (env: Env): OAuthEnv => ({ ...env, OAUTH_KV: new Records(env), real: env });

/** Answers a call that came with a good token of a grant that still holds. */
export type Protected = (request: Request, env: OAuthEnv, ctx: ExecutionContext, auth: OAuthResourceAuth) => Promise<Response>;

interface Servers {
  readonly authorization: OAuthAuthorizationServer<OAuthEnv>;
  readonly resource: OAuthResourceServer<OAuthEnv, Pinned>;
}

let made: { readonly key: string; readonly servers: Servers } | undefined;

/** Made once an isolate: nothing in them is about a request. */
export function serversOf({ MEMBERS_MCP_ORIGIN: origin, CLIENT_REGISTRATION }: Env | OAuthEnv, answer: Protected): Servers {
  const key = `${origin} ${CLIENT_REGISTRATION}`;
  if (made?.key !== key) made = { key, servers: make(origin, CLIENT_REGISTRATION === "yes", answer) };
  return made.servers;
}

export const helpersOf = ({ authorization }: Servers, env: OAuthEnv): OAuthHelpers => authorization.getOAuthApi(env);

export const resourceOf = (origin: string): string => `${origin}${PATHS.mcp}`;

function make(origin: string, registers: boolean, answer: Protected): Servers {
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
    clientIdMetadataDocumentEnabled: true,
    cookiePrefix: "__Host-svc_agent_",
    tokenExchangeCallback: stillHolds,
    onError: ({ code, internal: { category, reason } }) => console.warn(JSON.stringify({ event: "agent_oauth_refused", code, category, reason })),
  });
  const resource = new OAuthResourceServer<OAuthEnv, Pinned>({
    resourceMetadata: { resource: resourceOf(origin), authorization_servers: [origin], resource_name: "Drawbridge for members" },
    requiredScopes: [...SCOPES],
    handler: { fetch: (request, env, ctx) => answer(request, env, ctx, ctx.auth) },
    validateToken: (env) => (audience, token) =>
      validated({ audience, token, store: env.OAUTH_KV, decipher: () => authorization.validateToken<Pinned>(audience, token, env) }),
  });
  return { authorization, resource };
}

/** Nobody gets another token for a site they have been removed from. */
async function stillHolds({ userId, grantId, env, props }: TokenExchangeCallbackOptions<OAuthEnv>): Promise<void> {
  const found = await standingStatement(env.DB, `grant:${userId}:${grantId}`, Date.now()).first<Pinned>();
  const pinned = props as Pinned;
  const holds = found !== null && found.tenant === pinned.tenant && found.site === pinned.site && found.identity === pinned.identity;
  if (!holds) throw new OAuthError("invalid_grant", { description: "This member no longer has access." });
}
