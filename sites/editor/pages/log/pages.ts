import type { EditorPage } from "../desk/page.ts";
import { LOG_AREA } from "./area.ts";
import { logPage } from "./logPage.ts";

export const LOG_PAGES: readonly EditorPage[] = [
  { path: LOG_AREA.path, subject: null, actions: {}, takesFiles: null, show: logPage },
];
