import type { Verb, VerbInput } from "./contract.ts";
import type { Outcome } from "./outcome.ts";

type Answer = Outcome<unknown> | Promise<Outcome<unknown>>;

/** What is lent: for each verb somebody was granted, the function that does it. A verb without one is not granted. */
export type Lent = { readonly [V in Verb]?: (input: VerbInput<V>, signal: AbortSignal) => Answer };
