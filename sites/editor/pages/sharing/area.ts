import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findCommandRoute, findReading, START } from "../desk/area.ts";

export const SHARING_AREA: EditorArea = {
  get title() {
    return WORDS.sharing.title;
  },
  group: "publish",
  path: `${START}/sharing`,
  reads: findReading("/api/share-links"),
  writes: findCommandRoute("share.create"),
};

/** The form's value for the whole draft. No page has this id. */
export const WHOLE_DRAFT = "*";
