import { documentId } from "../../../../runtime/documents/content/section.ts";
import type { EditorPage } from "../desk/page.ts";
import { LIST_ACTIONS, NEW_ACTIONS, PAGE_ACTIONS } from "./actions.ts";
import { NEW_PAGE, PAGES_AREA } from "./area.ts";
import { pageList } from "./list.ts";
import { newPage } from "./newPage.ts";
import { pageSettings } from "./settings.ts";

export const PAGE_PAGES: readonly EditorPage[] = [
  { path: PAGES_AREA.path, subject: null, actions: LIST_ACTIONS, takesFiles: null, show: pageList },
  { path: NEW_PAGE, subject: null, actions: NEW_ACTIONS, takesFiles: null, show: newPage },
  {
    path: `${PAGES_AREA.path}/:page`,
    subject: documentId,
    actions: PAGE_ACTIONS,
    takesFiles: null,
    show: pageSettings,
  },
];
