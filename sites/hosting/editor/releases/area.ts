import { WORDS } from "../../../shared/editor/words/words.ts";
import type { EditorArea } from "../desk/area.ts";
import { routeOf, START } from "../desk/area.ts";

export const RELEASES_AREA: EditorArea = {
  get title() {
    return WORDS.publish.releases.title;
  },
  group: "publish",
  path: `${START}/releases`,
  reads: routeOf("release.restore"),
  writes: routeOf("release.restore"),
};

export const releaseAt = (release: number): string => `${RELEASES_AREA.path}/${release}`;
