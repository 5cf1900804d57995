import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { documentId } from "../../../../runtime/documents/content/section.ts";
import { seeOther } from "../../../web/http/answers.ts";
import { type Incoming, locate } from "../../../web/api/pipeline/pipeline.ts";
import type { LoggedInMember } from "../../../control/logins/logins.ts";
import { memberAt } from "../../../web/auth/member.ts";
import { withQuery } from "../desk/address.ts";
import { AREAS } from "../bar/areas.ts";
import { EDIT, isOpenTo, START } from "../desk/area.ts";
import { readPathname } from "../../../web/names/pathname.ts";
import { orTurnedAway } from "../drawing/turnedAway.ts";
import { builtFiles } from "../drawing/builtFiles.ts";
import { type ShellLink, canvasShell } from "./shell.ts";
import { type Workspace, audienceOf } from "../../../web/powers/powers.ts";

/** The canvas for one page, for members who may change pages. Others are redirected as from the editor's start page. */
export const edit = (incoming: Incoming): Promise<Response> =>
  orTurnedAway(incoming, async () => {
    const { request, env, place } = await locate(incoming);
    const member = await memberAt(request, env, place.route);
    if (!member) throw new Refusal("UNAUTHENTICATED");
    if (!can(member.role, "content.edit")) return seeOther(START);
    const workspace = env.WORKSPACES.of(place.route, audienceOf(member));
    const { searchParams } = new URL(request.url);
    const page = searchParams.get("page");
    if (page === null) return seeOther(await pageAt(workspace, member, searchParams.get("path")));
    if (!documentId.safeParse(page).success) throw new Refusal("NOT_FOUND");
    const { name } = expectValue(await workspace.read("context", member.site));
    return canvasShell(place.origin, await builtFiles(env), name, await linksFor(workspace, member));
  });

/** The areas for the member, each with what waits for them there. */
const linksFor = (workspace: Workspace, member: LoggedInMember): Promise<readonly ShellLink[]> =>
  Promise.all(
    AREAS.filter(({ area }) => isOpenTo(member.role, area)).map(async ({ area }) => {
      const waiting = (await area.waiting?.({ workspace, member })) ?? null;
      return { title: waiting === null ? area.title : `${area.title} (${waiting})`, path: area.path };
    }),
  );

/** The address of the canvas for the page at this path; for the first page if there is none. */
async function pageAt(workspace: Workspace, member: LoggedInMember, path: string | null): Promise<string> {
  const canonical = path === null ? undefined : readPathname(path)?.canonical;
  const found = canonical === undefined ? undefined : await workspace.read("page", member.site, { page: canonical });
  return found?.ok ? withQuery(EDIT, { page: found.value.id }) : firstPage(workspace, member);
}

/**
 * The address of the canvas for the home page, because pages are listed by path. A site without pages opens without
 * one.
 */
async function firstPage(workspace: Workspace, { site }: LoggedInMember): Promise<string> {
  const { items } = expectValue(await workspace.read("pages", site, { limit: 1 }));
  return withQuery(EDIT, { page: items[0]?.id ?? "home" });
}
