import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findCommandRoute } from "../desk/area.ts";
import { RELEASES_PATH } from "../desk/documentAddress.ts";

export const RELEASES_AREA: EditorArea = {
  get title() {
    return WORDS.publish.releases.title;
  },
  group: "publish",
  path: RELEASES_PATH,
  reads: findCommandRoute("release.restore"),
  writes: findCommandRoute("release.restore"),
};
