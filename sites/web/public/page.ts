import { movedAnswer } from "../http/answers.ts";
import { FURTHER_HOST, READER_LANGUAGES } from "../../platform/tenants/published.ts";
import { namesTag } from "../../platform/pageCache/condition.ts";
import { readerLanguages, withRememberedLanguage } from "./readerLanguages.ts";
import { storableKey } from "./hit.ts";
import { stored } from "./store.ts";
import type { Visit } from "./visit.ts";
import { PUBLIC } from "../powers/powers.ts";

/** Statuses that may be cached. The answer's Cache-Control decides for how long. */
const STORED = new Set([200, 301, 308, 404, 410]);

/** Answers published content of the tenant's workspace: a page, a style sheet, a redirect or the site's 404 page. */
export async function page(visit: Visit): Promise<Response> {
  const { path } = visit;
  const answer = withRememberedLanguage(await fetchPublished(visit));
  // The workspace comes before respelling, because a redirect may exist for an unusual spelling of an old address.
  if (path.asked !== path.canonical && answer.status === 404) return respell(visit, answer);
  const key = path.asked === path.canonical ? storableKey(visit.request) : undefined;
  if (key !== undefined && mayStore(answer)) return keep(visit, key, answer);
  return answer;
}

/** A redirect of a further hostname of the site. Undefined if no rule names the hostname. */
export async function furtherHost({
  request,
  env,
  route,
  hostname,
  path,
  query,
}: Visit): Promise<Response | undefined> {
  const url = `https://workspace/${route.site}${path.asked}${query}`;
  const headers = { [FURTHER_HOST]: hostname };
  const answer = await env.WORKSPACES.of(route, PUBLIC).fetch(url, {
    method: request.method,
    headers,
    redirect: "manual",
  });
  if (answer.headers.has("location") || answer.status === 410) return answer;
  await answer.body?.cancel();
  return undefined;
}

/**
 * Passes only path, query, method and condition to the workspace, and of visitors of the home page their languages. Cacheable answers are fetched completely: with conditions
 * or HEAD, revalidating visitors would never fill the cache.
 */
function fetchPublished({ request, env, route, path, query }: Visit): Promise<Response> {
  const url = `https://workspace/${route.site}${path.asked}${query}`;
  const workspace = env.WORKSPACES.of(route, PUBLIC);
  const reader: HeadersInit = path.canonical === "/" ? { [READER_LANGUAGES]: readerLanguages(request) } : {};
  // Redirects are for the browser to follow.
  if (storableKey(request) !== undefined) return workspace.fetch(url, { headers: reader, redirect: "manual" });
  const condition = request.headers.get("if-none-match");
  const headers: HeadersInit = condition === null ? reader : { ...reader, "If-None-Match": condition };
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
