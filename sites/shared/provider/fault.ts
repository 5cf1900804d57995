/** Reasons why a request to the provider's API brought no usable answer. */
export type FaultKind =
  /** The API says that there is no such thing. */
  | "absent"
  /** The credential is not good, or not for this. */
  | "denied"
  /** Too many requests, even after waiting. */
  | "limited"
  /** The API says no for another reason. */
  | "refused"
  /** No connection, no answer in time, or a failure on the other side. */
  | "unreachable"
  /** An answer no API of this kind gives: another shape, another resource, a redirect, a body without end. */
  | "untrue";

export interface ProviderFault {
  readonly kind: FaultKind;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** The API's own codes, such as 10007. Their texts are other people's words and stay out. */
  readonly codes: readonly number[];
  /** An explanation for people, without any part of the answer. */
  readonly says: string;
}
