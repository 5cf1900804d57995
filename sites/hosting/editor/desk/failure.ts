import type { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Fields } from "./sent.ts";

/** A form that was refused, with what stood in it: it is shown again as it was, with the refusal in its place. */
export interface FormFailure {
  /** Name of its form. */
  readonly form: string;
  readonly refusal: Refusal;
  readonly typed: Fields;
}
