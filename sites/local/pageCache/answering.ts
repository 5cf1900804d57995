import type { IncomingMessage, ServerResponse } from "node:http";
import type { Kept } from "./pageCache.ts";

export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Seconds since it was stored. */
  readonly age: number;
}

/** Headers that frame the body anew each time. */
const FRAMING: ReadonlySet<string> = new Set(["content-length", "transfer-encoding", "connection"]);

/** Answers a GET or HEAD from what is kept, its condition and its range included. */
export function answerFrom(kept: Kept, { request, response, age }: Asked): void {
  for (const [name, value] of kept.headers) if (!FRAMING.has(name)) response.setHeader(name, value);
  response.setHeader("age", String(age));
  const tag = kept.headers.get("etag");
  if (kept.status === 200 && namesTag(request.headers["if-none-match"], tag)) return void response.writeHead(304).end();
  const { body } = kept;
  response.setHeader("content-length", body.byteLength);
  response.writeHead(kept.status);
  if (request.method === "HEAD") return void response.end();
  response.end(body);
}

/** RFC 9110, 13.1.2: weakly compared. */
function namesTag(condition: string | undefined, tag: string | undefined): boolean {
  if (condition === undefined || tag === undefined) return false;
  if (condition.trim() === "*") return true;
  const wanted = opaque(tag);
  return (condition.match(/(?:W\/)?"[^"]*"/g) ?? []).some((candidate) => opaque(candidate) === wanted);
}

const opaque = (tag: string): string => tag.replace(/^W\//, "");
