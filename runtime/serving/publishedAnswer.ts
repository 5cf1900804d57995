import { asciiAddress } from "../../manifests/shapes/normalPath.ts";
import { fromBase64 } from "../../manifests/bytes/base64.ts";
import type { ServedAsset } from "../rendering/ownParts.ts";
import { pagePolicy } from "../rendering/pagePolicy.ts";
import type { SearchPage } from "./searching/searchPages.ts";
import { ANSWER_HEADERS, CACHE_NEVER, CACHE_UNSHARED } from "./answerHeaders.ts";
import { type RedirectMatch, withVisitorsQuery } from "../documents/redirectTable.ts";

/** A complete answer for a visitor. `body` is null for a 304. */
export interface PublishedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The body in bytes. A binary file has no text in `body`. */
  readonly bytes?: Uint8Array;
}

const etag = (digest: string): string => `"${digest}"`;

const encoder = new TextEncoder();

export function html(
  status: number,
  body: string,
  digest: string,
  frames: string,
  headers: Record<string, string> = {},
): PublishedAnswer {
  return {
    status,
    body,
    bytes: encoder.encode(body),
    headers: { ...ANSWER_HEADERS.page, ETag: etag(digest), "Content-Security-Policy": pagePolicy(frames), ...headers },
  };
}

/** The same answer, which no shared cache keeps. One that no cache keeps stays so. */
export const unshared = (answer: PublishedAnswer): PublishedAnswer => {
  const { headers } = answer;
  const isStored = !headers["Cache-Control"]?.includes("no-store");
  return isStored ? { ...answer, headers: { ...headers, "Cache-Control": CACHE_UNSHARED } } : answer;
};

/** A redirect for one reader, because it tells the address of a page for readers. */
export const personal = (answer: PublishedAnswer): PublishedAnswer => ({
  ...answer,
  headers: { ...answer.headers, "Cache-Control": CACHE_NEVER },
});

/** A page for one visitor, which is neither cached nor listed by search engines. */
export function visitorPage(status: number, body: string, frames: string): PublishedAnswer {
  return { status, body, headers: { ...ANSWER_HEADERS.visitorPage, "Content-Security-Policy": pagePolicy(frames) } };
}

/** A file for one visitor, which browsers save and caches do not keep. Its name is a name of a manifest. */
export function visitorFile({
  type,
  name,
  body,
}: {
  readonly type: string;
  readonly name: string;
  readonly body: string;
}): PublishedAnswer {
  const headers = { "Content-Type": `${type}; charset=utf-8`, "Content-Disposition": `attachment; filename="${name}"` };
  return { status: 200, body, headers: { ...ANSWER_HEADERS.download, ...headers } };
}

/** The page of a visitor's search. Its address has the visitor's words, which no other page gets as a referrer. */
export function searchAnswer({ html: body, frames, waitSeconds }: SearchPage): PublishedAnswer {
  const answer = visitorPage(waitSeconds === undefined ? 200 : 429, body, frames);
  const wait = waitSeconds === undefined ? {} : { "Retry-After": String(waitSeconds) };
  return { ...answer, headers: { ...answer.headers, ...wait, "Referrer-Policy": "strict-origin" } };
}

export interface PublishedText {
  readonly type: string;
  readonly body: string;
  readonly digest: string;
}

export function file({ type, body, digest }: PublishedText, headers: Record<string, string> = {}): PublishedAnswer {
  return {
    status: 200,
    body,
    headers: { ...ANSWER_HEADERS.publishedFile, "Content-Type": type, ETag: etag(digest), ...headers },
  };
}

/** Answers content whose URL contains its digest. */
export function asset({ type, body, digest }: PublishedText): PublishedAnswer {
  return { status: 200, body, headers: { ...ANSWER_HEADERS.asset, "Content-Type": type, ETag: etag(digest) } };
}

/** Answers the document of a plugin's frame. Caches keep it only briefly, because an owner may revoke the grant. */
export function frame({ html: body, policy }: { readonly html: string; readonly policy: string }): PublishedAnswer {
  return { status: 200, body, headers: { ...ANSWER_HEADERS.frame, "Content-Security-Policy": policy } };
}

/** Answers a file of a package. Its URL contains its digest. */
export function packageFile({ type, text, digest }: ServedAsset): PublishedAnswer {
  return { ...asset({ type, body: "", digest }), bytes: fromBase64(text) };
}

export function redirect({ status }: Pick<RedirectMatch, "status">, location: string): PublishedAnswer {
  return { status, body: "", headers: { ...ANSWER_HEADERS.redirect, Location: location } };
}

/** Leads to the only address of a page. */
export const moved = (location: string): PublishedAnswer => redirect({ status: 301 }, asciiAddress(location));

/** The answer for a site without a release. */
export function missing(): PublishedAnswer {
  return { status: 404, body: "Not found\n", headers: ANSWER_HEADERS.text };
}

/** Applies If-None-Match (RFC 9110, 13.1.2): weak comparison, and `*` matches any. Only status 200 can become 304. */
export function conditional(answer: PublishedAnswer, ifNoneMatch: string | null): PublishedAnswer {
  const tag = answer.headers["ETag"];
  if (ifNoneMatch === null || tag === undefined || answer.status !== 200) return answer;
  const wanted = ifNoneMatch.split(",").map((part) => part.trim().replace(/^W\//, ""));
  if (!wanted.includes(tag) && !wanted.includes("*")) return answer;
  const { "Content-Type": _type, ...headers } = answer.headers;
  return { status: 304, headers, body: null };
}

/** The parts of a request beside its path. */
export interface AskedBeside {
  /** The query with its question mark. */
  readonly query?: string | undefined;
  /** The hostname, if it is not the main one of the site. Only redirects answer it. */
  readonly host?: string | undefined;
  /** The languages that a visitor of / wants, as Accept-Language writes them. */
  readonly reader?: string | undefined;
  /** The network address of a visitor who searches. */
  readonly client?: string | undefined;
  /** The secret of a reader's login. */
  readonly login?: string | undefined;
  /** Answers a path without a public page, before redirects and what is derived from other pages. */
  readonly gate?: ((path: string) => Promise<PublishedAnswer | undefined>) | undefined;
}

/** The address at which browsers look for the icon of a site if nothing tells them where it is. */
export const ICON_PATH = "/favicon.ico";

export const iconAnswer = ({ icon }: { readonly icon?: { readonly src: string } | undefined }) =>
  icon && redirect({ status: 302 }, icon.src);

/** A redirect with the visitor's query. */
export function carryQuery(answer: PublishedAnswer, query: string): PublishedAnswer {
  const { Location: location } = answer.headers;
  if (location === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, Location: withVisitorsQuery(location, query) } };
}
