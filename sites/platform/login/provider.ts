import * as oauth from "oauth4webapi";
import {
  IDENTITY_ANSWER_MAX_BYTES,
  IDENTITY_TIMEOUT_MS,
  IDENTITY_METADATA_KEPT_MS,
} from "../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { type ApplicationSecrets, authentication, readClientKey } from "./clientAuthentication.ts";
import { isEndpoint, isPlainLoopback } from "./endpoint.ts";
import { PROOF_SHAPES } from "./proofShapes.ts";
import { SIGNATURE_ALGORITHMS } from "./signatureAlgorithms.ts";
import { type Span, isWithin } from "../../../manifests/memory/span.ts";
import { readBytes } from "../../requests/bytes.ts";

/** The identity provider's settings for a worker with logins. Each worker is a separate OAuth client. */
export interface LoginEnv extends ApplicationSecrets {
  readonly OIDC_ISSUER: string;
  readonly OIDC_AUTHORIZATION_ENDPOINT: string;
  readonly OIDC_TOKEN_ENDPOINT: string;
  readonly OIDC_USERINFO_ENDPOINT: string;
  /** URL of the provider's public keys. If it is empty, the provider's metadata name it. */
  readonly OIDC_JWKS_URI: string;
  /**
   * The longest age of the person's authentication in seconds (`max_age`). If it is empty, any session at the provider
   * counts.
   */
  readonly OIDC_MAX_AGE?: string;
  /** Accepted authentication methods (`acr` values), separated by spaces. If it is empty, any method counts. */
  readonly OIDC_ACR_VALUES?: string;
}

/** The identity provider and our client, from settings only. No part comes from a request. */
export interface LoginProvider {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly authenticate: oauth.ClientAuth;
  /** The accepted age and methods of an authentication. */
  readonly proof: Proof;
  /** Options of every request to the provider. */
  readonly options: () => RequestOptions;
}

export interface Proof {
  readonly maxAge: number | undefined;
  /** Accepted `acr` values; empty for any. */
  readonly acr: readonly string[];
}

interface RequestOptions {
  readonly signal: AbortSignal;
  readonly [oauth.customFetch]: typeof providerFetch;
  readonly [oauth.allowInsecureRequests]: boolean;
}

let made: (Span & { readonly settings: string; readonly provider: LoginProvider }) | undefined;

/** Returns the same object until the settings change, because the library caches the provider's keys with it. */
export async function findProvider(env: LoginEnv, now: number): Promise<LoginProvider> {
  const settings = JSON.stringify(SETTINGS.map((name) => env[name]));
  if (made?.settings === settings && isWithin(made, now)) return made.provider;
  const provider = await make(env);
  made = { settings, from: now, until: now + IDENTITY_METADATA_KEPT_MS, provider };
  return provider;
}

const ENDPOINTS = ["OIDC_AUTHORIZATION_ENDPOINT", "OIDC_TOKEN_ENDPOINT", "OIDC_USERINFO_ENDPOINT"] as const;
const PROOF = ["OIDC_MAX_AGE", "OIDC_ACR_VALUES"] as const;
const SETTINGS = [
  "OIDC_ISSUER",
  ...ENDPOINTS,
  "OIDC_JWKS_URI",
  "OIDC_CLIENT_ID",
  "OAUTH_CLIENT_SECRET",
  "OAUTH_CLIENT_KEY",
  ...PROOF,
] as const;

async function make(env: LoginEnv): Promise<LoginProvider> {
  const problem = configurationProblem(env) ?? (await keyProblem(env));
  if (problem !== undefined) {
    console.error("the identity provider is not configured:", problem);
    throw new Refusal("LOGIN_UNAVAILABLE");
  }
  const insecure = isPlainLoopback(env.OIDC_ISSUER);
  const options = (): RequestOptions => ({
    signal: providerSignal(),
    [oauth.customFetch]: providerFetch,
    [oauth.allowInsecureRequests]: insecure,
  });
  const { methods, ...found } = env.OIDC_JWKS_URI
    ? { jwks_uri: env.OIDC_JWKS_URI, methods: undefined }
    : await metadata(env, options);
  return {
    server: {
      issuer: env.OIDC_ISSUER,
      authorization_endpoint: env.OIDC_AUTHORIZATION_ENDPOINT,
      token_endpoint: env.OIDC_TOKEN_ENDPOINT,
      userinfo_endpoint: env.OIDC_USERINFO_ENDPOINT,
      id_token_signing_alg_values_supported: [...SIGNATURE_ALGORITHMS],
      userinfo_signing_alg_values_supported: [...SIGNATURE_ALGORITHMS],
      ...found,
    },
    client: { client_id: env.OIDC_CLIENT_ID },
    authenticate: await authentication(env, methods),
    proof: proofOf(env),
    options,
  };
}

