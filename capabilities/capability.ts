import type { Verb, VerbInput } from "./contract.ts";
import type { VerbOutcome } from "./outcome.ts";

type Answer = VerbOutcome<unknown> | Promise<VerbOutcome<unknown>>;

/** Gives what aborts when the loan is over. Making one costs more than most answers, so it is made when it is asked for. */
export type UntilOver = () => AbortSignal;

/** A lease's functions, one for each granted verb. A verb without one is not granted. */
export type GrantedVerbs = { readonly [V in Verb]?: (input: VerbInput<V>, untilOver: UntilOver) => Answer };
