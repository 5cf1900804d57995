import { WORDS } from "../../../words/words.ts";
import { type EditorArea, routeOf, START } from "../desk/area.ts";

export const REDIRECTS_AREA: EditorArea = {
  get title() {
    return WORDS.redirects.title;
  },
  group: "write",
  path: `${START}/redirects`,
  reads: routeOf("redirects.put"),
  writes: routeOf("redirects.put"),
};
