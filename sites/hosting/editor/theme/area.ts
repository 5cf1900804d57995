import { WORDS } from "../../../shared/editor/words/words.ts";
import type { Area } from "../desk/area.ts";
import { routeOf, START } from "../desk/area.ts";

export const THEME_AREA: Area = {
  get title() {
    return WORDS.theme.title;
  },
  group: "look",
  path: `${START}/theme`,
  reads: routeOf("theme.put"),
  writes: routeOf("theme.put"),
};
