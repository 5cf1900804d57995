import type { ComponentChildren, JSX } from "preact";
import { CONTROLS } from "./controls.ts";
import { type FieldProps, controlId } from "./control.ts";
import { issueWords, issuesAt } from "./faults.ts";
import { type Kind, kindOf } from "./kinds.ts";
import { valueTitle } from "./values.ts";

/** Types of values that have several controls, each with its own label. */
const GROUPS: ReadonlySet<unknown> = new Set(["object", "array"]);
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
  const notice = noticeOf(props);
  const describedBy = [help && `${id}-help`, notice && `${id}-fault`].filter(Boolean).join(" ") || undefined;
  const name = (
    <>
      {label}
      {isRequired && <small class="note"> {context.words.required}</small>}
    </>
  );
  return (
    <Named {...{ kind, id, name, describedBy, pointer }} isGroup={GROUPS.has(schema["type"])}>
      {help && (
        <p class="note" id={`${id}-help`}>
          {help}
        </p>
      )}
      <Control {...props} {...{ label, id, describedBy }} isInvalid={issues.length > 0} />
      {notice && (
        <p class={notice.look} id={`${id}-fault`}>
          {notice.text}
        </p>
      )}
    </Named>
  );
}

/** Faults of the value; or the gap that visitors find, where the site takes an empty text that is asked for. */
function noticeOf({ pointer, isRequired, value, context: { issues, words } }: FieldProps) {
  const found = issuesAt(issues, pointer);
  if (found.length > 0) return { look: "fault", text: found.map((issue) => issueWords(words, issue)).join(" ") };
  const isGap = isRequired && typeof value === "string" && value.trim() === "";
  return isGap ? { look: "gap", text: words.blank } : undefined;
}

interface NamedProps {
  readonly kind: Kind;
  readonly isGroup: boolean;
  readonly id: string;
  readonly name: JSX.Element;
  readonly describedBy: string | undefined;
  readonly pointer: string;
  readonly children: ComponentChildren;
}

function Named({ kind, isGroup, id, name, describedBy, pointer, children }: NamedProps): JSX.Element {
  if (isGroup) {
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
