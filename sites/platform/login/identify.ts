import * as oauth from "oauth4webapi";
import { SUBJECT_MAX_CHARS } from "../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { type AboutRequest, logSecurity } from "../security/securityEvents.ts";
import { SUBJECT } from "./subject.ts";
import { type LoginEnv, type LoginProvider, findProvider } from "./provider.ts";

/** A person as the identity provider names them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** The secrets that bind the provider's answer to one browser. */
export interface LoginSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Our redirect URI, as it is registered with the provider. */
  readonly callback: string;
}

/** Builds the authorization URL to which the browser is redirected. */
export const authorizationAddress = (env: LoginEnv, attempt: LoginSecrets, about: AboutRequest): Promise<string> =>
  // Nothing came from the browser yet, so any fault is the provider's.
  makeAddress(env, attempt).catch((error: unknown) => refuse(error, about, "LOGIN_UNAVAILABLE"));

async function makeAddress(env: LoginEnv, attempt: LoginSecrets): Promise<string> {
  const {
    server,
    proof: { maxAge, acr },
  } = await findProvider(env, Date.now());
  const url = new URL(server.authorization_endpoint ?? "");
  const parameters = {
    client_id: env.OIDC_CLIENT_ID,
    redirect_uri: attempt.callback,
    response_type: "code",
    scope: "openid",
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: "S256",
    ...(maxAge === undefined ? {} : { max_age: String(maxAge) }),
    ...(acr.length === 0 ? {} : { acr_values: acr.join(" ") }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Identifies the person who returns from the provider. Exchanges the code with our client secret and the PKCE verifier.
 * The ID token must be signed by the provider for us, fit this attempt and be in time. UserInfo must name the same
 * subject.
 */
export async function identify(
  env: LoginEnv,
  attempt: LoginSecrets,
  answer: URLSearchParams,
  about: AboutRequest,
): Promise<Identity> {
  const provider = await findProvider(env, Date.now()).catch((error: unknown) =>
    refuse(error, about, "LOGIN_UNAVAILABLE"),
  );
  const subject = await exchange(provider, attempt, answer).catch((error: unknown) =>
    refuse(error, about, isAboutThisLogin(error) ? "LOGIN_FAILED" : "LOGIN_UNAVAILABLE"),
  );
  return { issuer: provider.server.issuer, subject };
}

/** The syntax of a subject, the same as in provisioning. */
const isSubject = (text: string): boolean => text.length <= SUBJECT_MAX_CHARS && SUBJECT.test(text);

/** The provider's answer is valid but identifies nobody whom this deployment accepts. */
class Unfit extends Error {}

async function exchange(provider: LoginProvider, attempt: LoginSecrets, answer: URLSearchParams): Promise<string> {
  const {
    server,
    client,
    authenticate,
    options,
    proof: { maxAge, acr },
  } = provider;
  const { state, nonce, verifier, callback } = attempt;
  const parameters = oauth.validateAuthResponse(server, client, answer, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authenticate,
    parameters,
    callback,
    verifier,
    options(),
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
    ...(maxAge === undefined ? {} : { maxAge }),
  });
  // The library trusts TLS in this flow. We also verify the ID token's signature, in case the connection is
  // compromised.
  await oauth.validateApplicationLevelSignature(server, response, options());
  const { sub, acr: used }: Partial<oauth.IDToken> = oauth.getValidatedIdTokenClaims(tokens) ?? {};
  // The request can only ask for a method; the signed token says which one was used.
  if (acr.length > 0 && !acr.some((one) => one === used))
    throw new Unfit("another way to prove it than this deployment takes");
  if (sub === undefined || !isSubject(sub)) throw new Unfit("a subject that cannot be one");
  const info = await oauth.userInfoRequest(server, client, tokens.access_token, options());
  await oauth.processUserInfoResponse(server, client, sub, info);
  if (isSigned(info)) await oauth.validateApplicationLevelSignature(server, info, options());
  return sub;
}

/** True for an answer that the provider has signed, which the media type says. */
const isSigned = ({ headers }: Response): boolean =>
  /^application\/jwt\s*(?:;|$)/i.test(headers.get("content-type") ?? "");

/**
 * Errors in the provider's redirect that the person can change by another attempt. All others, such as `invalid_scope`
 * and `unauthorized_client`, come from settings here or there, or from a provider that does not work.
 */
const PERSONS_ANSWERS: ReadonlySet<string> = new Set([
  "access_denied",
  "account_selection_required",
  "consent_required",
  "interaction_required",
  "login_required",
]);

/** Error codes that concern one login. All others mean that the provider does not work. */
const ABOUT_THIS_LOGIN: ReadonlySet<string> = new Set([
  oauth.INVALID_RESPONSE,
  oauth.JWT_CLAIM_COMPARISON,
  oauth.JWT_TIMESTAMP_CHECK,
  oauth.JSON_ATTRIBUTE_COMPARISON,
  oauth.KEY_SELECTION,
  oauth.UNSUPPORTED_OPERATION,
  oauth.PARSE_ERROR,
  "invalid_grant",
]);

const isAboutThisLogin = (error: unknown): boolean =>
  error instanceof Unfit ||
  (error instanceof oauth.AuthorizationResponseError && PERSONS_ANSWERS.has(error.error)) ||
  [codeOf(error), error instanceof oauth.ResponseBodyError ? error.error : undefined].some(
    (code) => code !== undefined && ABOUT_THIS_LOGIN.has(code),
  );

/** Logs an error and throws a refusal without the provider's answer, which may hold codes and tokens. */
function refuse(error: unknown, about: AboutRequest, code: keyof typeof EVENTS): never {
  logSecurity(
    { event: EVENTS[code], ...about, actor: null, outcome: "refused", code, reason: describe(error) },
    Date.now(),
  );
  throw new Refusal(code);
}

const EVENTS = { LOGIN_FAILED: "login_failed", LOGIN_UNAVAILABLE: "login_unavailable" } as const;

const codeOf = (error: unknown): string | undefined => {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === "string" ? code : undefined;
};

/** Describes an error without its cause, which holds received data. Only the provider's error code is quoted. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const isAnswer = error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError;
  const word = isAnswer ? JSON.stringify(error.error) : undefined;
  return [error.name, codeOf(error), error.message, word].filter(Boolean).join(" ");
}
