import type { Verb, VerbInput } from "./contract.ts";
import type { Outcome } from "./outcome.ts";

type Answer = Outcome<unknown> | Promise<Outcome<unknown>>;

/** Gives what aborts when the loan is over. Making one costs more than most answers, so it is made when it is asked for. */
export type UntilOver = () => AbortSignal;

/** What is lent: for each verb somebody was granted, the function that does it. A verb without one is not granted. */
export type Lent = { readonly [V in Verb]?: (input: VerbInput<V>, untilOver: UntilOver) => Answer };
