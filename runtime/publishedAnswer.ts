import { CACHE_PUBLIC, pagePolicy, SECURITY_HEADERS } from "./publicHeaders.ts";
import type { RedirectMatch } from "./redirectTable.ts";

/** A complete answer for a visitor. `body` is null for a 304. */
export interface PublishedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const etag = (digest: string): string => `"${digest}"`;

export function html(status: number, body: string, digest: string, frames: string): PublishedAnswer {
  return {
    ...ok("text/html; charset=utf-8", body, digest, { "Content-Security-Policy": pagePolicy(frames) }),
    status,
  };
}

/** A page made for one visitor: nobody may keep it, and no search engine lists it. */
export function forOne(status: number, body: string, frames: string): PublishedAnswer {
  const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Content-Security-Policy": pagePolicy(frames) };
  return { status, body, headers: { ...SECURITY_HEADERS, ...headers } };
}

export function ok(type: string, body: string, digest: string, headers: Record<string, string>): PublishedAnswer {
  return {
    status: 200, body,
    headers: { ...SECURITY_HEADERS, "Content-Type": type, ETag: etag(digest), "Cache-Control": CACHE_PUBLIC, ...headers },
  };
}

export function redirect({ status }: RedirectMatch, location: string): PublishedAnswer {
  return { status, body: "", headers: { ...SECURITY_HEADERS, "Cache-Control": CACHE_PUBLIC, Location: location } };
}

/** For a site without a release: nothing has been published, so there is nothing to say. */
export function missing(): PublishedAnswer {
  return { status: 404, body: "Not found\n", headers: { ...SECURITY_HEADERS, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" } };
}

/** RFC 9110 13.1.2: weak comparison, `*` matches anything that exists. Only successful answers are validated. */
export function conditional(answer: PublishedAnswer, ifNoneMatch: string | null): PublishedAnswer {
  const tag = answer.headers["ETag"];
  if (ifNoneMatch === null || tag === undefined || answer.status !== 200) return answer;
  const wanted = ifNoneMatch.split(",").map((part) => part.trim().replace(/^W\//, ""));
  if (!wanted.includes(tag) && !wanted.includes("*")) return answer;
  const { "Content-Type": _type, ...headers } = answer.headers;
  return { status: 304, headers, body: null };
}
