/** Reasons why a request to the provider has no usable answer. */
export type FaultKind =
  /** The API answered that the resource does not exist. */
  | "absent"
  /** The credential is invalid, or lacks a permission. */
  | "denied"
  /** Too many requests, even after a wait. */
  | "limited"
  /** The API refused for another reason. */
  | "refused"
  /** No connection, no answer in time, or an error of the API's server. */
  | "unreachable"
  /** An invalid answer: another shape, another resource, a redirect, or an endless body. */
  | "untrue";

export interface ProviderFault {
  readonly kind: FaultKind;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** The API's own codes, such as 10007. Their texts are not kept. */
  readonly codes: readonly number[];
  /** An explanation in our words, without any part of the answer. */
  readonly says: string;
}
