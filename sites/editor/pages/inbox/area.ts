import { WORDS } from "../../../words/words.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { say } from "../../../words/shape/say.ts";
import { type EditorArea, findReading, findCommandRoute, START } from "../desk/area.ts";

export const FORMS_AREA: EditorArea = {
  get title() {
    return WORDS.forms.title;
  },
  group: "write",
  path: `${START}/forms`,
  reads: findReading("/api/forms/{form}/submissions"),
  writes: findCommandRoute("form.mark"),
  async waiting({ workspace, member }) {
    const { items } = expectValue(await workspace.read("forms", member.site));
    const n = items.reduce((sum, { unread }) => sum + unread, 0);
    return n === 0 ? null : say(WORDS.forms.unread, { n });
  },
};
