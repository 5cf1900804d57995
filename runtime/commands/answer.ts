import { type Refused, Refusal } from "../../manifests/refusals/refusal.ts";

/**
 * The answer of a call across a worker boundary. Expected refusals are values. An Error thrown over RPC loses its
 * `code` and `detail`, and a plugin could forge them by throwing. The boundary does not use `Result`: RPC copies an
 * answer member by member, so a refusal is plain code and detail, not a class instance.
 */
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refused };

export const acceptedAnswer = <T>(value: T): Answer<T> => ({ ok: true, value });

export const refusedAnswer = (refusal: Refusal): Answer<never> => ({
  ok: false,
  refusal: { code: refusal.code, detail: refusal.detail },
});

/** Turns a thrown Refusal into an answer. Any other error is a broken invariant and is rethrown. */
export async function answering<T>(action: () => T | Promise<T>): Promise<Answer<T>> {
  try {
    return acceptedAnswer(await action());
  } catch (error) {
    if (error instanceof Refusal) return refusedAnswer(error);
    throw error;
  }
}

/** Returns the value, or throws the refusal on this side of the boundary. */
export function expectValue<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  throw Refusal.again(answer.refusal);
}
