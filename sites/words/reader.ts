/**
 * The reader of a page: language and time zone. Async local storage carries the reader, so functions need no parameter
 * for it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { type Language, FIRST_LANGUAGE } from "./shape/languages.ts";

export interface Reader {
  readonly language: Language;
  /** The language with the reader's country, for dates. Default: the language alone. */
  readonly locale?: string;
  /** The IANA name of the site's time zone. */
  readonly timeZone: string;
}

const reading = new AsyncLocalStorage<Reader>();

const ANYBODY: Reader = { language: FIRST_LANGUAGE, timeZone: "UTC" };

export const reader = (): Reader => reading.getStore() ?? ANYBODY;

/** Runs a function for a reader with additional known properties. */
export const readAs = <T>(known: Partial<Reader>, run: () => T): T => reading.run({ ...reader(), ...known }, run);
