import { pluginIdShape } from "../../../../manifests/shapes/shape.ts";
import type { EditorPage } from "../desk/page.ts";
import { INSTALLS, LIST_ACTIONS, PLUGIN_ACTIONS } from "./actions.ts";
import { PLUGINS_AREA } from "./area.ts";
import { pluginList } from "./list.ts";
import { pluginPage } from "./pluginPage.ts";

export const PLUGIN_PAGES: readonly EditorPage[] = [
  { path: PLUGINS_AREA.path, subject: null, actions: LIST_ACTIONS, takesFiles: INSTALLS, show: pluginList },
  {
    path: `${PLUGINS_AREA.path}/:plugin`,
    subject: pluginIdShape,
    actions: PLUGIN_ACTIONS,
    takesFiles: null,
    show: pluginPage,
  },
];
