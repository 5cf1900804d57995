/* Generated from sites/words/shape/languages.ts by `node sites/tools/generate.ts`. Edit that file, then run the command. */
import { DOORS as EN } from "./en/doors.ts";
import { DOORS as DE } from "./de/doors.ts";
import type { DoorWords } from "./en/doors.ts";
import type { Language } from "./shape/languages.ts";

/** The words of the pages before the editor, for a worker that has no others. */
export const DOOR_TABLES: Readonly<Record<Language, DoorWords>> = {
  en: EN,
  de: DE,
};
