/** The identity provider of one machine for its own people. Sites know it as any other OpenID Connect provider. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";
import {
  ACCOUNT_REQUESTS,
  ACCOUNT_REQUESTS_WINDOW_MS,
  WRONG_SECRETS,
  WRONG_SECRETS_WINDOW_MS,
} from "../../../manifests/bounds/logins.ts";
import { type Application, INTERACTION } from "../identity/applications.ts";
import { isAboutVisitors } from "../names/arrival.ts";
import { ADDRESS, listen, stopListening } from "../process/listening.ts";
import { once } from "../process/once.ts";
import { addPasskey, beginPasskey, makeOwnSite, removePasskey, renewCodes, showHome } from "./account.ts";
import { STARTER_NAMES, STARTER_THEMES, starterPreview } from "../../starters/starters.ts";
import { Ceremonies } from "./ceremony/ceremonies.ts";
import { AccountRefusal } from "./http/accountRefusal.ts";
import { sendJson, sendPage, sendPicture, sendRedirect, sendScript, sendText } from "./http/answers.ts";
import { ClientLimit } from "./http/clientLimit.ts";
import { refuseEmbedded, refuseForeign } from "./http/foreign.ts";
import { cookieNames, dropAccountCookie } from "./http/cookies.ts";
import type { AccountVisit } from "./http/visit.ts";
import { askWho } from "./interaction.ts";
import { beginLink, beginLinkPassword, describeLink, useLink, useLinkPassword } from "./links.ts";
import { beginProof, confirmPerson, endSession, useCode, useInvitation, useProof } from "./logins.ts";
import { STYLE } from "./pages/layout.ts";
import { LINK_PATH, linkPage } from "./pages/linkPage.ts";
import { pageScript } from "./pages/script.ts";
import { previewPath } from "./pages/siteForm.ts";
import { accountWords } from "./pages/words.ts";
import { beginPassword, removePassword, setPassword, usePassword } from "./password.ts";
import { type DigestCosts, PasswordDigests } from "./password/digests.ts";
import { PEOPLE_ISSUER } from "./peopleIssuer.ts";
import type { Room, PeopleSurroundings } from "./room.ts";
import { isBusy } from "./store/database.ts";
import type { PeopleStore } from "./store/store.ts";
import { createServer } from "../process/http.ts";

/** The sender of a request, as far as the entrance can tell. */
export interface VisitArrival {
  readonly client: string;
  readonly scheme: "http" | "https";
}

export interface PeopleInput {
  /** The login's origin, such as `http://login.localhost:8787`. */
  readonly origin: string;
  readonly store: PeopleStore;
  readonly applications: readonly Application[];
  readonly around: PeopleSurroundings;
  readonly tell: (line: string) => void;
  /** The costs of digests of passwords; by default those of real people. */
  readonly digestCosts?: DigestCosts;
}

/** A year, for this hostname alone: names below it are the operator's. */
const ONLY_HTTPS = "max-age=31536000";

type Handler = (room: Room, visit: AccountVisit) => void | Promise<void>;

const ACTIONS: Readonly<Record<string, Handler>> = {
  "/api/link": describeLink,
  "/api/link/begin": beginLink,
  "/api/link/use": useLink,
  "/api/link/password/begin": beginLinkPassword,
  "/api/link/password": useLinkPassword,
  "/api/proof/begin": beginProof,
  "/api/proof": useProof,
  "/api/confirm": confirmPerson,
  "/api/code": useCode,
  "/api/invitation": useInvitation,
  "/api/passkey/begin": beginPasskey,
  "/api/passkey": addPasskey,
  "/api/passkey/remove": removePasskey,
  "/api/password/begin": beginPassword,
  "/api/password": setPassword,
  "/api/password/remove": removePassword,
  "/api/password/use": usePassword,
  "/api/codes": renewCodes,
  "/api/site": makeOwnSite,
  "/api/logout": endSession,
};

const PAGES: Readonly<Record<string, Handler>> = {
  "/": showHome,
  [LINK_PATH]: (_, { request, response }) =>
    sendPage(response, linkPage(accountWords(request.headers["accept-language"])), STYLE),
  "/page.js": async (_, { response }) => sendScript(response, await pageScript()),
};

/** Pictures of starters, each at a path of its own. */
const PICTURES: Readonly<Record<string, Handler>> = Object.fromEntries(
  STARTER_NAMES.flatMap((starter) =>
    STARTER_THEMES.map((theme): [string, Handler] => [
      previewPath(starter, theme),
      (_, { response }) => sendPicture(response, starterPreview(starter, theme)),
    ]),
  ),
);

