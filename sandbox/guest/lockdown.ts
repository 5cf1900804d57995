/**
 * Runs first in an isolate and makes shared objects unchangeable. No authority rests on it, because a plugin owns its
 * isolate. It keeps one call from altering what the next one finds, and the lease out of a plugin's hands.
 */
import "./ses.ts";
import { made, stacks, thrown } from "./errors.ts";

// "no-eval": the platform refuses to make code from text, and so do we while modules are evaluated, where it does not.
// "unsafe" for locales: SES would take them from plugins, so that every machine computes the same; Intl stays anyway.
lockdown({
  evalTaming: "no-eval",
  errorTaming: "safe",
  consoleTaming: "unsafe",
  overrideTaming: "severe",
  domainTaming: "unsafe",
  localeTaming: "unsafe",
  reporting: "none",
});

/** Parts of the language lockdown leaves open, because it does not know them or has nothing to say of them. */
const LEFT_OPEN = [
  "SuppressedError",
  "DisposableStack",
  "AsyncDisposableStack",
  "WeakRef",
  "FinalizationRegistry",
  "Atomics",
  "SharedArrayBuffer",
];

// `SuppressedError` inherits from the hidden constructor of errors, which reveals the calls that led to an error.
Object.setPrototypeOf(Reflect.get(globalThis, "SuppressedError") as object, Object.getPrototypeOf(TypeError) as object);
harden(LEFT_OPEN.map((name) => Reflect.get(globalThis, name)));
// A plugin can import them. Frozen alone they would still take another stack: in V8 that is a setter.
harden([made, thrown, stacks]);
