import { EDIT_MARKER_NAME, LOOK_NAME } from "../../../runtime/serving/editMarker.ts";
import { withVisitorsQuery } from "../../../runtime/documents/redirectTable.ts";
import { can } from "../../../runtime/commands/permissions.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import type { PublishedAnswer } from "../../../runtime/serving/publishedAnswer.ts";
import { asksToEdit } from "../auth/cookies.ts";
import type { LoggedInMember } from "../../control/logins/logins.ts";
import { memberAt } from "../auth/member.ts";
import { hasEditMarker } from "./hit.ts";
import type { Visit } from "./visit.ts";
import { audienceOf } from "../powers/powers.ts";

/**
 * The draft, for a visit with the edit marker and a login of a member of this site; undefined for every other visit.
 * Neither caches nor search engines may store it.
 */
export async function draft(visit: Visit): Promise<Response | undefined> {
  const { request, env, route } = visit;
  if (!mayAskToEdit(visit) || !asksToEdit(request)) return undefined;
  const member = await memberAt(request, env, route);
  if (!member) return undefined;
  return draftResponse(visit, await readDraft(visit, member));
}

/** A redirect of the draft keeps the query as a published one does, and so the edit marker in it, too. */
function withQuery(answer: PublishedAnswer, query: string): PublishedAnswer {
  const location = answer.headers["Location"];
  if (location === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, Location: withVisitorsQuery(location, query) } };
}

/** A cheap test without parsing, because it runs for every cache miss. */
const mayAskToEdit = ({ request, query }: Visit): boolean => hasEditMarker(request) || query.includes(EDIT_MARKER_NAME);

/** Reads the path as requested, because a redirect may exist for an unusual spelling of an old address. */
async function readDraft(
  { request, env, route, path, query }: Visit,
  member: LoggedInMember,
): Promise<PublishedAnswer> {
  const workspace = env.WORKSPACES.of(route, audienceOf(member));
  const theme = query.includes(LOOK_NAME) ? new URLSearchParams(query).get(LOOK_NAME) : null;
  const viewer = !can(member.role, "content.edit");
  const options = { framed: isFramedByItself(request), theme, viewer };
  const answer = expectValue(await workspace.read("draft", route.site, { ...options, path: path.asked }));
  if (answer.status !== 404 || path.asked === path.canonical) return answer;
  return expectValue(await workspace.read("draft", route.site, { ...options, path: path.canonical }));
}

/**
 * Tells whether the request is for a frame in a page of this origin, such as the editor's. Pages cannot set these
 * headers. Browsers without them show no draft in frames.
 */
const isFramedByItself = ({ headers }: Request): boolean =>
  headers.get("sec-fetch-dest") === "iframe" && headers.get("sec-fetch-site") === "same-origin";

/** Answers a visit with a path of the draft. */
export function draftResponse({ request, query }: Visit, answer: PublishedAnswer): Response {
  const { status, headers, body } = withQuery(answer, query);
  return new Response(request.method === "HEAD" ? null : body, { status, headers });
}
