import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { ContextView } from "../../../../runtime/editing/views.ts";
import type { ApiRequest } from "../../../web/api/request/call.ts";
import type { Admitted, Guard } from "../../../web/api/guards/guard.ts";
import { GUARDS } from "../../../web/api/guards/index.ts";
import { type Incoming, locate } from "../../../web/api/pipeline/pipeline.ts";
import type { Route } from "../../../web/api/request/route.ts";
import type { LoggedInMember } from "../../../control/logins/logins.ts";
import { type EditorArea, isOpenTo } from "./area.ts";
import { withoutClaims } from "./claims.ts";
import { type Workspace, audienceOf } from "../../../web/powers/powers.ts";

/** A member's request for a page of the editor. */
export interface Desk extends ApiRequest {
  readonly incoming: Incoming;
  readonly area: EditorArea;
  /** The areas that the member may read, in the order of the bar. */
  readonly areas: readonly EditorArea[];
  /** The validated id of the page's subject; null on a page without one. */
  readonly subject: string | null;
  readonly member: LoggedInMember;
  readonly workspace: Workspace;
  readonly context: ContextView;
}

/** A request for a page of an area. */
export interface DeskRequest {
  readonly incoming: Incoming;
  readonly area: EditorArea;
  /** All areas, in the order of the bar. */
  readonly areas: readonly EditorArea[];
  /** The subject's id as in the address, not validated. */
  readonly subject: string | null;
}

type Check = readonly [guard: Guard, route: Route];

/**
 * Finds the member and checks their permissions. Any link may lead to a page. A form must come from this origin before
 * it is read, and its sender must also be able to read the page.
 */
export async function openDesk({ incoming, area, areas, subject }: DeskRequest): Promise<Desk> {
  const asked = await locate(incoming);
  const { reads, writes } = area;
  const writing: readonly Check[] =
    incoming.request.method === "POST"
      ? [
          [GUARDS.origin, writes],
          [GUARDS.permission, writes],
        ]
      : [];
  const admitted: Admitted = { ...asked };
  for (const [guard, route] of [...writing, [GUARDS.permission, reads] as const])
    Object.assign(admitted, await guard(admitted, route));
  const { member } = admitted;
  if (!member) throw new Refusal("UNAUTHENTICATED");
  const workspace = asked.env.WORKSPACES.of(asked.place.route, audienceOf(member));
  return {
    ...asked,
    request: withoutClaims(asked.request),
    incoming,
    area,
    areas: areas.filter((one) => isOpenTo(member.role, one)),
    subject,
    member,
    workspace,
    context: expectValue(await workspace.read("context", member.site)),
  };
}
