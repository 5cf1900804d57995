import type { EditorPage } from "../desk/page.ts";
import { OVERVIEW_AREA } from "./area.ts";
import { overviewPage } from "./overview.ts";

export const OVERVIEW_PAGES: readonly EditorPage[] = [
  { path: OVERVIEW_AREA.path, subject: null, actions: {}, takesFiles: null, show: overviewPage },
];
