import type { EditorPage } from "../desk/page.ts";
import { LANGUAGE_ACTIONS } from "./actions.ts";
import { LANGUAGES_AREA } from "./area.ts";
import { languagesPage } from "./languagesPage.ts";

export const LANGUAGE_PAGES: readonly EditorPage[] = [
  { path: LANGUAGES_AREA.path, subject: null, actions: LANGUAGE_ACTIONS, takesFiles: null, show: languagesPage },
];
