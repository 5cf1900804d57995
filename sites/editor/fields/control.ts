import type { ComponentType } from "preact";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { FieldWords } from "../../shared/editor/words/en/fields.ts";
import type { ScriptWords } from "../../shared/editor/words/en/script.ts";
import type { FieldServices } from "../api/fieldServices.ts";

/** A field of a form: a control with its name, help and faults. */
export interface FieldProps {
  readonly schema: JsonSchema;
  readonly pointer: string;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly onChange: (value: unknown) => void;
  readonly context: FormContext;
  /** In place of the schema's title. */
  readonly label?: string;
}

/** The context that every control of a form shares. */
export interface FormContext {
  readonly services: FieldServices;
  readonly words: FieldWords;
  /** Words for what the site refuses. */
  readonly refusals: ScriptWords;
  /** Begins the ids of this form's elements. */
  readonly prefix: string;
  readonly issues: readonly Issue[];
  /** Says something to people who do not see the form. */
  readonly announce: (text: string) => void;
  /** Draws the fields in a field. */
  readonly Field: ComponentType<FieldProps>;
}

export interface ControlProps {
  readonly schema: JsonSchema;
  /** The pointer to the value in the values of the form. */
  readonly pointer: string;
  readonly label: string;
  readonly value: unknown;
  readonly isRequired: boolean;
  /** Undefined takes the value away. */
  readonly onChange: (value: unknown) => void;
  readonly context: FormContext;
  /** For the control that people write in. */
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

export const controlId = (prefix: string, pointer: string): string =>
  prefix + pointer.replaceAll(/[^A-Za-z0-9_-]/g, "-");

export const describedControl = ({ id, describedBy, isInvalid, isRequired }: ControlProps) => ({
  id,
  "aria-describedby": describedBy,
  "aria-invalid": isInvalid ? ("true" as const) : undefined,
  "aria-required": isRequired ? ("true" as const) : undefined,
});
