import { type JWK, importJWK } from "jose";
import * as oauth from "oauth4webapi";

/** The secrets by which this deployment's application proves itself to the identity provider. */
export interface ApplicationSecrets {
  readonly OIDC_CLIENT_ID: string;
  readonly OAUTH_CLIENT_SECRET: string;
  /** A private JWK for client authentication in place of the secret (RFC 7523). */
  readonly OAUTH_CLIENT_KEY?: string;
}

const BASIC = "client_secret_basic";
const POST = "client_secret_post";
const KEY = "private_key_jwt";

/** The ways in which an application may prove itself. */
export const AUTHENTICATION_METHODS: readonly string[] = [BASIC, POST, KEY];

/** The form encoding of an id or a secret (RFC 6749, 2.3.1). It leaves hyphens and dots as they are, as providers expect. */
const encoded = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1);

/** The library encodes hyphens and dots, too, and providers that decode nothing then know no such client. */
const inHeader =
  (secret: string): oauth.ClientAuth =>
  (_, { client_id }, _body, headers) =>
    headers.set("authorization", `Basic ${btoa(`${encoded(client_id)}:${encoded(secret)}`)}`);

/** The way in which the application proves itself, by its registered name. Without `methods`, the provider names none. */
export function authenticationMethod(
  { OAUTH_CLIENT_KEY, OAUTH_CLIENT_SECRET, OIDC_CLIENT_ID }: ApplicationSecrets,
  methods: readonly string[] = [BASIC],
): string {
  if (OAUTH_CLIENT_KEY) return KEY;
  const isPlain = [OIDC_CLIENT_ID, OAUTH_CLIENT_SECRET].every((text) => encoded(text) === text);
  return methods.includes(POST) && !(methods.includes(BASIC) && isPlain) ? POST : BASIC;
}

/**
 * Sends the secret in the body to a provider whose metadata name that way alone. So it does if the header would need an
 * encoding, which some providers do not decode.
 */
export async function authentication(
  secrets: ApplicationSecrets,
  methods?: readonly string[],
): Promise<oauth.ClientAuth> {
  const { OAUTH_CLIENT_KEY = "", OAUTH_CLIENT_SECRET } = secrets;
  const method = authenticationMethod(secrets, methods);
  if (method === KEY) return oauth.PrivateKeyJwt(await readClientKey(OAUTH_CLIENT_KEY));
  return method === POST ? oauth.ClientSecretPost(OAUTH_CLIENT_SECRET) : inHeader(OAUTH_CLIENT_SECRET);
}

/** Adds the application's proof to a request of the token endpoint, as a login sends it. */
export async function proveApplication(
  {
    issuer,
    methods,
    ...secrets
  }: ApplicationSecrets & { readonly issuer: string; readonly methods?: readonly string[] },
  { headers, body }: { readonly headers: Headers; readonly body: URLSearchParams },
): Promise<void> {
  const prove = await authentication(secrets, methods);
  await prove({ issuer }, { client_id: secrets.OIDC_CLIENT_ID }, body, headers);
}

/** Algorithms of our client key. The provider may sign with the same ones. */
const CLIENT_KEY_ALGORITHMS: ReadonlySet<string> = new Set(["RS256", "PS256", "ES256", "EdDSA", "Ed25519"]);

/** Reads our private key for the identity provider: a JWK with `alg` and `kid`. */
export async function readClientKey(text: string): Promise<oauth.PrivateKey> {
  const jwk = JSON.parse(text) as JWK;
  const { kid, alg = "" } = jwk;
  if (!kid || !CLIENT_KEY_ALGORITHMS.has(alg))
    throw new TypeError("The key of this application has no kid, or an alg that is not accepted.");
  const key = await importJWK(jwk, alg);
  if (!("type" in key) || key.type !== "private") throw new TypeError("The key of this application is not private.");
  return { kid, key };
}
