import type { Env } from "../powers/env.ts";
import { failed, movedAnswer, nothingHere, notReadable, suspended } from "../http/answers.ts";
import { normaliseHostname } from "../names/hostname.ts";
import { SHARE_REMARKS_PATH } from "../../../runtime/serving/editMarker.ts";
import { draft } from "./draft.ts";
import { guestDraft, guestRemark, openedLink } from "./guest.ts";
import { mediaAnswer } from "./media.ts";
import { readMediaName } from "./mediaName.ts";
import { furtherHost, page } from "./page.ts";
import { readPathname, safeQuery } from "../names/pathname.ts";
import { hostRouteOf } from "../names/routing.ts";
import { isReaderPath, readerAnswer } from "./reader.ts";
import type { Visit } from "./visit.ts";

/** Answers visits that the cache did not answer. Visitors get one short page for every failure behind it. */
export async function answerVisit(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  try {
    return await answer(request, env, ctx);
  } catch (error) {
    console.error("a visit failed", error);
    return failed();
  }
}

async function answer(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const url = new URL(request.url);
  const hostname = normaliseHostname(url.host);
  const route = hostname && (await hostRouteOf(hostname, env, ctx));
  // The hostname is checked first, so that an unserved name reveals nothing by method or path.
  if (!hostname || !route) return nothingHere();
  if (route.status === "suspended") return suspended();
  const door = otherDoor(url.pathname, request.method);
  if (request.method !== "GET" && request.method !== "HEAD" && !door) return notReadable();
  const path = readPathname(url.pathname);
  if (!path) return nothingHere();
  const visit: Visit = { request, env, ctx, route, hostname, path, query: safeQuery(url.search) };
  return door ? door(visit) : atHostname(visit, url);
}

/** Finds what answers a request that is none for content: one that sends something, or is about a reader's account. */
function otherDoor(path: string, method: string): ((visit: Visit) => Promise<Response>) | undefined {
  if (isReaderPath(path) && ["GET", "HEAD", "POST"].includes(method)) return readerAnswer;
  return method === "POST" && path === SHARE_REMARKS_PATH ? guestRemark : undefined;
}

/** The answer at one of the hostnames of a site. */
async function atHostname(visit: Visit, url: URL): Promise<Response> {
  const { hostname, route, path, query } = visit;
  if (hostname === route.canonical) return shown(visit);
  const main = `${url.protocol}//${route.canonical}${portOf(url)}`;
  const further = await furtherHost(visit);
  if (!further) return movedAnswer(`${main}${path.canonical}${query}`);
  return further.isLanguage ? await mediaAt(visit, further.answer) : toMain(further.answer, main);
}

/** The answer at the hostname of a language, which has the site's media, too. */
async function mediaAt(visit: Visit, answer: Response): Promise<Response> {
  const name = visit.path.asked.startsWith("/media/") ? readMediaName(visit.path.asked) : undefined;
  if (!name) return answer;
  await answer.body?.cancel();
  return mediaAnswer(visit, name);
}

/** A redirect of a further hostname. A path leads to the main one. */
function toMain(answer: Response, main: string): Response {
  const location = answer.headers.get("location");
  if (!location?.startsWith("/")) return answer;
  const headers = new Headers(answer.headers);
  headers.set("location", main + location);
  return new Response(answer.body, { status: answer.status, headers });
}

async function shown(visit: Visit): Promise<Response> {
  if (!visit.path.asked.startsWith("/media/"))
    return (await openedLink(visit)) ?? (await draft(visit)) ?? (await guestDraft(visit)) ?? page(visit);
  const name = readMediaName(visit.path.asked);
  return name ? mediaAnswer(visit, name) : nothingHere();
}

const portOf = (url: URL): string => (url.port === "" ? "" : `:${url.port}`);
