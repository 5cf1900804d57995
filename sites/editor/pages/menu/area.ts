import { WORDS } from "../../../words/words.ts";
import { type EditorArea, routeOf, START } from "../desk/area.ts";

export const MENU_AREA: EditorArea = {
  get title() {
    return WORDS.menu.title;
  },
  group: "write",
  path: `${START}/menu`,
  reads: routeOf("navigation.put"),
  writes: routeOf("navigation.put"),
};
