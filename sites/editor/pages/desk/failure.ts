import type { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Fields } from "./sent.ts";

/** A refused form with its input, which is shown again with the refusal. */
export interface FormFailure {
  /** The name of the form. */
  readonly form: string;
  readonly refusal: Refusal;
  readonly typed: Fields;
}
