import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";
import { errors, interactionPolicy, Provider, type Configuration, type JWK } from "oidc-provider";
import { type Application, INTERACTION } from "./applications.ts";
import { IdentityStore } from "./identityStore.ts";

export interface ProviderInput {
  readonly issuer: string;
  readonly applications: readonly Application[];
  /** Tells whether a subject exists. */
  readonly isKnown: (subject: string) => boolean;
  readonly ttl: NonNullable<Configuration["ttl"]>;
  /** Names and attributes of cookies. */
  readonly cookies?: Omit<NonNullable<Configuration["cookies"]>, "keys">;
  /** The sentence for a login that has ended, by the reader's Accept-Language; by default the standard's words. */
  readonly ended?: (languages: string) => string;
}

/** An OpenID Connect provider: the authorization code flow with PKCE, and a subject as the only claim. */
export async function openIdProvider(input: ProviderInput): Promise<Provider> {
  const { issuer, applications } = input;
  const provider = new Provider(issuer, await configuration(input));
  provider.Client.prototype.redirectUriAllowed = function (address) {
    const { callback, isCallback } = applications.find(({ id }) => id === this.clientId) ?? {};
    return address === callback || isCallback?.(address) === true;
  };
  return provider;
}

async function configuration({
  applications,
  isKnown,
  ttl,
  cookies = {},
  ended,
}: ProviderInput): Promise<Configuration> {
  return {
    adapter: IdentityStore,
    clients: applications.map(({ id, secret, callback }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: [callback],
      response_types: ["code"],
      grant_types: ["authorization_code"],
      token_endpoint_auth_method: "client_secret_basic",
      id_token_signed_response_alg: "ES256",
    })),
    jwks: { keys: [await newKey()] },
    cookies: { ...cookies, keys: [randomBytes(32).toString("base64url")] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: true } },
    interactions: { policy: alwaysAsk(), url: (_, interaction) => `${INTERACTION}${interaction.uid}` },
    findAccount: (_, id) => (isKnown(id) ? { accountId: id, claims: () => ({ sub: id }) } : undefined),
    loadExistingGrant: consent,
    ttl,
    renderError: (context, { error, error_description }, fault) => {
      const sentence = fault instanceof errors.SessionNotFound ? ended?.(context.get("accept-language")) : undefined;
      context.type = "text/plain";
      context.body = sentence ?? [error, error_description].filter(Boolean).join(": ");
    },
  };
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: "ES256", use: "sig" } as JWK;
}

/** Asks at each login who the person is, because people may change and a provider of this machine keeps no login. */
function alwaysAsk() {
  const policy = interactionPolicy.base();
  const check = new interactionPolicy.Check(
    "always",
    "everybody says who they are",
    "login_required",
    ({ oidc }) => oidc.result?.login === undefined,
  );
  policy.get("login")?.checks.add(check);
  return policy;
}

/** Grants without a consent page, because a client learns only the subject. */
const consent: NonNullable<Configuration["loadExistingGrant"]> = async ({ oidc }) => {
  const { client, session, provider } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid");
  await grant.save();
  return grant;
};
