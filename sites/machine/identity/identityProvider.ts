import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import { interactionPolicy, Provider, type Configuration, type JWK } from "oidc-provider";
import { IdentityStore } from "./identityStore.ts";
import { ADDRESS, listen, stopListening } from "../process/listening.ts";
import { loginPage } from "./loginPage.ts";
import { ISSUER, PEOPLE } from "./people.ts";

/** An OAuth client of the local provider. */
export interface Application {
  readonly id: string;
  readonly secret: string;
  /** The client's own redirect URI. */
  readonly callback: string;
  /** Accepts further redirect URIs, for a client that has several. */
  readonly isCallback?: (address: string) => boolean;
}

/** The OpenID Connect provider of a local run. The protocol is complete; the people are invented. */
export interface IdentityProvider {
  /** The workers' variables for this provider. */
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Browsers use the name; workers use the IP address, because they may have no resolver for the name. */
const NAME = "identity.localhost";
const INTERACTION = "/interaction/";
const FORM_MAX_BYTES = 1_024;

export async function startIdentityProvider(applications: readonly Application[]): Promise<IdentityProvider> {
  const provider = new Provider(ISSUER, await configuration(applications));
  provider.Client.prototype.redirectUriAllowed = function (address) {
    const { callback, isCallback } = applications.find(({ id }) => id === this.clientId) ?? {};
    return address === callback || isCallback?.(address) === true;
  };
  const standard = provider.callback();
  const server = createServer((request, response) => {
    const isInteraction = request.url?.startsWith(INTERACTION) === true;
    const answered = isInteraction ? interact(provider, request, response) : standard(request, response);
    answered.catch((error: unknown) => refuse(response, error));
  });
  const port = await listen(server);
  return { settings: settingsAt(port), stop: () => stopListening(server) };
}

async function configuration(applications: readonly Application[]): Promise<Configuration> {
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
    cookies: { keys: [randomBytes(32).toString("base64url")] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: true } },
    interactions: { policy: alwaysAsk(), url: (_, interaction) => `${INTERACTION}${interaction.uid}` },
    findAccount: (_, id) => (isKnown(id) ? { accountId: id, claims: () => ({ sub: id }) } : undefined),
    loadExistingGrant: consent,
    ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 3_600, IdToken: 300, Interaction: 3_600, Session: 3_600 },
    renderError: (context, { error, error_description }) => {
      context.type = "text/plain";
      context.body = [error, error_description].filter(Boolean).join(": ");
    },
  };
}

const isKnown = (id: string): boolean => PEOPLE.some(({ subject }) => subject === id);

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: "ES256", use: "sig" } as JWK;
}

/** Asks at each login who the person is, because people who try the demo often change persons. */
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

const NOBODY = { error: "access_denied", error_description: "The login was cancelled." };

/** Shows the login page, and handles its form. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  await provider.interactionDetails(request, response);
  if (request.method !== "POST") return show(response);
  const person = new URLSearchParams(await readForm(request)).get("person");
  const result = person !== null && isKnown(person) ? { login: { accountId: person, remember: false } } : NOBODY;
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

function show(response: ServerResponse): void {
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-frame-options": "DENY",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  });
  response.end(loginPage(PEOPLE));
}

async function readForm(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > FORM_MAX_BYTES) throw new Error("The form is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Answers a failed interaction. Usually it has expired, or another browser started it, so the cookie is missing. */
function refuse(response: ServerResponse, error: unknown): void {
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  if (!response.headersSent) response.writeHead(400, headers);
  response.end(`This login has ended. Start again on the site.\n${error instanceof Error ? error.name : ""}\n`);
}

const settingsAt = (port: number): IdentityProvider["settings"] => ({
  OIDC_ISSUER: ISSUER,
  OIDC_AUTHORIZATION_ENDPOINT: `http://${NAME}:${port}/auth`,
  OIDC_TOKEN_ENDPOINT: `http://${ADDRESS}:${port}/token`,
  OIDC_USERINFO_ENDPOINT: `http://${ADDRESS}:${port}/me`,
  OIDC_JWKS_URI: `http://${ADDRESS}:${port}/jwks`,
});
