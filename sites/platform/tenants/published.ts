/** A request for published content. */
export interface PublishedQuestion {
  readonly site: string;
  readonly path: string;
  /** The query with its question mark. */
  readonly query?: string;
  /** The hostname of the request, if it is not the main one of the site. */
  readonly host?: string;
  /** The languages that a visitor of the home page wants. */
  readonly reader?: string;
  /** The network address of a visitor who searches, for the limit. */
  readonly client?: string;
  /** The secret of a reader's login. */
  readonly login?: string;
  readonly method: string;
  /** The visitor's If-None-Match. */
  readonly condition: string | null;
}

/** A published answer as plain values. Across workers this is cheaper than a Response with a stream. */
export interface PublishedBytes {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** Converts a request for `https://workspace/<site><path><query>`. */
export function publishedQuestion(url: string, { method = "GET", headers }: RequestInit): PublishedQuestion {
  const { pathname, search } = new URL(url);
  const end = pathname.indexOf("/", 1);
  return {
    site: end === -1 ? pathname.slice(1) : pathname.slice(1, end),
    path: end === -1 ? "/" : pathname.slice(end),
    ...(search === "" ? {} : { query: search }),
    ...given("host", headerIn(headers, FURTHER_HOST)),
    ...given("reader", headerIn(headers, READER_LANGUAGES)),
    ...given("client", headerIn(headers, SEARCHING_CLIENT)),
    ...given("login", headerIn(headers, READER_LOGIN)),
    method,
    condition: headerIn(headers, "If-None-Match"),
  };
}

/** The header that names a further hostname of the site to the workspace. No visitor's header is passed on. */
export const FURTHER_HOST = "Svc-Further-Host";

/** The header that tells the workspace what languages a visitor of the home page wants. */
export const READER_LANGUAGES = "Svc-Reader-Languages";

/** The header that tells the workspace the network address of a visitor who searches. */
export const SEARCHING_CLIENT = "Svc-Searching-Client";

/** The header with the secret of a reader's login, which decides about pages for readers alone. */
export const READER_LOGIN = "Svc-Reader-Login";

const given = <N extends string>(name: N, value: string | null): { readonly [K in N]?: string } =>
  (value === null ? {} : { [name]: value }) as { readonly [K in N]?: string };

function headerIn(headers: HeadersInit | undefined, name: string): string | null {
  if (headers === undefined) return null;
  // A given Headers object is used directly, without a copy.
  return (headers instanceof Headers ? headers : new Headers(headers)).get(name);
}
