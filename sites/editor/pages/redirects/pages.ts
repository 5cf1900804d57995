import { EDITOR_ROWS_FORM_MAX_BYTES } from "../../../../manifests/bounds/editor.ts";
import type { EditorPage } from "../desk/page.ts";
import { REDIRECT_ACTIONS } from "./actions.ts";
import { REDIRECTS_AREA } from "./area.ts";
import { redirectsPage } from "./redirectsPage.ts";

export const REDIRECT_PAGES: readonly EditorPage[] = [
  {
    path: REDIRECTS_AREA.path,
    subject: null,
    actions: REDIRECT_ACTIONS,
    takesFiles: null,
    formBytes: EDITOR_ROWS_FORM_MAX_BYTES,
    show: redirectsPage,
  },
];
