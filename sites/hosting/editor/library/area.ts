import { WORDS } from "../../../shared/editor/words/words.ts";
import type { EditorArea } from "../desk/area.ts";
import { routeOf, START } from "../desk/area.ts";

/** Every member may read the list of media, but these pages are for changing media. */
export const MEDIA_AREA: EditorArea = {
  get title() {
    return WORDS.media.title;
  },
  group: "write",
  path: `${START}/media`,
  reads: routeOf("media.create"),
  writes: routeOf("media.create"),
};
