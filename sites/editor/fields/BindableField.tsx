import type { JSX } from "preact";
import { bindingTo, boundName, fitsInto } from "../../../manifests/fields/binding.ts";
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { say } from "../../words/shape/say.ts";
import { Field } from "./Field.tsx";
import { type FieldProps, controlId } from "./control.ts";
import { issuesAt, issueWords } from "./faults.ts";
import { propertiesOf, valueTitle } from "./values.ts";

interface Props extends FieldProps {
  /** The schema of the entry's values. Absent on a page that is no entry. */
  readonly entry: JsonSchema | undefined;
}

/** A field whose value may be one of the entry. On a page that is no entry, and without a fitting value, a plain field. */
export function BindableField({ entry, ...props }: Props): JSX.Element {
  const bound = boundName(props.value);
  const values = entry ? propertiesOf(expandSchema(entry)).filter(([, value]) => fitsInto(value, props.schema)) : [];
  if (values.length === 0 && bound === undefined) return <Field {...props} />;
  return (
    <>
      {bound === undefined && <Field {...props} />}
      <Source {...props} bound={bound} values={values} />
    </>
  );
}

interface SourceProps extends FieldProps {
  readonly bound: string | undefined;
  readonly values: readonly (readonly [string, JsonSchema])[];
}

/** The choice between a value of the field's own and those of the entry. A value that is gone stays in the list. */
function Source({ schema, pointer, context, onChange, bound, values }: SourceProps): JSX.Element {
  const { words, prefix, issues } = context;
  const id = `${controlId(prefix, pointer)}-source`;
  const isGone = bound !== undefined && !values.some(([name]) => name === bound);
  const faults = bound === undefined ? [] : issuesAt(issues, pointer);
  return (
    <div class="field is-source" data-at={bound === undefined ? undefined : pointer}>
      <label for={id}>{say(words.binding.label, { title: valueTitle(schema) })}</label>
      <select
        id={id}
        value={bound ?? ""}
        aria-invalid={faults.length > 0 ? "true" : undefined}
        onChange={({ currentTarget: { value } }) => onChange(value === "" ? undefined : bindingTo(value))}
      >
        <option value="">{words.binding.own}</option>
        {values.map(([name, value]) => (
          <option key={name} value={name}>
            {say(words.binding.value, { title: valueTitle(value, name) })}
          </option>
        ))}
        {isGone && <option value={bound}>{bound}</option>}
      </select>
      {faults.length > 0 && <p class="fault">{faults.map((issue) => issueWords(words, issue)).join(" ")}</p>}
    </div>
  );
}
