import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findCommandRoute, START } from "../desk/area.ts";

export const SETTINGS_AREA: EditorArea = {
  get title() {
    return WORDS.settings.title;
  },
  group: "site",
  path: `${START}/settings`,
  reads: findCommandRoute("settings.put"),
  writes: findCommandRoute("settings.put"),
};
