import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";
import { boundedBody } from "../process/boundedBody.ts";
import { ADDRESS, listen, stopListening } from "../process/listening.ts";
import { type Application, INTERACTION } from "./applications.ts";
import { once } from "../process/once.ts";
import { loginPage } from "./loginPage.ts";
import { ISSUER, PEOPLE } from "./people.ts";
import { createServer } from "../process/http.ts";

/**
 * The OpenID Connect provider of a local run. The protocol is complete; the people are invented. Its library takes long
 * to load, and much memory, so the first login loads it.
 */
export interface IdentityProvider {
  /** The workers' variables for this provider. */
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Browsers use the name; workers use the IP address, because they may have no resolver for the name. */
const NAME = "identity.localhost";
const FORM_MAX_BYTES = 1_024;

export async function startIdentityProvider(applications: readonly Application[]): Promise<IdentityProvider> {
  const ttl = {
    AccessToken: 300,
    AuthorizationCode: 60,
    Grant: 3_600,
    IdToken: 300,
    Interaction: 3_600,
    Session: 3_600,
  };
  const opened = once(async () => {
    const { openIdProvider } = await import("./openIdProvider.ts");
    return openIdProvider({ issuer: ISSUER, applications, isKnown, ttl });
  });
  const answered = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const provider = await opened();
    const isInteraction = request.url?.startsWith(INTERACTION) === true;
    await (isInteraction ? interact(provider, request, response) : provider.callback()(request, response));
  };
  const server = createServer((request, response) => {
    answered(request, response).catch((error: unknown) => refuse(response, error));
  });
  const port = await listen(server);
  return { settings: settingsAt(port), stop: () => stopListening(server) };
}

const isKnown = (id: string): boolean => PEOPLE.some(({ subject }) => subject === id);

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
  const body = await boundedBody(request, FORM_MAX_BYTES);
  if (body === undefined) throw new Error("The form is too large.");
  return body.toString();
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
