import { WORDS } from "../../../words/words.ts";
import { type EditorArea, routeOf, START } from "../desk/area.ts";

export const THEME_AREA: EditorArea = {
  get title() {
    return WORDS.theme.title;
  },
  group: "look",
  path: `${START}/theme`,
  reads: routeOf("theme.put"),
  writes: routeOf("theme.put"),
};
