import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findCommandRoute, START } from "../desk/area.ts";

export const THEME_AREA: EditorArea = {
  get title() {
    return WORDS.theme.title;
  },
  group: "look",
  path: `${START}/theme`,
  reads: findCommandRoute("theme.put"),
  writes: findCommandRoute("theme.put"),
};
