/**
 * The refusals of capability verbs. A refusal is an answer and not an exception, because an exception would carry our
 * messages and stack. The plugin gets a code and one sentence.
 */
export const DENIALS = {
  not_granted: "No owner has granted this capability.",
  invalid: "The call does not have the documented shape.",
  too_large: "The input or answer of this call is too large.",
  spent: "This call has used up its limits.",
  busy: "Too many calls at once.",
  over: "The plugin call that this request belonged to has ended.",
  quota: "The plugin's storage is full.",
  full: "Too many letters of this plugin wait already.",
  stale: "Another change came first. Read the current version and try again.",
  conflict: "This conflicts with the stored data.",
  refused: "This address may not be called.",
  unreachable: "The address did not answer.",
  too_slow: "The address did not answer in time.",
  unavailable: "This deployment does not offer this capability.",
  internal: "Something broke on our side.",
} as const;

export type DenialCode = keyof typeof DENIALS;

export interface Denied {
  readonly ok: false;
  readonly code: DenialCode;
  readonly message: string;
}

/**
 * The outcome of a capability verb. It is no `Result`: plugin code reads it as JSON, and its shape is promised to authors.
 */
export type VerbOutcome<T> = { readonly ok: true; readonly value: T } | Denied;

export const given = <T>(value: T): VerbOutcome<T> => ({ ok: true, value });

export const denied = (code: DenialCode, detail = ""): Denied => ({
  ok: false,
  code,
  message: detail === "" ? DENIALS[code] : `${DENIALS[code]} ${detail}`,
});

/** Serialises an outcome for the plugin. */
export const outcomeJson = (outcome: VerbOutcome<unknown>): string =>
  JSON.stringify(outcome.ok ? { value: outcome.value } : { error: { code: outcome.code, message: outcome.message } });
