import { pluginIdShape } from "../../../../manifests/shapes/shape.ts";
import type { EditorPage } from "../desk/page.ts";
import { INSTALLS, LIST_ACTIONS, PLUGIN_ACTIONS } from "./actions.ts";
import { PLUGINS_AREA } from "./area.ts";
import { FIND_PATH } from "./addresses.ts";
import { findPage } from "./find.ts";
import { LISTED_ACTIONS, listedPage } from "./listed.ts";
import { pluginList } from "./list.ts";
import { pluginPage } from "./pluginPage.ts";

export const PLUGIN_PAGES: readonly EditorPage[] = [
  { path: PLUGINS_AREA.path, subject: null, actions: LIST_ACTIONS, takesFiles: INSTALLS, show: pluginList },
  { path: FIND_PATH, subject: null, actions: {}, takesFiles: null, show: findPage },
  {
    path: `${FIND_PATH}/:plugin`,
    subject: pluginIdShape,
    actions: LISTED_ACTIONS,
    takesFiles: null,
    show: listedPage,
  },
  {
    path: `${PLUGINS_AREA.path}/:plugin`,
    subject: pluginIdShape,
    actions: PLUGIN_ACTIONS,
    takesFiles: null,
    show: pluginPage,
  },
];
