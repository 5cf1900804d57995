/** A form made from the schema of a section type's fields. */
import "./fields.css";
import type { JSX } from "preact";
import { useId, useMemo, useRef, useState } from "preact/hooks";
import { withoutBound } from "../../../manifests/fields/binding.ts";
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { decodePointer, encodePointer } from "../../../manifests/refusals/pointer.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { FIELDS, SCRIPT } from "../document/words.ts";
import type { FieldWords } from "../../words/en/fields.ts";
import { BindableField } from "./BindableField.tsx";
import { Field } from "./Field.tsx";
import { KeptValue } from "./KeptValue.tsx";
import { issuesWords } from "./faults.ts";
import type { FieldServices } from "../api/fieldServices.ts";
import { Members } from "./Members.tsx";
import { isRequired } from "./values.ts";

export interface FieldFormProps {
  /** The schema as the catalogue has it, with references. */
  readonly schema: JsonSchema;
  readonly values: JsonSchema;
  /** The schema of an entry's values that fields can be bound to. */
  readonly entry?: JsonSchema | undefined;
  /** The server's issues, each with a pointer into the values. */
  readonly issues: readonly Issue[];
  /** Reports a new value of a field; undefined removes the field. */
  readonly onChange: (name: string, value: unknown) => void;
  readonly services: FieldServices;
  readonly words?: FieldWords;
  /** The address of the page that keeps the shared values of this one. */
  readonly keptAt?: string | undefined;
}

export function FieldForm(props: FieldFormProps): JSX.Element {
  const { schema, values, entry, issues, onChange, services, words = FIELDS, keptAt } = props;
  const prefix = useId();
  const [announced, announce] = useState("");
  /** Names of the fields that lost the focus. A missing value is reported only there. */
  const left = useRef(new Set<string>());
  const [, redraw] = useState(0);
  const expanded = useMemo(() => expandSchema(schema), [schema]);
  const ours = withoutBound(issuesWords(schema, values), values).filter(({ pointer }) =>
    left.current.has(topOf(pointer)),
  );
  const all = [...new Map([...issues, ...ours].map((issue) => [`${issue.pointer}\n${issue.allowed}`, issue])).values()];
  const context = { services, words, refusals: SCRIPT, prefix, issues: all, announce, Field, Form: FieldForm };
  const drawn = (name: string, child: JsonSchema): JSX.Element => {
    const field = {
      schema: child,
      pointer: encodePointer([name]),
      value: values[name] ?? child["default"],
      isRequired: isRequired(expanded, name),
      onChange: (value: unknown) => onChange(name, value),
      context,
    };
    return keptAt !== undefined && child["shared"] === true ? (
      <KeptValue {...field} at={keptAt} />
    ) : (
      <BindableField {...field} entry={entry} />
    );
  };
  return (
    <div class="fields">
      <Members
        schema={expanded}
        values={values}
        draw={(name, child) => (
          <div
            key={name}
            data-field={name}
            onFocusOut={() => {
              if (left.current.has(name)) return;
              left.current.add(name);
              redraw((count) => count + 1);
            }}
          >
            {drawn(name, child)}
          </div>
        )}
      />
      <p class="unseen" role="status">
        {announced}
      </p>
    </div>
  );
}

const topOf = (pointer: string): string => decodePointer(pointer)[0] ?? "";
