import type { EditorPage } from "../desk/page.ts";
import { PUBLISHES } from "../desk/publishing.ts";
import { ENTRIES } from "../pages/area.ts";
import { CALENDAR } from "./addresses.ts";
import { calendarPage } from "./calendarPage.ts";
import { entriesPage } from "./entriesPage.ts";

export const ENTRY_PAGES: readonly EditorPage[] = [
  { path: ENTRIES, subject: null, actions: PUBLISHES, takesFiles: null, show: entriesPage },
  { path: CALENDAR, subject: null, actions: {}, takesFiles: null, show: calendarPage },
];
