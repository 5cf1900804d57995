import type { EditorPage } from "../desk/page.ts";
import { VISITS_AREA } from "./area.ts";
import { visitsPage } from "./visitsPage.ts";

export const VISIT_PAGES: readonly EditorPage[] = [
  { path: VISITS_AREA.path, subject: null, actions: {}, takesFiles: null, show: visitsPage },
];
