import { MEDIA_CACHED_MAX_BYTES, MEDIA_SHARED_SECONDS } from "../../../manifests/bounds.ts";
import { SECURITY_HEADERS } from "../../../runtime/publicHeaders.ts";
import { nothingHere, unsatisfiable } from "../answers.ts";
import { namesTag } from "./condition.ts";
import { storableKey } from "./hit.ts";
import type { MediaName } from "./mediaName.ts";
import { mediaType } from "./mediaType.ts";
import type { Part } from "./range.ts";
import { readRange } from "./range.ts";
import { stored } from "./store.ts";
import type { Visit } from "./visit.ts";

/** The first part is the tenant the hostname belongs to. Nothing a visitor writes can replace it: no name holds a slash. */
const storageKey = ({ route }: Visit, { digest, name }: MediaName): string => `${route.tenant}/${digest}/${name}`;

export async function media(visit: Visit, name: MediaName): Promise<Response> {
  const { request, env } = visit;
  const key = storageKey(visit, name);
  if (request.method === "GET" && !request.headers.has("range") && !request.headers.has("if-none-match")) {
    const object = await env.MEDIA.get(key);
    return object ? whole(visit, name, object) : nothingHere();
  }
  const head = await env.MEDIA.head(key);
  if (!head) return nothingHere();
  if (namesTag(request.headers.get("if-none-match"), tagOf(name))) return new Response(null, { status: 304, headers: headersOf(name) });
  if (request.method === "HEAD") return new Response(null, { headers: lengthy(headersOf(name), head.size) });
  return part(visit, name, head);
}

function whole(visit: Visit, name: MediaName, object: R2ObjectBody): Response {
  const answer = new Response(object.body, { headers: lengthy(headersOf(name), object.size) });
  const key = object.size <= MEDIA_CACHED_MAX_BYTES ? storableKey(visit.request) : undefined;
  return key === undefined ? answer : stored(visit.ctx, key, answer.clone(), answer);
}

async function part(visit: Visit, name: MediaName, head: R2Object): Promise<Response> {
  const range = readRange(wantedRange(visit.request.headers, name), head.size);
  if (range === "unsatisfiable") return unsatisfiable(head.size);
  const object = await visit.env.MEDIA.get(head.key, range === "whole" ? {} : { range });
  if (!object) return nothingHere();
  return range === "whole" ? whole(visit, name, object) : partial(name, object, range);
}

function partial(name: MediaName, object: R2ObjectBody, range: Part): Response {
  const headers = lengthy(headersOf(name), range.length);
  headers.set("Content-Range", `bytes ${range.offset}-${range.offset + range.length - 1}/${object.size}`);
  return new Response(object.body, { status: 206, headers });
}

/** A range that was meant for another version of the file is no range. */
function wantedRange(headers: Headers, name: MediaName): string | null {
  const version = headers.get("if-range");
  return version === null || version === tagOf(name) ? headers.get("range") : null;
}

const tagOf = ({ digest }: MediaName): string => `"${digest}"`;

/**
 * Files come from members and may be anything: never sniffed, never run, not even an SVG opened on its own.
 * Browsers keep them for good, shared caches only as long as a suspension may take to be felt.
 */
function headersOf(name: MediaName): Headers {
  const type = mediaType(name.name);
  return new Headers({
    ...SECURITY_HEADERS,
    "Content-Type": type?.type ?? "application/octet-stream",
    "Cache-Control": `public, max-age=31536000, s-maxage=${MEDIA_SHARED_SECONDS}, immutable`,
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Accept-Ranges": "bytes",
    ETag: tagOf(name),
    ...(type?.download ? { "Content-Disposition": "attachment" } : {}),
  });
}

function lengthy(headers: Headers, length: number): Headers {
  headers.set("Content-Length", String(length));
  return headers;
}
