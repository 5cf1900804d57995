import { WORDS } from "../../../shared/editor/words/words.ts";
import type { Area } from "../desk/area.ts";
import { routeOf, START } from "../desk/area.ts";

export const SETTINGS_AREA: Area = {
  get title() {
    return WORDS.settings.title;
  },
  group: "site",
  path: `${START}/settings`,
  reads: routeOf("settings.put"),
  writes: routeOf("settings.put"),
};
