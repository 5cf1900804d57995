/**
 * The outcome of an operation that may be refused. Expected refusals are returned with their evidence; only broken
 * invariants are thrown.
 */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const accepted = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const refused = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });
