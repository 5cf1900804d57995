import { WORDS } from "../../../words/words.ts";
import { type EditorArea, routeOf, START } from "../desk/area.ts";

export const SETTINGS_AREA: EditorArea = {
  get title() {
    return WORDS.settings.title;
  },
  group: "site",
  path: `${START}/settings`,
  reads: routeOf("settings.put"),
  writes: routeOf("settings.put"),
};
