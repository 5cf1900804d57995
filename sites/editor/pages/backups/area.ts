import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findReading, findCommandRoute, START } from "../desk/area.ts";

export const BACKUPS_AREA: EditorArea = {
  get title() {
    return WORDS.backups.title;
  },
  group: "manage",
  path: `${START}/backups`,
  reads: findReading("/api/backups"),
  writes: findCommandRoute("backup.create"),
};
