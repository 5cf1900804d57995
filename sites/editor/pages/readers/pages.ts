import type { EditorPage } from "../desk/page.ts";
import { READER_ACTIONS } from "./actions.ts";
import { READERS_AREA } from "./area.ts";
import { readersPage } from "./readersPage.ts";

export const READER_PAGES: readonly EditorPage[] = [
  { path: READERS_AREA.path, subject: null, actions: READER_ACTIONS, takesFiles: null, show: readersPage },
];
