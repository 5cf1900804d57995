import { WORDS } from "../../../words/words.ts";
import { type EditorArea, readingOf, routeOf, START } from "../desk/area.ts";

export const PLUGINS_AREA: EditorArea = {
  get title() {
    return WORDS.plugins.title;
  },
  group: "manage",
  path: `${START}/plugins`,
  reads: readingOf("/api/plugins"),
  writes: routeOf("plugin.state"),
};

export const pluginAt = (id: string): string => `${PLUGINS_AREA.path}/${id}`;
