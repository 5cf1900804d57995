import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer, json } from "node:stream/consumers";
import * as z from "zod/mini";
import { PAGE_CACHED_MAX_BYTES } from "../../../manifests/bounds/publicContent.ts";
import { answerFrom } from "./answering.ts";
import { KEYS_TYPE } from "../../platform/pageCache/machinePages.ts";
import { PAGE_CACHE_NAME } from "../../platform/pageCache/storable.ts";
import { keyIn } from "./pagesInFront.ts";
import type { WorkerAnswer } from "./answer.ts";
import type { MachinePageCache } from "./pageCache.ts";

/**
 * Implements workerd's protocol for the Cache API. GET looks an answer up, PUT stores the answer in its body, and PURGE
 * removes it. The key is the full URL.
 */
export function cacheService(
  cache: MachinePageCache,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const answer = ANSWERS[request.method ?? ""];
    await (answer ? answer(cache, request, response) : ended(response, 405));
  };
}

const keysShape = z.array(z.string());

type Answering = (cache: MachinePageCache, request: IncomingMessage, response: ServerResponse) => Promise<void>;

const ANSWERS: Readonly<Record<string, Answering>> = {
  async GET(cache, request, response) {
    const found = cache.find(keyOf(request));
    if (!found) {
      cache.awaitAnswer(keyOf(request));
      return ended(response, 504, { "cf-cache-status": "MISS" });
    }
    answerFrom(found, { request, response, age: cache.ageOf(found), accepted: undefined });
  },
  async PUT(cache, request, response) {
    const answer = parsed(await buffer(request));
    const life = answer && answer.body.byteLength <= PAGE_CACHED_MAX_BYTES ? lifeOf(answer) : 0;
    if (answer) cache.store(keyOf(request), answer, life);
    return ended(response, answer ? 204 : 400);
  },
  async PURGE(cache, request, response) {
    return ended(response, cache.purge(keyOf(request)) ? 200 : 404);
  },
  /** Purges a list of keys of the common cache. A worker sends it, beside workerd's protocol. */
  async POST(cache, request, response) {
    const keys =
      request.headers["content-type"] === KEYS_TYPE ? keysShape.safeParse(await json(request)).data : undefined;
    for (const key of keys ?? []) cache.purge(keyIn(PAGE_CACHE_NAME, key));
    return ended(response, keys ? 204 : 400);
  },
};

async function ended(response: ServerResponse, status: number, headers: Record<string, string> = {}): Promise<void> {
  response.writeHead(status, headers).end();
}

/** workerd sends the cache's name in a header, and the answer's URL as the request target. */
const keyOf = ({ url = "", headers }: IncomingMessage): string => keyIn(String(headers["cf-cache-namespace"]), url);

/** Headers that frame the body, which each answer sets again. */
const FRAMING: ReadonlySet<string> = new Set(["content-length", "transfer-encoding", "connection"]);

const HEAD_END = Buffer.from("\r\n\r\n");

/** Parses a serialized HTTP answer. The body is taken unchanged. */
function parsed(bytes: Buffer): WorkerAnswer | undefined {
  const end = bytes.indexOf(HEAD_END);
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  if (end < 0 || !(status >= 200)) return undefined;
  const headers = new Map(lines.map(pairOf).filter(([name]) => !FRAMING.has(name)));
  return { status, headers, body: bytes.subarray(end + HEAD_END.length) };
}

function pairOf(line: string): [string, string] {
  const at = line.indexOf(":");
  return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
}

/** The time for which a shared cache may store the answer, in milliseconds; 0 if it may not. */
function lifeOf({ headers }: Pick<WorkerAnswer, "headers">): number {
  const policy = headers.get("cache-control") ?? "";
  if (headers.has("set-cookie") || /no-store|private|no-cache/i.test(policy)) return 0;
  const [, shared] = /s-maxage=(\d+)/i.exec(policy) ?? [];
  const [, any] = /max-age=(\d+)/i.exec(policy) ?? [];
  return Number(shared ?? any ?? 0) * 1000;
}
