import { WORDS } from "../../../shared/editor/words/words.ts";
import type { EditorArea } from "../desk/area.ts";
import { readingOf, routeOf, START } from "../desk/area.ts";

export const FORMS_AREA: EditorArea = {
  get title() {
    return WORDS.forms.title;
  },
  group: "write",
  path: `${START}/forms`,
  reads: readingOf("/api/forms/{form}/submissions"),
  writes: routeOf("form.mark"),
};
