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
  port: "Port on which the program on the member's computer receives the code.",
  challenge: "SHA-256 of the program's secret, in base64url.",
  state: "A value that the program chooses for this login. The redirect returns it with the code.",
};

export const AUTH_ROUTES: readonly AuthRoute[] = [
  {
    method: "GET",
    path: "/api/auth/start",
    summary: "Start a login: redirect the browser to the identity provider.",
    query: { return: "Path of this site to return to after the login. Default: the editor." },
    answers: {
      200: "A page that asks whether to log in: another site led the browser here.",
      303: "Redirect to the identity provider, or to the site's main hostname.",
      400: "`return` is not a path of this site.",
      429: "This network address started too many logins.",
    },
  },
  {
    method: "GET",
    path: "/api/auth/callback",
    summary: "Complete a login: the identity provider redirects the browser here.",
    query: {
      code: "The authorization code from the provider.",
      state: "The `state` of the login that was started.",
      error: "The error code, if the provider refused the login.",
      iss: "The issuer identifier of the provider.",
    },
    answers: {
      303: "The member is logged in. The answer sets the login cookie.",
      400: "This login could not be completed.",
      403: "This identity has not been invited.",
      429: "This network address tried too many logins.",
    },
  },
  {
    method: "POST",
    path: "/api/auth/logout",
    summary: "Log out this browser, or end all logins of the member.",
    query: { everywhere: "`true` ends every login of the member." },
    answers: {
      204: "Logged out.",
      400: "`everywhere` is something else than `true`.",
      403: "The request does not come from this site.",
    },
  },
  {
    method: "GET",
    path: "/api/auth/command-line",
    summary: "Show a page that asks the member whether a program on their computer may get a login.",
    query: LOOPBACK,
    answers: {
      200: "The page with the question.",
      303: "Redirect to the login.",
      400: "The request is not one of `svc login`.",
    },
  },
  {
    method: "POST",
    path: "/api/auth/command-line/allow",
    summary: "Take the member's answer and redirect the browser to the program, with a code if the member agreed.",
    query: {},
    body: {
      type: "application/x-www-form-urlencoded",
      isRequired: true,
      fields: { ...LOOPBACK, answer: "`yes` or `no`." },
    },
    answers: {
      303: "Redirect to the program on the member's computer.",
      400: "The request is not one of this page.",
      401: "The login has ended.",
      403: "The request does not come from this site.",
      408: "The form took too long to arrive.",
      413: "The form is too large.",
      415: "The body is not a form.",
      429: "This network address tried too many logins.",
    },
  },
  {
    method: "POST",
    path: "/api/auth/command-line/login",
    summary: "Exchange the program's code for a login. Each code works once.",
    query: {},
    body: {
      type: "application/json",
      isRequired: true,
      fields: {
        code: "The code that the program received.",
        verifier: "The secret whose SHA-256 was sent as `challenge`.",
      },
    },
    answers: {
      201: "The login, the name of its cookie, when it expires, and its member.",
      400: "The request is not one of `svc login`, or the code is wrong, expired or used.",
      403: "The request does not come from this site.",
      408: "The body took too long to arrive.",
      413: "The body is too large.",
      415: "The body is not JSON.",
      429: "This network address tried too many logins.",
    },
  },
  {
    method: "POST",
    path: "/api/auth/local-handoff",
    summary:
      "Tell a browser extension on this machine who is logged in: a page of the site gets a code, the extension exchanges it. Only one machine offers this; deployments answer 404.",
    query: {},
    body: {
      type: "application/json",
      isRequired: false,
      fields: { code: "The code that a page of the site received." },
    },
    answers: {
      200: "The address of the editor, and the member.",
      201: "The code, and when it expires.",
      400: "The value is not a code.",
      401: "Nobody is logged in.",
      403: "The request does not come from this site.",
      404: "The code is wrong or expired, or this is not one machine.",
      408: "The body took too long to arrive.",
      413: "The body is too large.",
      415: "The body is not JSON.",
    },
  },
];

/** Answers that every route for logins may give. */
export const AUTH_ANSWERS: AuthRoute["answers"] = {
  404: "No site is served under this hostname.",
  500: "Something broke on our side.",
  503: "The site, or its logins, are not available at the moment.",
};
