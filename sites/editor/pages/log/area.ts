import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findReading, START } from "../desk/area.ts";

/** The log has no forms, so `writes` is the same route as `reads`. */
export const LOG_AREA: EditorArea = {
  get title() {
    return WORDS.log.title;
  },
  group: "manage",
  path: `${START}/log`,
  reads: findReading("/api/audit"),
  writes: findReading("/api/audit"),
};
