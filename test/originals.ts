/**
 * A setup file of every project: a test file that leaves a global changed fails by its own name. All files of a project
 * share one process, where a clock that one of them stopped would stand still for the others.
 */
import { afterAll, vi } from "vitest";

/** The functions that tests replace, by the object that holds them. */
const WATCHED: Readonly<Record<string, readonly string[]>> = {
  globalThis: [
    "setTimeout",
    "clearTimeout",
    "setInterval",
    "clearInterval",
    "setImmediate",
    "clearImmediate",
    "queueMicrotask",
    "Date",
    "caches",
    "reportError",
  ],
  AbortSignal: ["timeout"],
  crypto: ["getRandomValues", "randomUUID"],
  Date: ["now"],
  Math: ["random"],
  performance: ["now"],
};

/** Watched in Node alone. In workerd, a worker under test replaces `fetch`, and each look at `console` makes it anew. */
const IN_NODE: typeof WATCHED = {
  globalThis: ["fetch"],
  console: ["debug", "error", "info", "log", "warn"],
  process: ["kill"],
};

interface Original {
  readonly name: string;
  isChanged(): boolean;
  putBack(): void;
}

function original(holderName: string, name: string): Original {
  const holder = Reflect.get(globalThis, holderName) as object;
  const value: unknown = Reflect.get(holder, name);
  return {
    name: `${holderName}.${name}`,
    isChanged: () => Reflect.get(holder, name) !== value,
    putBack: () => void Reflect.set(holder, name, value),
  };
}

const isNode = (): boolean => navigator.userAgent.startsWith("Node");

/** Remembers the globals as they are now. The answer puts back what has changed since, and names it. */
export function originals(): () => string[] {
  const all = [WATCHED, ...(isNode() ? [IN_NODE] : [])]
    .flatMap((table) => Object.entries(table))
    .flatMap(([holder, names]) => names.map((name) => original(holder, name)));
  return () => {
    const changed = all.filter((one) => one.isChanged());
    for (const one of changed) one.putBack();
    return changed.map(({ name }) => name);
  };
}

const putBack = originals();

// The first hook of a file ends last, after all that the file itself puts back. Vitest restores spies after each file.
afterAll(() => {
  vi.restoreAllMocks();
  const changed = putBack();
  if (changed.length > 0) throw new Error(`This file leaves changed: ${changed.join(", ")}.`);
});
