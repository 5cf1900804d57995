import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { can } from "../../../runtime/commands/permissions.ts";
import { seeOther } from "../../web/http/answers.ts";
import { type Incoming, locate } from "../../web/api/pipeline/pipeline.ts";
import { memberAt } from "../../web/auth/member.ts";
import { EDIT } from "./desk/area.ts";
import { orTurnedAway } from "./drawing/turnedAway.ts";
import { ACCOUNT_AREA } from "./people/area.ts";

/**
 * Redirects a member to the canvas. Members who may not edit get their account page, which links to the draft and the
 * logout.
 */
export const start = (incoming: Incoming): Promise<Response> =>
  orTurnedAway(incoming, async () => {
    const { request, env, place } = await locate(incoming);
    const member = await memberAt(request, env, place.route);
    if (!member) throw new Refusal("UNAUTHENTICATED");
    return seeOther(can(member.role, "content.edit") ? EDIT : ACCOUNT_AREA.path);
  });
