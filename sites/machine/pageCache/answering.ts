import type { IncomingMessage, ServerResponse } from "node:http";
import { ANSWER_HEADERS } from "../../../runtime/serving/answerHeaders.ts";
import { namesTag } from "../../platform/pageCache/condition.ts";
import { readRange, type Part } from "../../platform/pageCache/range.ts";
import type { WorkerAnswer } from "./answer.ts";
import type { CachedAnswer } from "./pageCache.ts";
import type { Form } from "./representations.ts";

export interface CacheRequest {
  readonly request: Pick<IncomingMessage, "method" | "headers">;
  readonly response: ServerResponse;
  /** Seconds since the answer was stored. */
  readonly age: number;
  /** The client's Accept-Encoding; undefined for a worker, which needs the uncompressed bytes. */
  readonly accepted: string | undefined;
}

/** Answers a GET or HEAD request from the cache, with conditions, ranges and content codings. */
export function answerFrom(kept: CachedAnswer, asked: CacheRequest): void {
  const { request, response } = asked;
  const lines = headLines(kept, asked.age);
  if (isKnown(kept, request.headers["if-none-match"])) return void response.writeHead(304, lines).end();
  const range = rangeOf(kept, asked);
  if (range === "unsatisfiable") return noSuchPart(kept, response);
  if (range !== "whole") return part(kept, lines, range, response);
  whole(kept, lines, asked);
}

/** Tells whether the client has the answer already. */
export const isKnown = ({ status, headers }: WorkerAnswer, condition: string | undefined): boolean =>
  status === 200 && condition !== undefined && namesTag(condition, headers.get("etag") ?? null);

/** The header names and values in turns. Writing them in one call takes a third of the time of single calls. */
export function headLines({ headers, compressed }: CachedAnswer, age: number): string[] {
  const lines = [...headers].flat();
  lines.push("age", String(age), "cf-cache-status", "HIT");
  if (compressed.varies) lines.push("vary", "accept-encoding");
  return lines;
}

/** A request with If-Range gets the whole body, which RFC 9110 (13.1.5) allows. */
function rangeOf({ status, body }: CachedAnswer, { request }: CacheRequest): ReturnType<typeof readRange> {
  const { range, "if-range": version } = request.headers;
  return status === 200 && request.method === "GET" && version === undefined
    ? readRange(range ?? null, body.byteLength)
    : "whole";
}

function noSuchPart({ body }: CachedAnswer, response: ServerResponse): void {
  response
    .writeHead(416, {
      ...ANSWER_HEADERS.noSuchPart,
      "Content-Range": `bytes */${body.byteLength}`,
      "Content-Length": 0,
    })
    .end();
}

function part({ body }: CachedAnswer, lines: string[], { offset, length }: Part, response: ServerResponse): void {
  const last = offset + length - 1;
  lines.push("content-range", `bytes ${offset}-${last}/${body.byteLength}`, "content-length", String(length));
  response.writeHead(206, lines).end(body.subarray(offset, last + 1));
}

/** The first clients wait the milliseconds until the compressed form is made. */
function whole(kept: CachedAnswer, lines: string[], asked: CacheRequest): void {
  const form = kept.compressed.for(asked.accepted);
  const soon = form ? undefined : kept.compressed.soon(asked.accepted);
  if (soon) void soon.then((made) => send(kept, lines, asked, made));
  else send(kept, lines, asked, form);
}

function send(kept: CachedAnswer, lines: string[], { request, response }: CacheRequest, form: Form | undefined): void {
  const bytes = form?.bytes ?? kept.body;
  response.writeHead(kept.status, withBody(lines, bytes, form));
  if (request.method === "HEAD") return void response.end();
  response.end(bytes);
}

/** The lines of a head, with those that describe its body. */
export function withBody(lines: string[], bytes: Buffer, form: Form | undefined): string[] {
  lines.push("content-length", String(bytes.byteLength));
  if (form) {
    lines.push("content-encoding", form.coding);
    // The strong tag names the uncompressed bytes, so the compressed form gets a weak one.
    const at = lines.indexOf("etag");
    lines[at + 1] = `W/${lines[at + 1]}`;
  }
  return lines;
}
