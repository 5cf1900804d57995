import type { EditorPage } from "../desk/page.ts";
import { REPLACE_PATH } from "../pages/area.ts";
import { replacePage } from "./replacePage.ts";

export const REPLACE_PAGES: readonly EditorPage[] = [
  { path: REPLACE_PATH, subject: null, actions: {}, takesFiles: null, show: replacePage },
];
