/** The value of a field `drawbridge:entries`: the entries of a list as a member chose them. Validation has checked it. */
import { isObject } from "../json/jsonObject.ts";
import type { Comparison } from "../shapes/comparison.ts";

/** A condition, with its value written as text. */
export interface ChosenCondition {
  readonly field: string;
  readonly is: Comparison;
  readonly value: string;
}

/** A value of each entry that the list shows. */
export interface ShownChoice {
  readonly field: string;
  /** False hides the field's title. */
  readonly label?: boolean;
  /** The form of a date or number. */
  readonly as?: string;
}

export interface ChosenEntries {
  readonly type: string;
  readonly where?: readonly ChosenCondition[];
  readonly order?: string;
  readonly show?: readonly ShownChoice[];
}

/** True for a choice. Without a type, nothing is chosen. */
export const isChosenEntries = (value: unknown): value is ChosenEntries =>
  isObject(value) && typeof value["type"] === "string" && value["type"] !== "";
