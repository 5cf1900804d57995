import type { EditorPage } from "../desk/page.ts";
import { MENU_ACTIONS } from "./actions.ts";
import { MENU_AREA } from "./area.ts";
import { menuPage } from "./menuPage.ts";

export const MENU_PAGES: readonly EditorPage[] = [
  { path: MENU_AREA.path, subject: null, actions: MENU_ACTIONS, takesFiles: null, show: menuPage },
];
