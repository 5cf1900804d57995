import type { EditorPage } from "../desk/page.ts";
import { REVIEW_ACTIONS, RULES_ACTIONS } from "./actions.ts";
import { REVIEWS_AREA, RULES_PATH } from "./area.ts";
import { requestList } from "./list.ts";
import { rulesPage } from "./rules.ts";

export const REVIEW_PAGES: readonly EditorPage[] = [
  { path: REVIEWS_AREA.path, subject: null, actions: REVIEW_ACTIONS, takesFiles: null, show: requestList },
  { path: RULES_PATH, subject: null, actions: RULES_ACTIONS, takesFiles: null, show: rulesPage },
];
