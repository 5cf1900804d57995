/**
 * Notes the errors that no code of the plugin catches: of promises that nobody awaits, and of timers. The call goes on,
 * so without a line the plugin's author would never learn of them.
 */
import { printedText } from "./console.ts";
import { currentJournal } from "./currentCall.ts";
import { install } from "./globals.ts";
import { leaveLine } from "./journal.ts";
import { LINE_MAX_CHARS } from "./protocol.ts";

const platform = { setTimeout, setInterval };

function note(what: string, error: unknown): void {
  const journal = currentJournal();
  const isLate = journal?.isClosed ?? true;
  const text = `${what}${isLate ? AFTER : ""}: ${printedText(error)}`.slice(0, LINE_MAX_CHARS).toWellFormed();
  if (isLate) leaveLine({ level: "error", text });
  else journal?.add({ level: "error", text });
}

const AFTER = ", outside of a running call";

/** A callback whose error the platform still gets, after its line. The platform refuses what is no function. */
const noting = <Given extends unknown[]>(callback: (...given: Given) => void): ((...given: Given) => void) =>
  typeof callback === "function"
    ? (...given) => {
        try {
          callback(...given);
        } catch (error) {
          note("A timer failed", error);
          throw error;
        }
      }
    : callback;

type Timer = (callback: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => unknown;

const timer =
  (start: Timer): Timer =>
  (callback, ms, ...given) =>
    start(noting(callback), ms, ...given);

/** Must run before the plugin's code, which would otherwise keep the platform's own timers. */
export function noteUncaught(): void {
  addEventListener("unhandledrejection", ({ reason }) => note("A promise failed and nothing caught it", reason));
  install("setTimeout", Object.freeze(timer(platform.setTimeout)));
  install("setInterval", Object.freeze(timer(platform.setInterval as Timer)));
}
