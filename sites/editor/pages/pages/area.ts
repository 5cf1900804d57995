import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import { type EditorArea, EDIT, findCommandRoute, START } from "../desk/area.ts";
import { PAGES_PATH } from "../desk/documentAddress.ts";

/** The pages area requires the permission to change pages, though every member may read the list. */
export const PAGES_AREA: EditorArea = {
  get title() {
    return WORDS.pages.title;
  },
  group: "write",
  path: PAGES_PATH,
  reads: findCommandRoute("page.update"),
  writes: findCommandRoute("page.update"),
};

/** The address of the form for a new page. No page's id can be spelled like this. */
export const NEW_PAGE = `${START}/new-page`;

/** The page that moves a site of other software in. */
export const MOVE_IN = `${START}/import`;

/** The page that replaces words in the whole draft. */
export const REPLACE_PATH = `${START}/replace`;

/** The calendar of the site. */
export const CALENDAR_PATH = `${START}/calendar`;

/** The list of one type's entries. The query names the type, because its name has a slash. */
export const ENTRIES = `${START}/entries`;

/** The address of the canvas at a page, and at one of its sections. */
export const canvasAt = (id: string, section: string | null = null): string =>
  withQuery(EDIT, { page: id, section: section ?? undefined });
