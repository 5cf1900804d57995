import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findCommandRoute, START } from "../desk/area.ts";

export const LANGUAGES_AREA: EditorArea = {
  get title() {
    return WORDS.siteLanguages.title;
  },
  group: "site",
  path: `${START}/languages`,
  reads: findCommandRoute("settings.put"),
  writes: findCommandRoute("settings.put"),
};
