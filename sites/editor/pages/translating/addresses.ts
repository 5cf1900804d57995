import { withQuery } from "../desk/address.ts";
import { EDIT, START } from "../desk/area.ts";

/** The list of translations by state. */
export const TRANSLATIONS = `${START}/translations`;

/** The page that exchanges texts with translators. */
export const TRANSLATION_FILES = `${START}/translation-files`;

/** The changes of a translation's source. */
export const sourceChangesAt = (page: string): string => `${TRANSLATIONS}/${page}`;

/** The canvas at a page, and the canvas with the source of the page beside it. */
export const editing = (page: string): string => withQuery(EDIT, { page });
export const editingBeside = (page: string): string => withQuery(EDIT, { page, beside: "source" });
