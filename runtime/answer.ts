import type { RefusalCode, RefusalDetail } from "../manifests/refusal.ts";
import { Refusal } from "../manifests/refusal.ts";

/**
 * What a call across a worker boundary returns. Expected refusals are values: an Error thrown over
 * RPC loses its `code` and `detail`, and a thrown plugin error could forge them.
 */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: { readonly code: RefusalCode; readonly detail: RefusalDetail } };

export const accepted = <T>(value: T): Answer<T> => ({ ok: true, value });

export const refused = (refusal: Refusal): Answer<never> => ({
  ok: false,
  refusal: { code: refusal.code, detail: refusal.detail },
});

/** Turns a thrown Refusal into an answer; anything else is a broken invariant and keeps flying. */
export async function answering<T>(action: () => T | Promise<T>): Promise<Answer<T>> {
  try {
    return accepted(await action());
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

/** The value, or the refusal thrown again on this side of the boundary. */
export function expectValue<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  throw new Refusal(answer.refusal.code, answer.refusal.detail);
}
