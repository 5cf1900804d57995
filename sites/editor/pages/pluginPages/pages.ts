import { qualifiedNameShape } from "../../../../manifests/shapes/shape.ts";
import type { EditorPage } from "../desk/page.ts";
import { PLUGIN_PAGE_ACTIONS } from "./actions.ts";
import { PLUGIN_PAGES_AREA } from "./area.ts";
import { listedPages } from "./overview.ts";
import { pluginPageView } from "./pluginPageView.ts";

export const PLUGIN_PAGE_PAGES: readonly EditorPage[] = [
  { path: PLUGIN_PAGES_AREA.path, subject: null, actions: {}, takesFiles: null, show: listedPages },
  {
    path: `${PLUGIN_PAGES_AREA.path}/:page{[^/]+/[^/]+}`,
    subject: qualifiedNameShape,
    actions: PLUGIN_PAGE_ACTIONS,
    takesFiles: null,
    show: pluginPageView,
  },
];
