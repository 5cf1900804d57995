import { withVisitorsQuery } from "../../../runtime/documents/redirectTable.ts";
import { movedAnswer } from "../http/answers.ts";
import { namesTag } from "../../platform/pageCache/condition.ts";
import { storableKey } from "./hit.ts";
import { stored } from "./store.ts";
import type { Visit } from "./visit.ts";
import { PUBLIC } from "../powers/powers.ts";

/** Statuses that may be cached. The answer's Cache-Control decides for how long. */
const STORED = new Set([200, 301, 308, 404, 410]);

/** Answers published content of the tenant's workspace: a page, a style sheet, a redirect or the site's 404 page. */
export async function page(visit: Visit): Promise<Response> {
  const { path } = visit;
  const answer = await fetchPublished(visit);
  // The workspace comes before respelling, because a redirect may exist for an unusual spelling of an old address.
  if (path.asked !== path.canonical && answer.status === 404) return respell(visit, answer);
  const key = path.asked === path.canonical ? storableKey(visit.request) : undefined;
  if (key !== undefined && mayStore(answer)) return keep(visit, key, answer);
  return withQuery(answer, visit.query);
}

/** A redirect with the visitor's query, which the workspace does not see. */
function withQuery(answer: Response, query: string): Response {
  const location = answer.headers.get("location");
  if (location === null || query === "") return answer;
  const headers = new Headers(answer.headers);
  headers.set("location", withVisitorsQuery(location, query));
  return new Response(answer.body, { status: answer.status, headers });
}

/**
 * Passes only address, method and condition to the workspace. Cacheable answers are fetched completely: with conditions
 * or HEAD, revalidating visitors would never fill the cache.
 */
function fetchPublished({ request, env, route, path }: Visit): Promise<Response> {
  const url = `https://workspace/${route.site}${path.asked}`;
  const workspace = env.WORKSPACES.of(route, PUBLIC);
  // Redirects are for the browser to follow.
  if (storableKey(request) !== undefined) return workspace.fetch(url, { redirect: "manual" });
  const condition = request.headers.get("if-none-match");
  const headers: HeadersInit = condition === null ? {} : { "If-None-Match": condition };
  return workspace.fetch(url, { method: request.method, headers, redirect: "manual" });
}

async function respell({ path, query }: Visit, answer: Response): Promise<Response> {
  await answer.body?.cancel();
  return movedAnswer(`${path.canonical}${query}`);
}

function mayStore({ status, headers }: Response): boolean {
  const policy = headers.get("cache-control");
  return STORED.has(status) && policy !== null && !/no-store|private/i.test(policy) && !headers.has("set-cookie");
}

function keep({ request, ctx }: Visit, key: string, answer: Response): Response {
  if (request.method === "HEAD") return stored(ctx, key, answer, bodiless(answer, answer.status));
  if (answer.status === 200 && namesTag(request.headers.get("if-none-match"), answer.headers.get("etag"))) {
    return stored(ctx, key, answer, bodiless(answer, 304));
  }
  return stored(ctx, key, answer.clone(), answer);
}

function bodiless(answer: Response, status: number): Response {
  const headers = new Headers(answer.headers);
  if (status === 304) headers.delete("content-length");
  return new Response(null, { status, headers });
}
