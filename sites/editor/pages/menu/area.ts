import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findCommandRoute, START } from "../desk/area.ts";

export const MENU_AREA: EditorArea = {
  get title() {
    return WORDS.menu.title;
  },
  group: "write",
  path: `${START}/menu`,
  reads: findCommandRoute("navigation.put"),
  writes: findCommandRoute("navigation.put"),
};
