/**
 * The reader of a page: language and time zone. Async local storage carries the reader, so functions need no parameter
 * for it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { type Speech, FIRST_SPEECH } from "./speech.ts";

interface Reader extends Speech {
  /** The language with the reader's country, for dates. Default: the language alone. */
  readonly locale?: string;
  /** The IANA name of the site's time zone. */
  readonly timeZone: string;
}

const reading = new AsyncLocalStorage<Reader>();

const ANYBODY: Reader = { ...FIRST_SPEECH, timeZone: "UTC" };

/** The properties of the reader that a caller knows. Language and words come together. */
interface Known extends Partial<Pick<Reader, "locale" | "timeZone">> {
  readonly speech?: Speech;
}

export const reader = (): Reader => reading.getStore() ?? ANYBODY;

/** Runs a function for a reader with additional known properties. */
export const readAs = <T>({ speech, ...known }: Known, run: () => T): T =>
  reading.run({ ...reader(), ...speech, ...known }, run);
