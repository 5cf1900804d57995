import { expectValue } from "../../../../runtime/commands/answer.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import { type EditorArea, findCommandRoute } from "../desk/area.ts";
import { PUBLISH_PATH, REQUESTS_PATH } from "../desk/documentAddress.ts";

/**
 * The publishing area. Its pages require the permission to discard changes of pages, and each form its own permission.
 */
export const PUBLISH_AREA: EditorArea = {
  get title() {
    return WORDS.publish.title;
  },
  group: "publish",
  path: PUBLISH_PATH,
  reads: findCommandRoute("page.discard"),
  writes: findCommandRoute("page.discard"),
  async waiting({ workspace, member }) {
    const failed = expectValue(await workspace.read("schedules.failed", member.site));
    const refused = expectValue(await workspace.read("clock.refused", member.site));
    const n = failed.length + (refused ? 1 : 0);
    return n === 0 ? null : say(WORDS.publish.failedMark, { n });
  },
};

export const CHANGE = `${PUBLISH_AREA.path}/change`;
export const OUTCOME = `${PUBLISH_AREA.path}/done`;

/** The address of the list of requests, at one that was just made. */
export const requestMadeAt = (request: string): string =>
  `${withQuery(REQUESTS_PATH, { done: "asked" })}#request-${request}`;

/** The address of the page after a publication. `page` is where the member continues. */
export const outcomeAt = (release: number, page: string | null = null): string => withQuery(OUTCOME, { release, page });