const HANDLERS: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
  GET: { ...PAGES, ...PICTURES },
  HEAD: { ...PAGES, ...PICTURES },
  POST: ACTIONS,
};

function handlerOf(method = "", path: string): Handler | undefined {
  const table = Object.hasOwn(HANDLERS, method) ? HANDLERS[method] : undefined;
  return table && Object.hasOwn(table, path) ? table[path] : undefined;
}

/** Paths of the provider that browsers use. */
const AUTHORIZE = "/auth";
const isAuthorization = (pathname: string): boolean => pathname === AUTHORIZE || pathname.startsWith(`${AUTHORIZE}/`);
const isStepOfLogin = (pathname: string): boolean => isAuthorization(pathname) || pathname.startsWith(INTERACTION);
/** Paths of the provider that workers use, on a port that only this machine reaches. */
const OF_WORKERS: ReadonlySet<string> = new Set(["/token", "/me", "/jwks"]);

/** The status and value for the pages' script. A fault of the machine has a code of its own. */
const refusedAs = (refusal: AccountRefusal | undefined): [status: number, value: object] =>
  refusal ? [refusal.status, { code: refusal.code, about: refusal.about }] : [500, { code: "broken" }];

/** True for an error of the protocol's library, which says of each whether a browser may be led back with it. */
const isOfProtocol = (error: unknown): boolean => error instanceof Error && "allow_redirect" in error;

export class People implements AsyncDisposable {
  readonly hostname: string;
  readonly #origin: URL;
  readonly #room: Room;
  readonly #tell: PeopleInput["tell"];
  readonly #requests = new ClientLimit(ACCOUNT_REQUESTS, ACCOUNT_REQUESTS_WINDOW_MS);
  readonly #server: Server;
  #port = 0;

  private constructor({ applications, origin, store, around, tell, digestCosts }: PeopleInput) {
    this.#origin = new URL(origin);
    this.hostname = this.#origin.hostname;
    this.#tell = tell;
    this.#room = {
      store,
      around,
      provider: once(() => this.#openProvider(applications)),
      party: { origin, hostname: this.hostname },
      cookies: cookieNames(origin),
      ceremonies: new Ceremonies(),
      apps: new Ceremonies(),
      digests: new PasswordDigests(digestCosts),
      wrongSecrets: new ClientLimit(WRONG_SECRETS, WRONG_SECRETS_WINDOW_MS),
      making: new Set(),
    };
    this.#server = createServer((request, response) => this.#answerWorker(request, response));
  }

  static async open(input: PeopleInput): Promise<People> {
    const people = new People(input);
    people.#port = await listen(people.#server);
    input.store.facts.set("origin", input.origin);
    return people;
  }

  /** The workers' variables for this provider. */
  get settings(): Readonly<Record<string, string>> {
    return {
      OIDC_ISSUER: PEOPLE_ISSUER,
      OIDC_AUTHORIZATION_ENDPOINT: `${this.#origin.origin}${AUTHORIZE}`,
      OIDC_TOKEN_ENDPOINT: `http://${ADDRESS}:${this.#port}/token`,
      OIDC_USERINFO_ENDPOINT: `http://${ADDRESS}:${this.#port}/me`,
      OIDC_JWKS_URI: `http://${ADDRESS}:${this.#port}/jwks`,
    };
  }

