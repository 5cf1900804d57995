import type { EditorPage } from "../desk/page.ts";
import { PUBLISHES } from "../desk/publishing.ts";
import { ENTRIES, MOVE_IN } from "../pages/area.ts";
import { IMPORT_ENTRIES } from "./addresses.ts";
import { SAVED_ACTIONS } from "../saved/savedFilters.ts";
import { importPage, movePage } from "./importPage.ts";
import { entriesPage } from "./entriesPage.ts";

export const ENTRY_PAGES: readonly EditorPage[] = [
  { path: ENTRIES, subject: null, actions: { ...PUBLISHES, ...SAVED_ACTIONS }, takesFiles: null, show: entriesPage },
  { path: IMPORT_ENTRIES, subject: null, actions: {}, takesFiles: null, show: importPage },
  { path: MOVE_IN, subject: null, actions: {}, takesFiles: null, show: movePage },
];
