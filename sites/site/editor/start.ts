import { Refusal } from "../../../manifests/refusal.ts";
import { seeOther } from "../answers.ts";
import type { Incoming } from "../api/pipeline.ts";
import { locate } from "../api/pipeline.ts";
import { memberAt } from "../auth/member.ts";
import { draftOf } from "./address.ts";
import { areasFor } from "./areas.ts";
import { orTurnedAway } from "./turnedAway.ts";

/** Leads a member to the first place of their bar. Whose role opens no area looks at the draft, as every member may. */
export const start = (incoming: Incoming): Promise<Response> =>
  orTurnedAway(incoming, async () => {
    const { request, env, place } = await locate(incoming);
    const member = await memberAt(request, env, place.route);
    if (!member) throw new Refusal("UNAUTHENTICATED");
    return seeOther(areasFor(member.role)[0]?.path ?? draftOf("/"));
  });
