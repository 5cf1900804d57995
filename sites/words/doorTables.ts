import { DOORS as EN, type DoorWords } from "./en/doors.ts";
import { DOORS as DE } from "./de/doors.ts";
import { DOORS as FR } from "./fr/doors.ts";
import type { Language } from "./shape/languages.ts";
import { completed } from "./shape/translated.ts";

/** The words of the pages before the editor, such as login, for a worker that has no others. */
export const DOOR_TABLES: Readonly<Record<Language, DoorWords>> = {
  en: EN,
  de: completed<DoorWords>("de", DE, EN),
  fr: completed<DoorWords>("fr", FR, EN),
};
