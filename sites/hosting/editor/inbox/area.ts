import { WORDS } from "../../../shared/editor/words/words.ts";
import type { Area } from "../desk/area.ts";
import { readingOf, routeOf, START } from "../desk/area.ts";

export const FORMS_AREA: Area = {
  get title() {
    return WORDS.forms.title;
  },
  group: "write",
  path: `${START}/forms`,
  reads: readingOf("/api/forms/{form}/submissions"),
  writes: routeOf("form.mark"),
};
