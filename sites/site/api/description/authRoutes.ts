/** The addresses of logging in, for their description. They answer browsers with redirects and pages, and take no JSON. */
export interface AuthRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly summary: string;
  readonly query: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, string>>;
}

export const AUTH_ROUTES: readonly AuthRoute[] = [
  {
    method: "GET", path: "/api/auth/start", summary: "Begin a login: lead the browser to the identity provider.",
    query: { return: "Path of this site to come back to." },
    answers: { 302: "To the identity provider.", 429: "Too many logins were begun from this network address.", 503: "Nobody can log in here at the moment." },
  },
  {
    method: "GET", path: "/api/auth/callback", summary: "End a login: the identity provider leads the browser here.",
    query: { code: "The provider's code.", state: "The login that was begun.", error: "Why the provider refused.", iss: "The provider." },
    answers: { 303: "Logged in, with the login cookie.", 400: "This login could not be completed.", 403: "This identity has not been invited." },
  },
  {
    method: "POST", path: "/api/auth/logout", summary: "End the login of this browser, or all logins of its member.",
    query: { everywhere: "`true` ends every login of the member." },
    answers: { 204: "Logged out.", 403: "The request does not come from this site." },
  },
];
