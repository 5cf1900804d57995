/* Generated from sites/shared/editor/words/languages.ts by `node sites/cli/generate.ts`. Edit that file, then run the command. */
import { DOORS as EN } from "./en/doors.ts";
import { DOORS as DE } from "./de/doors.ts";
import type { DoorWords } from "./en/doors.ts";
import type { Language } from "./languages.ts";

/** The words of the pages before the editor, for a worker that has no others. */
export const DOOR_TABLES: Readonly<Record<Language, DoorWords>> = {
  en: EN,
  de: DE,
};
