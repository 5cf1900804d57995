import { WORDS } from "../../../shared/editor/words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { EditorArea } from "../desk/area.ts";
import { EDIT, routeOf, START } from "../desk/area.ts";
import { PAGES_PATH } from "../desk/documentAddress.ts";

/** Every member may read the list of pages, but these pages are for changing them. */
export const PAGES_AREA: EditorArea = {
  get title() {
    return WORDS.pages.title;
  },
  group: "write",
  path: PAGES_PATH,
  reads: routeOf("page.update"),
  writes: routeOf("page.update"),
};

/** No page's id is spelled so. */
export const NEW_PAGE = `${START}/new-page`;

/** The address of the canvas at a page. */
export const canvasAt = (id: string): string => withQuery(EDIT, { page: id });
