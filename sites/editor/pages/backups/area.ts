import { WORDS } from "../../../words/words.ts";
import { type EditorArea, readingOf, routeOf, START } from "../desk/area.ts";

export const BACKUPS_AREA: EditorArea = {
  get title() {
    return WORDS.backups.title;
  },
  group: "manage",
  path: `${START}/backups`,
  reads: readingOf("/api/backups"),
  writes: routeOf("backup.create"),
};