  /** Answers a request for the login's hostname. */
  answer(request: IncomingMessage, response: ServerResponse, { client, scheme }: VisitArrival): void {
    const url = URL.parse(request.url ?? "", this.#origin.origin);
    if (scheme === "https" && this.#origin.protocol === "https:")
      response.setHeader("strict-transport-security", ONLY_HTTPS);
    const isHere = url?.origin === this.#origin.origin && request.headers.host === this.#origin.host;
    if (!isHere) return sendText(response, 404, "There is no such page.\n");
    if (`${scheme}:` !== this.#origin.protocol) return this.#toOwnScheme(request, response, url);
    const visit: AccountVisit = { request, response, url, client, now: Date.now() };
    this.#answered(visit, scheme).catch((error: unknown) => this.#refuse(visit, error));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await stopListening(this.#server);
  }

  /** The protocol's library takes long to load, and much memory. A machine at which nobody logs in does without. */
  async #openProvider(applications: readonly Application[]): Promise<Provider> {
    const { openIdProvider } = await import("../identity/openIdProvider.ts");
    const { store, cookies } = this.#room;
    const attributes = { httpOnly: true, path: "/", sameSite: "lax", signed: true } as const;
    const provider = await openIdProvider({
      issuer: PEOPLE_ISSUER,
      applications,
      isKnown: (subject) => store.accounts.find(subject) !== undefined,
      ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 300, IdToken: 300, Interaction: 900, Session: 900 },
      ended: (languages) => `${accountWords(languages).loginEnded}\n`,
      cookies: { names: cookies.provider, long: attributes, short: attributes },
    });
    provider.proxy = true; // The scheme that the entrance found; every other header about visitors is removed.
    // The provider answers its own faults, so no other place learns of them.
    provider.on("server_error", ({ path }, error) => this.#failed(path, error));
    return provider;
  }

  async #protocol(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = await this.#room.provider();
    await provider.callback()(request, response);
  }

  /** Leads a reader from http to https. Nothing that was sent in the clear is read. */
  #toOwnScheme({ method }: IncomingMessage, response: ServerResponse, { pathname, search }: URL): void {
    if (method === "GET" || method === "HEAD")
      return sendRedirect(response, `${this.#origin.origin}${pathname}${search}`, 308);
    sendText(response, 403, "Open this page by https.\n");
  }

  async #answered(visit: AccountVisit, scheme: string): Promise<void> {
    const { request, url, client, now } = visit;
    const { pathname } = url;
    refuseForeign(visit);
    if (isStepOfLogin(pathname)) refuseEmbedded(visit);
    if (!this.#requests.allows(client, now)) throw new AccountRefusal("limited");
    this.#requests.count(client, now);
    const handler = handlerOf(request.method, pathname);
    if (handler) return handler(this.#room, visit);
    if (request.method !== "GET") return sendText(visit.response, 404, "There is no such page.\n");
    if (pathname.startsWith(INTERACTION)) return askWho(this.#room, visit);
    if (isAuthorization(pathname)) return this.#authorize(visit, scheme);
    sendText(visit.response, 404, "There is no such page.\n");
  }

  /** Hands a request to the provider, without headers in which a client could name another origin. */
  async #authorize({ request, response, url }: AccountVisit, scheme: string): Promise<void> {
    for (const name of Object.keys(request.headers)) if (isAboutVisitors(name)) delete request.headers[name];
    request.headers["x-forwarded-proto"] = scheme;
    if (url.pathname === AUTHORIZE) this.#forgetEarlier(request, response);
    response.setHeader("referrer-policy", "no-referrer");
    response.setHeader("x-frame-options", "DENY");
    await this.#protocol(request, response);
  }

  /** Begins a login without the provider's session, so that no earlier person of this browser takes part in it. */
  #forgetEarlier(request: IncomingMessage, response: ServerResponse): void {
    const { session } = this.#room.cookies.provider;
    request.headers.cookie = "";
    response.setHeader(
      "set-cookie",
      [session, `${session}.sig`].map((name) => dropAccountCookie(this.#origin.origin, name)),
    );
  }

  #answerWorker(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? "").split("?")[0] ?? "";
    if (!OF_WORKERS.has(path)) return sendText(response, 404, "There is no such page.\n");
    for (const name of Object.keys(request.headers)) if (isAboutVisitors(name)) delete request.headers[name];
    void this.#protocol(request, response).catch((error: unknown) => {
      this.#failed(path, error);
      response.destroy();
    });
  }

  #refuse({ request, response, url }: AccountVisit, error: unknown): void {
    const refusal = error instanceof AccountRefusal ? error : isBusy(error) ? new AccountRefusal("busy") : undefined;
    const hasEnded = isStepOfLogin(url.pathname) && isOfProtocol(error);
    if (!refusal && !hasEnded) this.#failed(url.pathname, error);
    if (response.headersSent) return void response.destroy();
    if (request.method === "POST") return sendJson(response, ...refusedAs(refusal));
    const words = accountWords(request.headers["accept-language"]);
    if (refusal) return sendText(response, refusal.status, `${words.errors[refusal.code]}\n`);
    if (hasEnded) return sendText(response, 400, `${words.loginEnded}\n`);
    sendText(response, 500, `${words.errors.broken}\n`);
  }

  #failed(path: string, error: unknown): void {
    this.#tell(`The login failed at ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
