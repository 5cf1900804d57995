import { expectValue } from "../../../../runtime/commands/answer.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findCommandRoute, START } from "../desk/area.ts";

export const REMARKS_AREA: EditorArea = {
  get title() {
    return WORDS.reviews.remarks;
  },
  group: "publish",
  path: `${START}/remarks`,
  reads: findCommandRoute("remark.add"),
  writes: findCommandRoute("remark.add"),
  async waiting({ workspace, member: { site } }) {
    const { open } = expectValue(await workspace.read("remarks", site, { pages: [] }));
    return open === 0 ? null : say(WORDS.reviews.remarksOpen, { n: open });
  },
};
