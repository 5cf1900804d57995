/** The login routes, for the API description. Browsers get redirects and pages; programs send and receive JSON. */
export interface AuthRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly summary: string;
  readonly query: Readonly<Record<string, string>>;
  /** The body's fields by name, with their meaning; undefined if the route reads no body. */
  readonly body?: Body;
  readonly answers: Readonly<Record<string, string>>;
}

interface Body {
  readonly type: "application/x-www-form-urlencoded" | "application/json";
  /** False if the route also accepts requests without a body, with another meaning. */
  readonly isRequired: boolean;
  readonly fields: Readonly<Record<string, string>>;
}

/** The parameters that `svc login` sends. */
const LOOPBACK = {
  port: "Port of the program on the member's own computer, which the code goes to.",
  challenge: "SHA-256 of the program's secret, in base64url.",
  state: "The program's own word for this login, which comes back with the code.",
};

export const AUTH_ROUTES: readonly AuthRoute[] = [
  {
    method: "GET",
    path: "/api/auth/start",
    summary: "Begin a login: lead the browser to the identity provider.",
    query: { return: "Path of this site to come back to; the editor when absent." },
    answers: {
      302: "To the identity provider.",
      429: "Too many logins were begun from this network address.",
      503: "Nobody can log in here at the moment.",
    },
  },
  {
    method: "GET",
    path: "/api/auth/callback",
    summary: "End a login: the identity provider leads the browser here.",
    query: {
      code: "The provider's code.",
      state: "The login that was begun.",
      error: "The provider's reason for the refusal.",
      iss: "The provider.",
    },
    answers: {
      303: "Logged in, with the login cookie.",
      400: "This login could not be completed.",
      403: "This identity has not been invited.",
    },
  },
  {
    method: "POST",
    path: "/api/auth/logout",
    summary: "End the login of this browser, or all logins of its member.",
    query: { everywhere: "`true` ends every login of the member." },
    answers: { 204: "Logged out.", 403: "The request does not come from this site." },
  },
  {
    method: "GET",
    path: "/api/auth/command-line",
    summary: "Ask the member of this browser whether a program on their computer may get a login.",
    query: LOOPBACK,
    answers: { 200: "The page that asks.", 303: "To log in first.", 400: "Not what `svc login` sends." },
  },
  {
    method: "POST",
    path: "/api/auth/command-line/allow",
    summary: "What the member answered: leads the browser, with a code or without, to the program.",
    query: {},
    body: {
      type: "application/x-www-form-urlencoded",
      isRequired: true,
      fields: { ...LOOPBACK, answer: "`yes` or `no`." },
    },
    answers: {
      303: "To the program on the member's own computer.",
      400: "Not what the page sends.",
      401: "The login is over.",
      403: "The request does not come from this site.",
      413: "Longer than any such form.",
      415: "No form.",
      429: "Too many logins were tried from this network address.",
    },
  },
  {
    method: "POST",
    path: "/api/auth/command-line/login",
    summary: "Exchange the program's code for a login, once.",
    query: {},
    body: {
      type: "application/json",
      isRequired: true,
      fields: { code: "The code that came to the program.", verifier: "The secret whose SHA-256 `challenge` was." },
    },
    answers: {
      201: "The login, the name of its cookie, when it ends, and whose it is.",
      400: "Not what `svc login` sends, or a code that is not or no more good.",
      403: "The request does not come from this site.",
      413: "Longer than any such body.",
      415: "No JSON.",
      429: "Too many logins were tried from this network address.",
    },
  },
  {
    method: "POST",
    path: "/api/auth/local-handoff",
    summary:
      "Tell a browser extension on this machine who is logged in: a page of the site gets a code, the extension exchanges it. Deployments answer 404.",
    query: {},
    body: { type: "application/json", isRequired: false, fields: { code: "The code a page of the site got." } },
    answers: {
      200: "The place of the editor, and the member.",
      201: "The code, and when it ends.",
      400: "Not a code.",
      401: "Nobody is logged in.",
      403: "The request does not come from this site.",
      404: "A code that is not good, or not this machine.",
      413: "Longer than any such body.",
      415: "No JSON.",
    },
  },
];
