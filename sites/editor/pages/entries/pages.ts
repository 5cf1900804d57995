import type { EditorPage } from "../desk/page.ts";
import { PUBLISHES } from "../desk/publishing.ts";
import { ENTRIES, MOVE_IN } from "../pages/area.ts";
import { CALENDAR, CHANGE_MANY, IMPORT_ENTRIES } from "./addresses.ts";
import { calendarPage } from "./calendarPage.ts";
import { changeMany, CHANGES_MANY, TAKES_BACK } from "./changeMany.ts";
import { importPage, movePage } from "./importPage.ts";
import { entriesPage } from "./entriesPage.ts";

export const ENTRY_PAGES: readonly EditorPage[] = [
  { path: ENTRIES, subject: null, actions: PUBLISHES, takesFiles: null, show: entriesPage },
  {
    path: CHANGE_MANY,
    subject: null,
    actions: { change: CHANGES_MANY, back: TAKES_BACK },
    takesFiles: null,
    show: changeMany,
  },
  { path: IMPORT_ENTRIES, subject: null, actions: {}, takesFiles: null, show: importPage },
  { path: MOVE_IN, subject: null, actions: {}, takesFiles: null, show: movePage },
  { path: CALENDAR, subject: null, actions: {}, takesFiles: null, show: calendarPage },
];
