import type { ImportPageWords } from "../en/importPage.ts";
import { FIELDS } from "./fields.ts";
import { IMPORTING } from "./importing.ts";

export const IMPORT_PAGE: ImportPageWords = { importing: IMPORTING, fields: FIELDS };
