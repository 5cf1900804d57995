/**
 * Runs before anything else in an isolate: what modules share, nobody can change afterwards. No authority rests on
 * it, because a plugin owns its isolate anyway; it keeps one call from altering what the next call finds, and the
 * lease out of a plugin's hands.
 */
import "ses";

// "no-eval": the platform refuses to make code from text, and so do we while modules are evaluated, where it does not.
lockdown({
  evalTaming: "no-eval",
  errorTaming: "safe",
  consoleTaming: "unsafe",
  overrideTaming: "severe",
  domainTaming: "unsafe",
  reporting: "none",
});
