import type { EditorPage } from "../desk/page.ts";
import { CHANGE_MANY } from "../drawing/choosing.ts";
import { bulkPage } from "./bulkPage.ts";
import { BULK_ACTIONS } from "./doing.ts";

export const BULK_PAGES: readonly EditorPage[] = [
  { path: CHANGE_MANY, subject: null, actions: BULK_ACTIONS, takesFiles: null, show: bulkPage },
];
