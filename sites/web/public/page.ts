import { movedAnswer } from "../http/answers.ts";
import { LANGUAGE_HOST } from "../../../runtime/serving/hostAnswers.ts";
import { clientKey } from "../../../runtime/tenancy/clientKey.ts";
import { FURTHER_HOST, READER_LANGUAGES, SEARCHING_CLIENT } from "../../platform/tenants/published.ts";
import { namesTag } from "../../platform/pageCache/condition.ts";
import { readerLanguages, withRememberedLanguage } from "./readerLanguages.ts";
import { storableKey } from "./hit.ts";
import { readerLogin } from "./reader.ts";
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

/** An answer at a further hostname of the site. */
export interface FurtherAnswer {
  readonly answer: Response;
  /** True if a language has the hostname. Then its pages are there. */
  readonly isLanguage: boolean;
}

/** A redirect of a further hostname, or content of the language that has it. Undefined if all leads to the main one. */
export async function furtherHost(visit: Visit): Promise<FurtherAnswer | undefined> {
  const { request, env, route, hostname, path, query } = visit;
  const url = `https://workspace/${route.site}${path.asked}${query}`;
  const condition = request.headers.get("if-none-match");
  const headers = {
    [FURTHER_HOST]: hostname,
    ...searching(visit),
    ...readerLogin(request),
    ...(condition === null ? {} : { "If-None-Match": condition }),
  };
  const asked = { method: request.method, headers, redirect: "manual" } as const;
  const found = withRememberedLanguage(await env.WORKSPACES.of(route, PUBLIC).fetch(url, asked));
  if (found.headers.has(LANGUAGE_HOST)) return { answer: await ofLanguage(visit, found), isLanguage: true };
  if (found.headers.has("location") || found.status === 410) return { answer: found, isLanguage: false };
  await found.body?.cancel();
  return undefined;
}

async function ofLanguage(visit: Visit, found: Response): Promise<Response> {
  if (visit.path.asked !== visit.path.canonical && found.status === 404) return respell(visit, found);
  const headers = new Headers(found.headers);
  headers.delete(LANGUAGE_HOST);
  return new Response(found.body, { status: found.status, headers });
}

/**
 * Passes only path, query, method and condition to the workspace, and of visitors of the home page their languages. Cacheable answers are fetched completely: with conditions
 * or HEAD, revalidating visitors would never fill the cache.
 */
function fetchPublished(visit: Visit): Promise<Response> {
  const { request, env, route, path, query } = visit;
  const url = `https://workspace/${route.site}${path.asked}${query}`;
  const workspace = env.WORKSPACES.of(route, PUBLIC);
  const reader: Record<string, string> = {
    ...(path.canonical === "/" ? { [READER_LANGUAGES]: readerLanguages(request) } : searching(visit)),
    ...readerLogin(request),
  };
  // Redirects are for the browser to follow.
  if (storableKey(request) !== undefined) return workspace.fetch(url, { headers: reader, redirect: "manual" });
  const condition = request.headers.get("if-none-match");
  const headers = condition === null ? reader : { ...reader, "If-None-Match": condition };
  return workspace.fetch(url, { method: request.method, headers, redirect: "manual" });
}

/** The network address of a visitor who searches. */
const searching = ({ request, path, query }: Visit): Record<string, string> =>
  query !== "" && path.canonical.endsWith("/search") ? { [SEARCHING_CLIENT]: clientKey(request.headers) } : {};

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
