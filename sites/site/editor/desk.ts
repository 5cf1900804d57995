import { Refusal } from "../../../manifests/refusal.ts";
import { expectValue } from "../../../runtime/answer.ts";
import type { ContextView } from "../../../runtime/editing/views.ts";
import type { Asked } from "../api/call.ts";
import type { Admitted, Guard } from "../api/guards/guard.ts";
import { GUARDS } from "../api/guards/index.ts";
import type { Incoming } from "../api/pipeline.ts";
import { locate } from "../api/pipeline.ts";
import { ROUTES } from "../api/routes/index.ts";
import type { Route } from "../api/routes/route.ts";
import type { Member } from "../auth/logins.ts";
import type { Workspace } from "../env.ts";
import { workspaceOf } from "../env.ts";

/** A member in front of a page of the editor. */
export interface Desk extends Asked {
  readonly incoming: Incoming;
  readonly member: Member;
  readonly workspace: Workspace;
  readonly context: ContextView;
}

/** The address of the API a command belongs to. Everything a form does goes through one of them. */
export function routeOf(command: string): Route {
  const found = ROUTES.find((route) => route.command === command);
  if (!found) throw new RangeError(`no address is for ${command}`);
  return found;
}

const STORING = routeOf("media.create");

/**
 * Who asks, and whether they may be here at all: those who may change media. A page is for reading, so it is shown to
 * whoever follows a link to it; a form is held to the origin before anything of it is read.
 */
export async function openDesk(incoming: Incoming): Promise<Desk> {
  const asked = await locate(incoming);
  const guards: readonly Guard[] = incoming.request.method === "POST" ? [GUARDS.origin, GUARDS.permission] : [GUARDS.permission];
  const admitted: Admitted = { ...asked };
  for (const guard of guards) Object.assign(admitted, await guard(admitted, STORING));
  const { member } = admitted;
  if (!member) throw new Refusal("UNAUTHENTICATED");
  const workspace = workspaceOf(asked.env, asked.place.route.tenant);
  return { ...asked, incoming, member, workspace, context: expectValue(await workspace.read("context", member.site)) };
}
