import { WORDS } from "../../../shared/editor/words/words.ts";
import type { Area } from "../desk/area.ts";
import { readingOf, routeOf, START } from "../desk/area.ts";

export const BACKUPS_AREA: Area = {
  get title() {
    return WORDS.backups.title;
  },
  group: "manage",
  path: `${START}/backups`,
  reads: readingOf("/api/backups"),
  writes: routeOf("backup.create"),
};
