/** A request for published content. */
export interface PublishedQuestion {
  readonly site: string;
  readonly path: string;
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

/** Converts a request for `https://workspace/<site><path>`. */
export function publishedQuestion(url: string, { method = "GET", headers }: RequestInit): PublishedQuestion {
  const { pathname } = new URL(url);
  const end = pathname.indexOf("/", 1);
  return {
    site: end === -1 ? pathname.slice(1) : pathname.slice(1, end),
    path: end === -1 ? "/" : pathname.slice(end),
    method,
    condition: conditionIn(headers),
  };
}

function conditionIn(headers: HeadersInit | undefined): string | null {
  if (headers === undefined) return null;
  // A given Headers object is used directly, without a copy.
  return (headers instanceof Headers ? headers : new Headers(headers)).get("If-None-Match");
}
