/** Shows a draft to a person without an account, who has opened a share link. */
import { expectValue } from "../../../runtime/commands/answer.ts";
import { GUEST_COOKIE, SHARE_END_PATH, SHARE_PATH } from "../../../runtime/serving/editMarker.ts";
import { readCookie } from "../../requests/readCookie.ts";
import { dropCookie, keepCookie } from "../auth/cookies.ts";
import { seeOther, sorry } from "../http/answers.ts";
import { PUBLIC, type Workspace } from "../powers/powers.ts";
import { draftResponse } from "./draft.ts";
import { hasEditMarker } from "./hit.ts";
import type { Visit } from "./visit.ts";

/** The shape of a link's secret: a random UUID (RFC 9562, 5.4) with 122 random bits. */
const SECRET = /^[0-9a-f-]{36}$/;

const workspaceOf = ({ env, route }: Visit): Workspace => env.WORKSPACES.of(route, PUBLIC);

/** Opens or ends a share link. Undefined for every other path. */
export async function openedLink(visit: Visit): Promise<Response | undefined> {
  const { asked } = visit.path;
  if (!asked.startsWith(SHARE_PATH)) return undefined;
  if (asked === SHARE_END_PATH) return withCookie(seeOther("/"), dropCookie(GUEST_COOKIE));
  const secret = asked.slice(SHARE_PATH.length);
  if (!SECRET.test(secret)) return sorry("SHARE_LINK_ENDED");
  const opened = expectValue(await workspaceOf(visit).openShareLink(visit.route.site, secret));
  if (!opened) return sorry("SHARE_LINK_ENDED");
  return withCookie(seeOther(opened.path), keepCookie(GUEST_COOKIE, secret, opened.forMs));
}

/** A page of the draft, for a browser that has opened a share link. Undefined if the link does not show it. */
export async function guestDraft(visit: Visit): Promise<Response | undefined> {
  const { request, route, path } = visit;
  const secret = hasEditMarker(request) ? readCookie(request, GUEST_COOKIE) : undefined;
  if (secret === undefined || !SECRET.test(secret)) return undefined;
  const asked = { secret, path: path.canonical };
  const answer = expectValue(await workspaceOf(visit).read("share.page", route.site, asked));
  return answer ? draftResponse(visit, answer) : undefined;
}

/** The address of a link has its secret, so no page may get it as a referrer. */
function withCookie(answer: Response, cookie: string): Response {
  const headers = new Headers(answer.headers);
  headers.set("Referrer-Policy", "no-referrer");
  headers.append("Set-Cookie", cookie);
  return new Response(answer.body, { status: answer.status, headers });
}
