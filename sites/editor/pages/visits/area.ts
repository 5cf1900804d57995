import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findCommandRoute, findReading, START } from "../desk/area.ts";

export const VISITS_AREA: EditorArea = {
  get title() {
    return WORDS.visits.title;
  },
  group: "write",
  path: `${START}/visits`,
  reads: findReading("/api/visits"),
  writes: findCommandRoute("settings.put"),
};

/** The place in the settings that says how visits are counted. */
export const VISITS_SETTING = `${START}/settings#settings-visits`;
