import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findReading, findCommandRoute, START } from "../desk/area.ts";

export const PLUGINS_AREA: EditorArea = {
  get title() {
    return WORDS.plugins.title;
  },
  group: "manage",
  path: `${START}/plugins`,
  reads: findReading("/api/plugins"),
  writes: findCommandRoute("plugin.state"),
};

export const pluginAt = (id: string): string => `${PLUGINS_AREA.path}/${id}`;
