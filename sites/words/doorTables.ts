import { DOORS as EN, type DoorWords } from "./en/doors.ts";
import { DOORS as DE } from "./de/doors.ts";
import { DOORS as FR } from "./fr/doors.ts";
import { DOORS as ES } from "./es/doors.ts";
import { DOORS as PT_BR } from "./pt-BR/doors.ts";
import { DOORS as AR } from "./ar/doors.ts";
import { DOORS as JA } from "./ja/doors.ts";
import type { Language } from "./shape/languages.ts";
import { completed } from "./shape/translated.ts";

/** The words of the pages before the editor, such as login, for a worker that has no others. */
export const DOOR_TABLES: Readonly<Record<Language, DoorWords>> = {
  en: EN,
  de: completed<DoorWords>("de", DE, EN),
  fr: completed<DoorWords>("fr", FR, EN),
  es: completed<DoorWords>("es", ES, EN),
  "pt-BR": completed<DoorWords>("pt-BR", PT_BR, EN),
  ar: completed<DoorWords>("ar", AR, EN),
  ja: completed<DoorWords>("ja", JA, EN),
};
