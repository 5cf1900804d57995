import { html } from "hono/html";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { can } from "../../../runtime/commands/permissions.ts";
import { WORDS } from "../../shared/editor/words/words.ts";
import { seeOther } from "../answers.ts";
import type { Incoming } from "../api/pipeline/pipeline.ts";
import { locate } from "../api/pipeline/pipeline.ts";
import { memberAt } from "../auth/member.ts";
import { draftOf } from "./desk/address.ts";
import { AREAS } from "./areas.ts";
import { EDIT, isOpenTo } from "./desk/area.ts";
import { sheet } from "./drawing/sheet.ts";
import { orTurnedAway } from "./drawing/turnedAway.ts";

/** Leads a member to the canvas, or to the first place of their bar. A member whose role opens neither finds the draft here, and the way out. */
export const start = (incoming: Incoming): Promise<Response> =>
  orTurnedAway(incoming, async () => {
    const { request, env, place } = await locate(incoming);
    const member = await memberAt(request, env, place.route);
    if (!member) throw new Refusal("UNAUTHENTICATED");
    if (can(member.role, "content.edit")) return seeOther(EDIT);
    const first = AREAS.find(({ area }) => isOpenTo(member.role, area));
    return first ? seeOther(first.area.path) : door(place.origin);
  });

/** The draft itself has no bar, and its reader must be able to log out. */
const door = (origin: string): Promise<Response> =>
  sheet(origin, 200, {
    title: WORDS.frame.draft,
    bar: "",
    main: html`<main id="main" class="alone"><h1>${WORDS.frame.draft}</h1><p><a href="${draftOf("/")}">${WORDS.publishing.preview}</a></p>
<form class="leave" method="post" action="/api/auth/logout"><button type="submit">${WORDS.frame.logout}</button></form></main>`,
  });
