import { WORDS } from "../../../shared/editor/words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { EditorArea } from "../desk/area.ts";
import { routeOf, START } from "../desk/area.ts";

/** Members who may write see what is not published, and may discard it; each form asks for its own right. */
export const PUBLISH_AREA: EditorArea = {
  get title() {
    return WORDS.publish.title;
  },
  group: "publish",
  path: `${START}/publish`,
  reads: routeOf("page.discard"),
  writes: routeOf("page.discard"),
};

export const CHANGE = `${PUBLISH_AREA.path}/change`;
export const OUTCOME = `${PUBLISH_AREA.path}/done`;

/** `page` is where the member goes on. */
export const outcomeAt = (release: number, page: string | null = null): string => withQuery(OUTCOME, { release, page });
