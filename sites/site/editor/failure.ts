import type { Refusal } from "../../../manifests/refusal.ts";
import type { Fields } from "./sent.ts";

export const FORMS = ["upload", "publish", "describe", "place", "remove"] as const;
export type FormName = (typeof FORMS)[number];

/** A form that was refused, with what stood in it: it is shown again as it was, with the refusal in its place. */
export interface Failure {
  readonly form: FormName;
  readonly refusal: Refusal;
  readonly typed: Fields;
}
