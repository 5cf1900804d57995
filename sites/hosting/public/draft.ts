import { EDIT_MARKER_NAME, LOOK_NAME } from "../../../runtime/serving/editMarker.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import type { PublishedAnswer } from "../../../runtime/serving/publishedAnswer.ts";
import { asksToEdit } from "../auth/cookies.ts";
import type { LoggedInMember } from "../auth/loggedInMember.ts";
import { memberAt } from "../auth/member.ts";
import { hasEditMarker } from "./hit.ts";
import type { Visit } from "./visit.ts";
import { audienceOf } from "../powers.ts";

/**
 * The draft, for a visit with the edit marker and the login of a member of this very site. It is undefined otherwise,
 * and then the visitor gets what every visitor gets. Neither the cache nor the index of a search engine may keep it.
 */
export async function draft(visit: Visit): Promise<Response | undefined> {
  const { request, env, route } = visit;
  if (!mayAskToEdit(visit) || !asksToEdit(request)) return undefined;
  const member = await memberAt(request, env, route);
  return member ? response(await readDraft(visit, member), request.method) : undefined;
}

/** A cheap test before any parsing, because every visit that misses the cache runs it. */
const mayAskToEdit = ({ request, query }: Visit): boolean => hasEditMarker(request) || query.includes(EDIT_MARKER_NAME);

/** Asks with the address as it was first spelt: a redirect may exist for an odd spelling of an old address. */
async function readDraft(
  { request, env, route, path, query }: Visit,
  member: LoggedInMember,
): Promise<PublishedAnswer> {
  const workspace = env.WORKSPACES.of(route, audienceOf(member));
  const theme = query.includes(LOOK_NAME) ? new URLSearchParams(query).get(LOOK_NAME) : null;
  const options = { framed: isFramedByItself(request), theme };
  const answer = expectValue(await workspace.read("draft", route.site, { ...options, path: path.asked }));
  if (answer.status !== 404 || path.asked === path.canonical) return answer;
  return expectValue(await workspace.read("draft", route.site, { ...options, path: path.canonical }));
}

/**
 * Tells whether the browser asks for a frame in a page of this very origin, such as the editor's. No page can set these
 * headers, and a browser that does not send them shows no draft in a frame.
 */
const isFramedByItself = ({ headers }: Request): boolean =>
  headers.get("sec-fetch-dest") === "iframe" && headers.get("sec-fetch-site") === "same-origin";

const response = ({ status, headers, body }: PublishedAnswer, method: string): Response =>
  new Response(method === "HEAD" ? null : body, { status, headers });
