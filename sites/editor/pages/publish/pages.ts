import type { EditorPage } from "../desk/page.ts";
import { CHANGE_ACTIONS, PUBLISH_ACTIONS } from "./actions.ts";
import { CHANGE, OUTCOME, PUBLISH_AREA } from "./area.ts";
import { changePage } from "./change.ts";
import { outcomePage } from "./outcome.ts";
import { publishPage } from "./publish.ts";

export const PUBLISH_PAGES: readonly EditorPage[] = [
  { path: PUBLISH_AREA.path, subject: null, actions: PUBLISH_ACTIONS, takesFiles: null, show: publishPage },
  { path: CHANGE, subject: null, actions: CHANGE_ACTIONS, takesFiles: null, show: changePage },
  { path: OUTCOME, subject: null, actions: {}, takesFiles: null, show: outcomePage },
];
