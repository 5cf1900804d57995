import type { ComponentType } from "preact";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { FieldWords } from "../../words/en/fields.ts";
import type { ScriptWords } from "../../words/en/script.ts";
import type { DirectiveForm } from "../pickers/DirectiveTools.tsx";
import type { FieldServices } from "../api/fieldServices.ts";

/** A field of a form: a control with its label, help and errors. */
export interface FieldProps {
  readonly schema: JsonSchema;
  readonly pointer: string;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly onChange: (value: unknown) => void;
  readonly context: FormContext;
  /** A label in place of the schema's title. */
  readonly label?: string | undefined;
}

/** The context that every control of a form shares. */
export interface FormContext {
  readonly services: FieldServices;
  readonly words: FieldWords;
  /** The texts for the site's refusals. */
  readonly refusals: ScriptWords;
  /** The prefix of this form's element ids. */
  readonly prefix: string;
  readonly issues: readonly Issue[];
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void;
  /** The component that draws a nested field. */
  readonly Field: ComponentType<FieldProps>;
  /** The form of a directive in a formatted text. */
  readonly Form: DirectiveForm;
}

export interface ControlProps {
  readonly schema: JsonSchema;
  /** The JSON pointer of the value in the form's values. */
  readonly pointer: string;
  readonly label: string;
  readonly value: unknown;
  readonly isRequired: boolean;
  /** Reports a new value; undefined removes it. */
  readonly onChange: (value: unknown) => void;
  readonly context: FormContext;
  /** The id of the control that takes input. */
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
