import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { PAGE_CACHED_MAX_BYTES } from "../../../manifests/bounds/publicContent.ts";
import { answerFrom } from "./answering.ts";
import type { Kept, PageCache } from "./pageCache.ts";

/**
 * The page cache in the words in which the runtime asks for it: GET finds, PUT stores the answer that is its body, and
 * PURGE forgets. The key is the whole address.
 */
export function cacheService(cache: PageCache): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const answer = ANSWERS[request.method ?? ""];
    await (answer ? answer(cache, request, response) : ended(response, 405));
  };
}

type Answer = (cache: PageCache, request: IncomingMessage, response: ServerResponse) => Promise<void>;

const ANSWERS: Readonly<Record<string, Answer>> = {
  async GET(cache, request, response) {
    const found = cache.find(keyOf(request));
    if (!found) return ended(response, 504, { "cf-cache-status": "MISS" });
    response.setHeader("cf-cache-status", "HIT");
    answerFrom(found, { request, response, age: cache.ageOf(found) });
  },
  async PUT(cache, request, response) {
    const answer = parsed(await buffer(request));
    if (answer && answer.body.byteLength <= PAGE_CACHED_MAX_BYTES) cache.store(keyOf(request), answer, lifeOf(answer));
    return ended(response, answer ? 204 : 400);
  },
  async PURGE(cache, request, response) {
    return ended(response, cache.purge(keyOf(request)) ? 200 : 404);
  },
};

async function ended(response: ServerResponse, status: number, headers: Record<string, string> = {}): Promise<void> {
  response.writeHead(status, headers).end();
}

/** Caches of other names are other caches. Only one name is in use, and it is left out of the key. */
const keyOf = ({ url = "", headers }: IncomingMessage): string =>
  headers["cf-cache-namespace"] === PAGES ? url : `${headers["cf-cache-namespace"]} ${url}`;

const PAGES = "drawbridge-pages";

const HEAD_END = Buffer.from("\r\n\r\n");

/** Reads an answer written down as HTTP has it, with its body as it is. */
function parsed(bytes: Buffer): Pick<Kept, "status" | "headers" | "body"> | undefined {
  const end = bytes.indexOf(HEAD_END);
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  if (end < 0 || !(status >= 200)) return undefined;
  const headers = new Map(lines.map((line) => pairOf(line)));
  return { status, headers, body: bytes.subarray(end + HEAD_END.length) };
}

function pairOf(line: string): [string, string] {
  const at = line.indexOf(":");
  return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
}

/** For how many milliseconds a shared cache may keep it. */
function lifeOf({ headers }: Pick<Kept, "headers">): number {
  const policy = headers.get("cache-control") ?? "";
  if (headers.has("set-cookie") || /no-store|private|no-cache/i.test(policy)) return 0;
  const [, shared] = /s-maxage=(\d+)/i.exec(policy) ?? [];
  const [, any] = /max-age=(\d+)/i.exec(policy) ?? [];
  return Number(shared ?? any ?? 0) * 1000;
}
