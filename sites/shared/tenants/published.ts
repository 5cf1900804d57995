/** A question for published content. */
export interface PublishedQuestion {
  readonly site: string;
  readonly path: string;
  readonly method: string;
  /** The visitor's If-None-Match. */
  readonly condition: string | null;
}

/** A published answer in values, which cross to another worker for less than a response with its stream does. */
export interface PublishedBytes {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** The question of a request to `https://workspace/<site><path>`. */
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
  // A request's own are not copied.
  return (headers instanceof Headers ? headers : new Headers(headers)).get("If-None-Match");
}
