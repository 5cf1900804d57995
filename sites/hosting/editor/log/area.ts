import { WORDS } from "../../../shared/editor/words/words.ts";
import type { EditorArea } from "../desk/area.ts";
import { readingOf, START } from "../desk/area.ts";

/** Nothing is written here: the right to write is the right to read. */
export const LOG_AREA: EditorArea = {
  get title() {
    return WORDS.log.title;
  },
  group: "manage",
  path: `${START}/log`,
  reads: readingOf("/api/audit"),
  writes: readingOf("/api/audit"),
};
