import type { EditorPage } from "../desk/page.ts";
import { SETTINGS_ACTIONS } from "./actions.ts";
import { SETTINGS_AREA } from "./area.ts";
import { settingsPage } from "./settingsPage.ts";

export const SETTINGS_PAGES: readonly EditorPage[] = [
  { path: SETTINGS_AREA.path, subject: null, actions: SETTINGS_ACTIONS, takesFiles: null, show: settingsPage },
];
