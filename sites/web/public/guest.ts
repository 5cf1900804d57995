/** Shows a draft to a person without an account, who has opened a share link. */
import { GUEST_REMARK_MAX_BYTES } from "../../../manifests/bounds/publishing.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { GUEST_COOKIE, REMARKED, SHARE_END_PATH, SHARE_PATH } from "../../../runtime/serving/editMarker.ts";
import type { GuestRemark } from "../../../runtime/sharing/sharingApi.ts";
import { readCookie } from "../../requests/readCookie.ts";
import { dropCookie, keepCookie } from "../auth/cookies.ts";
import { seeOther, sorry } from "../http/answers.ts";
import { FORM_TYPE, readForm } from "../intake/body.ts";
import { visitorOrigin } from "../http/visitorOrigin.ts";
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
  if (asked === SHARE_END_PATH) return unnamed(seeOther("/"), dropCookie(GUEST_COOKIE));
  const secret = asked.slice(SHARE_PATH.length);
  const opened = SECRET.test(secret)
    ? expectValue(await workspaceOf(visit).openShareLink(visit.route.site, secret))
    : null;
  return opened
    ? unnamed(seeOther(opened.path), keepCookie(GUEST_COOKIE, secret, opened.forMs))
    : unnamed(sorry("SHARE_LINK_ENDED"));
}

const FIELDS = ["path", "name", "quote", "words"] as const;
const BOUNDS = { maxBytes: GUEST_REMARK_MAX_BYTES, maxFields: FIELDS.length, maxNameChars: 10 };

/** Takes a remark from a browser that has opened a share link. Other sites' pages cannot send one: they get no cookie. */
export async function guestRemark(visit: Visit): Promise<Response> {
  const { request, route } = visit;
  try {
    const { origin } = new URL(request.url);
    if (visitorOrigin(request.headers, origin) === "other") throw new Refusal("ORIGIN_MISMATCH", { allowed: origin });
    if (!FORM_TYPE.test(request.headers.get("content-type") ?? ""))
      throw new Refusal("UNSUPPORTED_MEDIA_TYPE", { allowed: "a form" });
    const secret = secretOf(request);
    const sent = new Map(await readForm(request, BOUNDS));
    const [path, name, quote, words] = FIELDS.map((field) => (sent.get(field) ?? "").replaceAll("\r\n", "\n").trim());
    const remark = { path, name, quote, words } as GuestRemark;
    const left = secret && expectValue(await workspaceOf(visit).leaveRemark(route.site, secret, remark));
    return unnamed(left ? seeOther(`${left}#${REMARKED}`) : sorry("SHARE_LINK_ENDED"));
  } catch (error) {
    if (error instanceof Refusal) return unnamed(sorry(error.code));
    throw error;
  }
}

/** The secret of the link that a browser has opened. Undefined without one. */
function secretOf(request: Request): string | undefined {
  const secret = hasEditMarker(request) ? readCookie(request, GUEST_COOKIE) : undefined;
  return secret !== undefined && SECRET.test(secret) ? secret : undefined;
}

/** A page of the draft, for a browser that has opened a share link. Undefined if the link does not show it. */
export async function guestDraft(visit: Visit): Promise<Response | undefined> {
  const { request, route, path } = visit;
  const secret = secretOf(request);
  if (secret === undefined) return undefined;
  const asked = { secret, path: path.canonical };
  const answer = expectValue(await workspaceOf(visit).read("share.page", route.site, asked));
  return answer ? draftResponse(visit, answer) : undefined;
}

/** The address of a link has its secret, also of one that has ended, so no page may get it as a referrer. */
function unnamed(answer: Response, cookie?: string): Response {
  const headers = new Headers(answer.headers);
  headers.set("Referrer-Policy", "no-referrer");
  if (cookie !== undefined) headers.append("Set-Cookie", cookie);
  return new Response(answer.body, { status: answer.status, headers });
}
