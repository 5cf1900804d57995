/**
 * Runs first in an isolate and makes shared objects immutable. Security does not depend on it, because an isolate
 * serves one plugin alone. It stops one call from changing what the next call sees, and keeps the lease from the
 * plugin.
 */
import "./ses.ts";
import { made, stacks, thrown } from "./errors.ts";
import { letInherit } from "./inheriting.ts";

letInherit();

// "no-eval": the platform forbids code from text, except while modules are evaluated; this option forbids it there too.
// "unsafe" for locales: the safe option removes locale functions, so that every machine computes the same. Intl stays
// anyway, so their removal would gain nothing.
lockdown({
  evalTaming: "no-eval",
  errorTaming: "safe",
  consoleTaming: "unsafe",
  overrideTaming: "severe",
  domainTaming: "unsafe",
  localeTaming: "unsafe",
  reporting: "none",
});

/** Intrinsics that lockdown does not harden, because it does not know them or has no permit for them. */
const LEFT_OPEN = [
  "SuppressedError",
  "DisposableStack",
  "AsyncDisposableStack",
  "WeakRef",
  "FinalizationRegistry",
  "Atomics",
  "SharedArrayBuffer",
];

// `SuppressedError` inherits from the original `Error` constructor, which exposes stacks. The new prototype does not.
Object.setPrototypeOf(Reflect.get(globalThis, "SuppressedError") as object, Object.getPrototypeOf(TypeError) as object);
harden(LEFT_OPEN.map((name) => Reflect.get(globalThis, name)));
// A plugin can import these modules. `Object.freeze` is not enough for errors: in V8, `stack` is a setter that still
// works.
harden([made, thrown, stacks]);
