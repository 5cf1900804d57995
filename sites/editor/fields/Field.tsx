import type { ComponentChildren, JSX } from "preact";
import { CONTROLS } from "./controls.ts";
import type { FieldProps } from "./control.ts";
import { controlId } from "./control.ts";
import { issueWords, issuesAt } from "./faults.ts";
import type { Kind } from "./kinds.ts";
import { kindOf } from "./kinds.ts";
import { valueTitle } from "./values.ts";

/** Kinds of several controls, each with its own label. */
const GROUPS: ReadonlySet<Kind> = new Set(["group", "action", "list", "image", "sound", "film", "document"]);
/** Kinds whose control contains its label. */
const SELF_NAMED: ReadonlySet<Kind> = new Set(["boolean"]);

/** A field with its label, help and errors. A group of controls has a legend as its label. */
export function Field(props: FieldProps): JSX.Element | null {
  const { schema, pointer, isRequired, context, label = valueTitle(schema) } = props;
  const kind = kindOf(schema);
  if (kind === "fixed") return null;
  const Control = CONTROLS[kind];
  const id = controlId(context.prefix, pointer);
  const issues = issuesAt(context.issues, pointer);
  const help = String(schema["description"] ?? "");
  const isBlank = issues.length === 0 && isGap(props);
  const described = [help && `${id}-help`, isBlank && `${id}-blank`, issues.length > 0 && `${id}-fault`];
  const describedBy = described.filter(Boolean).join(" ") || undefined;
  const name = (
    <>
      {label}
      {isRequired && <small class="note"> {context.words.required}</small>}
    </>
  );
  return (
    <Named {...{ kind, id, name, describedBy, pointer }}>
      {help && (
        <p class="note" id={`${id}-help`}>
          {help}
        </p>
      )}
      <Control {...props} {...{ label, id, describedBy }} isInvalid={issues.length > 0} />
      {isBlank && (
        <p class="gap" id={`${id}-blank`}>
          {context.words.blank}
        </p>
      )}
      {issues.length > 0 && (
        <p class="fault" id={`${id}-fault`}>
          {issues.map((issue) => issueWords(context.words, issue)).join(" ")}
        </p>
      )}
    </Named>
  );
}

/** A text that is asked for and may be empty while somebody writes: the site takes it, and visitors find a gap. */
const isGap = ({ isRequired, value }: FieldProps): boolean =>
  isRequired && typeof value === "string" && value.trim() === "";

interface NamedProps {
  readonly kind: Kind;
  readonly id: string;
  readonly name: JSX.Element;
  readonly describedBy: string | undefined;
  readonly pointer: string;
  readonly children: ComponentChildren;
}

function Named({ kind, id, name, describedBy, pointer, children }: NamedProps): JSX.Element {
  if (GROUPS.has(kind)) {
    return (
      <fieldset class={`field is-${kind}`} data-at={pointer} aria-describedby={describedBy}>
        <legend>{name}</legend>
        {children}
      </fieldset>
    );
  }
  return (
    <div class={`field is-${kind}`} data-at={pointer}>
      {!SELF_NAMED.has(kind) && (
        <label id={`${id}-label`} for={id}>
          {name}
        </label>
      )}
      {children}
    </div>
  );
}
