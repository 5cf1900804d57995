import type { EditorPage } from "../desk/page.ts";
import { SHARING_ACTIONS } from "./actions.ts";
import { SHARING_AREA } from "./area.ts";
import { sharingPage } from "./sharingPage.ts";

export const SHARING_PAGES: readonly EditorPage[] = [
  { path: SHARING_AREA.path, subject: null, actions: SHARING_ACTIONS, takesFiles: null, show: sharingPage },
];
