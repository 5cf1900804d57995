import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findCommandRoute, START } from "../desk/area.ts";

export const REDIRECTS_AREA: EditorArea = {
  get title() {
    return WORDS.redirects.title;
  },
  group: "write",
  path: `${START}/redirects`,
  reads: findCommandRoute("redirects.put"),
  writes: findCommandRoute("redirects.put"),
};
