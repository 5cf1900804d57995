import { withQuery } from "../desk/address.ts";
import { START } from "../desk/area.ts";
import { ENTRIES, NEW_PAGE } from "../pages/area.ts";

/** The page that brings entries in from a file. */
export const IMPORT_ENTRIES = `${START}/entries-import`;

export const entriesAt = (type: string): string => withQuery(ENTRIES, { type });
export const importAt = (type: string): string => withQuery(IMPORT_ENTRIES, { type });
export const newEntryAt = (type: string): string => withQuery(NEW_PAGE, { begin: type });
