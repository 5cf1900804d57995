/** Asks the provider's endpoints what a login would ask them, without logging anybody in. */
import { randomBytes } from "node:crypto";
import type { Finding } from "../../../cli/cloudflare/descriptor/check.ts";
import { proveApplication } from "../../../platform/login/clientAuthentication.ts";
import type { ProviderAnswer, AskProvider } from "./askProvider.ts";
import { type AskedApplication, type AskedProvider, listIn, type Metadata, quoteShort } from "./askedProvider.ts";

const secret = (): string => randomBytes(32).toString("base64url");

const error = (where: string, found: string, allowed: string, mend: string): Finding => ({
  level: "error",
  where,
  found,
  allowed,
  mend,
});

const READ_LOG = "Read the provider's log.";
const NOT_THERE: ReadonlySet<number> = new Set([404, 405, 410]);
const LOGIN_IS_NEEDED: ReadonlySet<string> = new Set([
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
]);

/** Faults that a provider names in its redirect, and their remedies. */
const REMEDIES: Readonly<Record<string, string>> = {
  unauthorized_client: "Allow the application the authorization code flow.",
  unsupported_response_type: "Allow the application the authorization code flow.",
  invalid_scope: "Allow the application the scope openid.",
  invalid_client: "Correct the client id.",
  access_denied: "Allow people to use the application without asking an administrator first.",
  server_error: READ_LOG,
  temporarily_unavailable: READ_LOG,
};

/** The address to which a browser goes to log in. `prompt=none` lets the provider answer without a person. */
function authorizationAddress({ authorizationEndpoint }: AskedProvider, clientId: string, redirect: string): string {
  const url = new URL(authorizationEndpoint);
  const parameters = {
    client_id: clientId,
    redirect_uri: redirect,
    response_type: "code",
    scope: "openid",
    state: secret(),
    nonce: secret(),
    code_challenge: secret(),
    code_challenge_method: "S256",
    prompt: "none",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Asks for a login of one application with each of its redirect addresses. */
export async function findInAuthorization(
  ask: AskProvider,
  asked: AskedProvider,
  { clientId, redirects }: AskedApplication,
): Promise<readonly Finding[]> {
  const found = await Promise.all(
    redirects.map(async (redirect) => {
      const address = authorizationAddress(asked, clientId, redirect);
      return judgeAuthorization(await ask({ address }), { clientId, redirect, address });
    }),
  );
  return found.flat();
}

interface Tried {
  readonly clientId: string;
  readonly redirect: string;
  readonly address: string;
}

function judgeAuthorization(answer: ProviderAnswer, tried: Tried): readonly Finding[] {
  const { status, headers } = answer;
  const place = headers.location === undefined ? undefined : URL.parse(headers.location, tried.address);
  if (status >= 300 && status < 400 && place) return judgeRedirect(place, tried);
  if (status >= 400) return [refused(answer, tried)];
  return [unclear(tried)];
}

function judgeRedirect(place: URL, tried: Tried): readonly Finding[] {
  const { redirect, clientId } = tried;
  const reported = place.searchParams.get("error");
  if (`${place.origin}${place.pathname}` !== redirect)
    return reported === null && !/\/error(?:\/|$)/.test(place.pathname)
      ? [unclear(tried)]
      : [refusedAs(reported ?? "", tried)];
  if (reported === null || LOGIN_IS_NEEDED.has(reported)) return [];
  const mend = REMEDIES[reported] ?? `Correct the application ${quoteShort(clientId)} at the provider.`;
  return [error(redirect, quoteShort(reported), "login_required", mend)];
}

/** The provider shows a page, which only people can read. */
const unclear = ({ redirect, clientId }: Tried): Finding => ({
  level: "warning",
  where: redirect,
  found: "a page for people, which this check cannot read",
  allowed: "login_required, sent to the redirect address",
  mend: `Log in once, to see that the provider knows ${quoteShort(clientId)} and the redirect address.`,
});

/** Words in the page of a provider that refuses a redirect address. */
const ABOUT_REDIRECT = /redirect[ _-]?ur[il]/i;
const ABOUT_CLIENT = /client/i;

function refused({ status, text }: ProviderAnswer, tried: Tried): Finding {
  const { address } = tried;
  if (NOT_THERE.has(status)) {
    const where = new URL(address).origin + new URL(address).pathname;
    if (!ABOUT_REDIRECT.test(text) && !ABOUT_CLIENT.test(text))
      return error(where, `status ${status}`, "an authorization endpoint", "Correct authorizationEndpoint.");
  }
  return refusedAs(text, tried);
}

function refusedAs(text: string, { redirect, clientId }: Tried): Finding {
  const register = `Register the redirect address ${redirect} there, to the letter.`;
  if (ABOUT_REDIRECT.test(text))
    return error(redirect, "a redirect address that the provider does not know", "a registered one", register);
  const correct = `Correct the client id ${quoteShort(clientId)}, or make the application at the provider.`;
  if (ABOUT_CLIENT.test(text))
    return error(redirect, "an application that the provider does not know", "a known one", correct);
  return error(redirect, "a refusal without a reason", "login_required", `${correct} ${register}`);
}

/** Faults of the token endpoint, and their remedies. `invalid_grant` is the right answer to a code of nobody. */
const TOKEN_REMEDIES: Readonly<Record<string, string>> = {
  invalid_client: "Correct the client id and its secret or key, or the way in which the provider takes them.",
  unauthorized_client:
    "Correct the client id and its secret or key. If they are right, allow the application the authorization code flow.",
  unsupported_grant_type: "Allow the authorization code flow at the provider.",
};

/**
 * Redeems a code that cannot exist. A provider that knows the application refuses the code alone. Undefined without a
 * secret or key.
 */
export async function findInToken(
  ask: AskProvider,
  { asked, metadata }: { readonly asked: AskedProvider; readonly metadata: Metadata | undefined },
  application: AskedApplication,
): Promise<readonly Finding[] | undefined> {
  const { tokenEndpoint, issuer, jwksUri } = asked;
  const { clientId, secret: clientSecret, key, redirects, name } = application;
  if (clientSecret === undefined && key === undefined) return undefined;
  const headers = new Headers({
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
  });
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code: secret(),
    redirect_uri: redirects[0] ?? "",
    code_verifier: secret(),
  });
  const methods =
    jwksUri === undefined && metadata ? listIn(metadata, "token_endpoint_auth_methods_supported") : undefined;
  const proof = {
    OIDC_CLIENT_ID: clientId,
    OAUTH_CLIENT_SECRET: clientSecret ?? "",
    ...(key && { OAUTH_CLIENT_KEY: key }),
  };
  try {
    await proveApplication({ ...proof, issuer, ...(methods && { methods }) }, { headers, body });
  } catch {
    return [
      error(`the key of the ${name}`, "no usable key", "a private JWK with kid and alg", "Correct the client key."),
    ];
  }
  const answer = await ask({
    address: tokenEndpoint,
    method: "POST",
    headers: Object.fromEntries(headers),
    body: body.toString(),
  });
  return judgeToken(answer, tokenEndpoint);
}

