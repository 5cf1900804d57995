import { expectValue } from "../../../../runtime/commands/answer.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findCommandRoute } from "../desk/area.ts";
import { REQUESTS_PATH } from "../desk/documentAddress.ts";

export const REVIEWS_AREA: EditorArea = {
  get title() {
    return WORDS.reviews.title;
  },
  group: "publish",
  path: REQUESTS_PATH,
  reads: findCommandRoute("request.create"),
  writes: findCommandRoute("request.create"),
  async waiting({ workspace, member: { site, identity, role } }) {
    const { length } = expectValue(await workspace.read("requests.for", site, { member: identity, role }));
    return length === 0 ? null : say(WORDS.reviews.waiting, { n: length });
  },
};

/** The page of what the site demands before a publication. */
export const RULES_PATH = `${REQUESTS_PATH}/rules`;
