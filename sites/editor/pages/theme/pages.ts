import type { EditorPage } from "../desk/page.ts";
import { THEME_ACTIONS } from "./actions.ts";
import { THEME_AREA } from "./area.ts";
import { themePage } from "./themePage.ts";

export const THEME_PAGES: readonly EditorPage[] = [
  { path: THEME_AREA.path, subject: null, actions: THEME_ACTIONS, takesFiles: null, show: themePage },
];
