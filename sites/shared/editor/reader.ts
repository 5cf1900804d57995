/** For whom a page is drawn. It goes along with the request, so that no text, time or number has to be handed it. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Language } from "./words/languages.ts";
import { FIRST_LANGUAGE } from "./words/languages.ts";

export interface Reader {
  readonly language: Language;
  /** The IANA name of the site's time zone. */
  readonly timeZone: string;
}

const reading = new AsyncLocalStorage<Reader>();

const ANYBODY: Reader = { language: FIRST_LANGUAGE, timeZone: "UTC" };

export const reader = (): Reader => reading.getStore() ?? ANYBODY;

/** Does something for a reader of whom more is known than before. */
export const readAs = <T>(known: Partial<Reader>, run: () => T): T => reading.run({ ...reader(), ...known }, run);
