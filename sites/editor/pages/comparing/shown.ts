import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { pagePath } from "../../../../runtime/documents/content/content.ts";
import { documentId } from "../../../../runtime/documents/content/section.ts";
import type { PublishedAnswer } from "../../../../runtime/serving/publishedAnswer.ts";
import { type Incoming, locate } from "../../../web/api/pipeline/pipeline.ts";
import { memberAt } from "../../../web/auth/member.ts";
import { numberIn } from "../drawing/lists.ts";
import { orTurnedAway } from "../drawing/turnedAway.ts";
import { type Workspace, audienceOf } from "../../../web/powers/powers.ts";

/** Shows a page of a release, or a version of a page, in a frame. Only members see content that is not public now. */
export const shown = (incoming: Incoming): Promise<Response> =>
  orTurnedAway(incoming, async () => {
    const { request, env, place } = await locate(incoming);
    const member = await memberAt(request, env, place.route);
    if (!member) throw new Refusal("UNAUTHENTICATED");
    if (!can(member.role, "site.read")) throw new Refusal("FORBIDDEN");
    const asked = {
      workspace: env.WORKSPACES.of(place.route, audienceOf(member)),
      site: member.site,
    };
    const { status, headers, body } = await pageAsked(asked, new URL(request.url).searchParams);
    return new Response(body, { status, headers });
  });

interface Asked {
  readonly workspace: Workspace;
  readonly site: string;
}

async function pageAsked({ workspace, site }: Asked, query: URLSearchParams): Promise<PublishedAnswer> {
  const [release, version] = [numberIn(query, "release"), numberIn(query, "version")];
  const [path, page] = [pagePath.safeParse(query.get("path")), documentId.safeParse(query.get("page"))];
  if (release !== null && path.success)
    return expectValue(await workspace.read("release.page", site, { release, path: path.data }));
  if (version !== null && page.success)
    return expectValue(await workspace.read("draft.version", site, { page: page.data, version }));
  throw new Refusal("NOT_FOUND");
}
