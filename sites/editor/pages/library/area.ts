import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findCommandRoute, START } from "../desk/area.ts";

/** The media area requires the permission to change media, though every member may read the list. */
export const MEDIA_AREA: EditorArea = {
  get title() {
    return WORDS.media.title;
  },
  group: "write",
  path: `${START}/media`,
  reads: findCommandRoute("media.create"),
  writes: findCommandRoute("media.create"),
};
