import type { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Fields } from "./sent.ts";

export type FormName =
  | "upload"
  | "publish"
  | "describe"
  | "place"
  | "remove"
  | "mark"
  | "delete"
  | "accept"
  | "reject"
  | "search";

/** A form that was refused, with what stood in it: it is shown again as it was, with the refusal in its place. */
export interface Failure {
  readonly form: FormName;
  readonly refusal: Refusal;
  readonly typed: Fields;
}
