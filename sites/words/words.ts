/**
 * The editor's texts in the reader's language. Each is looked up when it is read, because modules may keep parts of the
 * table between requests.
 */
import { reader } from "./reader.ts";
import type { Words } from "./en/index.ts";

export const WORDS: Words = inPresentLanguage(() => reader().words);

function inPresentLanguage<T extends object>(table: () => T): T {
  return new Proxy({} as T, {
    get(_, name) {
      const found: unknown = Reflect.get(table(), name);
      const isPart = typeof found === "object" && found !== null && !Array.isArray(found);
      return isPart ? inPresentLanguage(() => Reflect.get(table(), name) as object) : found;
    },
    has: (_, name) => Reflect.has(table(), name),
    ownKeys: () => Reflect.ownKeys(table()),
    getOwnPropertyDescriptor(_, name) {
      const found = Reflect.getOwnPropertyDescriptor(table(), name);
      return found && { ...found, configurable: true };
    },
  });
}
