import { MEDIA_CACHED_MAX_BYTES, MEDIA_SHARED_SECONDS } from "../../../manifests/bounds/media.ts";
import { ANSWER_HEADERS } from "../../../runtime/serving/answerHeaders.ts";
import { noSuchPart, nothingHere } from "../http/answers.ts";
import { attachment, inline } from "../http/disposition.ts";
import { namesTag } from "../../platform/pageCache/condition.ts";
import { storableKey } from "./hit.ts";
import { keptFile } from "./keptFile.ts";
import type { MediaName } from "./mediaName.ts";
import { type ServedMedia, findObject } from "./mediaObject.ts";
import { type Part, readRange } from "../../platform/pageCache/range.ts";
import { stored } from "./store.ts";
import type { Visit } from "./visit.ts";
import { type MediaBody, type MediaHead, type MediaStore, PUBLIC } from "../powers/powers.ts";

const mediaOf = ({ env, route }: Visit): MediaStore => env.MEDIA.of(route, PUBLIC);

/** A file for everybody costs no question about readers. Only where none stands, one for readers may stand elsewhere. */
export async function mediaAnswer(visit: Visit, name: MediaName): Promise<Response> {
  return (
    (await fileAnswer(visit, name)) ??
    (await keptFile(visit, name, (asked, found) => fileAnswer(asked, found))) ??
    nothingHere()
  );
}

async function fileAnswer(visit: Visit, name: MediaName): Promise<Response | undefined> {
  const { request } = visit;
  const bucket = mediaOf(visit);
  const asked = await findObject(visit, name);
  if (!asked) return undefined;
  if (request.method === "GET" && !request.headers.has("range") && !request.headers.has("if-none-match")) {
    const object = await bucket.get(asked.key);
    return object ? whole(visit, asked, object) : undefined;
  }
  const head = await bucket.head(asked.key);
  if (!head) return undefined;
  if (namesTag(request.headers.get("if-none-match"), asked.tag))
    return new Response(null, { status: 304, headers: headersOf(asked) });
  if (request.method === "HEAD") return new Response(null, { headers: lengthy(headersOf(asked), head.size) });
  return part(visit, asked, head);
}

function whole(visit: Visit, asked: ServedMedia, object: MediaBody): Response {
  const answer = new Response(object.body, { headers: lengthy(headersOf(asked), object.size) });
  const isKept = object.size <= MEDIA_CACHED_MAX_BYTES && asked.form !== "for_now" && !asked.isForReader;
  const key = isKept ? storableKey(visit.request) : undefined;
  return key === undefined ? answer : stored(visit.ctx, key, answer.clone(), answer);
}

async function part(visit: Visit, asked: ServedMedia, head: MediaHead): Promise<Response | undefined> {
  const range = readRange(wantedRange(visit.request.headers, asked), head.size);
  if (range === "unsatisfiable") return noSuchPart(`bytes */${head.size}`);
  const object = await mediaOf(visit).get(head.key, range === "whole" ? {} : { range });
  if (!object) return undefined;
  return range === "whole" ? whole(visit, asked, object) : partial(asked, object, range);
}

function partial(asked: ServedMedia, object: MediaBody, range: Part): Response {
  const headers = lengthy(headersOf(asked), range.length);
  headers.set("Content-Range", `bytes ${range.offset}-${range.offset + range.length - 1}/${object.size}`);
  return new Response(object.body, { status: 206, headers });
}

/** The requested range; null if If-Range names another version. */
function wantedRange(headers: Headers, asked: ServedMedia): string | null {
  const version = headers.get("if-range");
  return version === null || version === asked.tag ? headers.get("range") : null;
}

/**
 * Headers of media. Members' files may be anything, so browsers must not sniff or run them, not even an SVG opened on
 * its own. Browsers cache them permanently; shared caches keep them only as long as a suspension may be delayed. No
 * cache keeps a file for readers.
 */
function headersOf({ type, tag, download, saveAs, form, isForReader }: ServedMedia): Headers {
  return new Headers({
    ...(isForReader
      ? ANSWER_HEADERS.readersMedia
      : {
          ...ANSWER_HEADERS.media,
          "Cache-Control": `public, max-age=31536000, s-maxage=${MEDIA_SHARED_SECONDS}, immutable`,
        }),
    "Content-Type": type,
    ETag: tag,
    "Content-Disposition": (download ? attachment : inline)(saveAs),
    ...(form && { Vary: "Accept" }),
  });
}

function lengthy(headers: Headers, length: number): Headers {
  headers.set("Content-Length", String(length));
  return headers;
}
