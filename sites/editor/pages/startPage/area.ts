import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findCommandRoute, findReading, START } from "../desk/area.ts";

/** The page that tells a member what is new and what waits. */
export const OVERVIEW_AREA: EditorArea = {
  get title() {
    return WORDS.overview.title;
  },
  group: "write",
  path: `${START}/overview`,
  reads: findReading("/api/visits"),
  writes: findCommandRoute("page.edit"),
};
