import type { Verb, VerbInput } from "./contract.ts";
import type { VerbOutcome } from "./outcome.ts";

type Answer = VerbOutcome<unknown> | Promise<VerbOutcome<unknown>>;

/**
 * Answers a signal that aborts when the loan ends. A function, because making a signal costs more than most answers.
 */
export type EndSignal = () => AbortSignal;

/** A lease's functions, one for each granted verb. A verb without a function is not granted. */
export type GrantedVerbs = { readonly [V in Verb]?: (input: VerbInput<V>, endSignal: EndSignal) => Answer };