const proofOf = ({ OIDC_MAX_AGE, OIDC_ACR_VALUES }: LoginEnv): Proof => ({
  maxAge: OIDC_MAX_AGE ? Number(OIDC_MAX_AGE) : undefined,
  acr: OIDC_ACR_VALUES ? OIDC_ACR_VALUES.split(" ") : [],
});

interface Metadata extends Pick<
  oauth.AuthorizationServer,
  "jwks_uri" | "authorization_response_iss_parameter_supported"
> {
  /** The ways in which the provider lets clients prove themselves; undefined if it names none. */
  readonly methods: readonly string[] | undefined;
}

/**
 * Reads the provider's metadata, only for values that are not configured. The `iss` parameter of the answer (RFC 9207)
 * is required only if the metadata announce it, because large providers do not send it. A wrong one is always refused.
 */
async function metadata({ OIDC_ISSUER }: LoginEnv, options: LoginProvider["options"]): Promise<Metadata> {
  const issuer = new URL(OIDC_ISSUER);
  const found = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options()));
  const { jwks_uri, authorization_response_iss_parameter_supported = false } = found;
  const methods = found.token_endpoint_auth_methods_supported;
  if (found.issuer !== OIDC_ISSUER || jwks_uri === undefined || !isEndpoint(jwks_uri, OIDC_ISSUER)) {
    throw new Error("The metadata of the identity provider has another issuer, or no jwks_uri over https.");
  }
  return { jwks_uri, authorization_response_iss_parameter_supported, methods };
}

/** The name of the first invalid setting; undefined if all are valid. */
function configurationProblem(env: LoginEnv): string | undefined {
  const { OIDC_ISSUER, OIDC_JWKS_URI, OIDC_CLIENT_ID, OAUTH_CLIENT_SECRET } = env;
  if (!isEndpoint(OIDC_ISSUER, OIDC_ISSUER) || /[?#]/.test(OIDC_ISSUER)) return "OIDC_ISSUER";
  const wrong = ENDPOINTS.find((name) => !isEndpoint(env[name], OIDC_ISSUER));
  if (wrong) return wrong;
  if (OIDC_JWKS_URI && !isEndpoint(OIDC_JWKS_URI, OIDC_ISSUER)) return "OIDC_JWKS_URI";
  if (!OIDC_CLIENT_ID) return "OIDC_CLIENT_ID";
  if (!env.OAUTH_CLIENT_KEY && !OAUTH_CLIENT_SECRET) return "OAUTH_CLIENT_SECRET";
  return PROOF.find((name) => env[name] && !PROOF_SHAPES[name].test(env[name]));
}

/** Reports an unreadable key by its setting's name, without the parser's message. */
const keyProblem = async ({ OAUTH_CLIENT_KEY }: LoginEnv): Promise<string | undefined> =>
  OAUTH_CLIENT_KEY &&
  (await readClientKey(OAUTH_CLIENT_KEY).then(
    () => false,
    () => true,
  ))
    ? "OAUTH_CLIENT_KEY"
    : undefined;

/** A deadline for one request and its body, which starts now. */
const providerSignal = (): AbortSignal => AbortSignal.timeout(IDENTITY_TIMEOUT_MS);

/** Fetches a bounded answer completely. Follows no redirect, because the request's secret is for one host. */
async function providerFetch(url: string, init: object): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: "manual" });
  const bytes = await readBytes(response.body, IDENTITY_ANSWER_MAX_BYTES);
  return new Response(bytes.byteLength === 0 ? null : bytes, response);
}