function judgeToken({ status, text }: ProviderAnswer, where: string): readonly Finding[] {
  const reported = errorIn(text);
  if (reported === "invalid_grant") return [];
  const allowed = "invalid_grant, as for every wrong code";
  if (reported === undefined) {
    if (status === 401) return [error(where, "status 401", allowed, TOKEN_REMEDIES["invalid_client"] ?? "")];
    const mend = NOT_THERE.has(status) || status < 400 ? "Correct tokenEndpoint." : READ_LOG;
    return [error(where, `status ${status} without an error code`, allowed, mend)];
  }
  const mend = TOKEN_REMEDIES[reported];
  if (mend !== undefined) return [error(where, quoteShort(reported), allowed, mend)];
  return [
    { level: "warning", where, found: quoteShort(reported), allowed, mend: "Log in once, to see that it works." },
  ];
}

function errorIn(text: string): string | undefined {
  try {
    const { error: reported } = Object(JSON.parse(text)) as { error?: unknown };
    return typeof reported === "string" ? reported : undefined;
  } catch {
    return undefined;
  }
}

/** Asks for a person without a token. A provider with this endpoint refuses it. */
export async function findInUserinfo(
  ask: AskProvider,
  { userinfoEndpoint }: AskedProvider,
): Promise<readonly Finding[]> {
  const { status } = await ask({ address: userinfoEndpoint });
  if (status === 400 || status === 401 || status === 403) return [];
  const mend = "Correct userinfoEndpoint. It tells about a person only with that person's token.";
  return [error(userinfoEndpoint, `status ${status}`, "a refusal without a token (401)", mend)];
}
