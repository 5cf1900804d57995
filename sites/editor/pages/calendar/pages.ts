import type { EditorPage } from "../desk/page.ts";
import { CALENDAR_AREA } from "./area.ts";
import { calendarPage } from "./calendarPage.ts";
import { MOVES } from "./moving.ts";

export const CALENDAR_PAGES: readonly EditorPage[] = [
  { path: CALENDAR_AREA.path, subject: null, actions: MOVES, takesFiles: null, show: calendarPage },
];
