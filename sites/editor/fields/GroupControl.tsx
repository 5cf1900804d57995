import type { JSX } from "preact";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { encodePointer } from "../../../manifests/refusals/pointer.ts";
import type { ControlProps } from "./control.ts";
import { Members } from "./Members.tsx";
import { kindOf } from "./kinds.ts";
import { isRequired, withMember } from "./values.ts";

const isEmpty = (value: unknown): boolean =>
  value === undefined || (isObject(value) && Object.values(value).every((member) => member === ""));

/** The fields of an object. In an optional object, nothing is required while all of it is empty. */
export function GroupControl({
  schema,
  pointer,
  value,
  isRequired: isWanted,
  onChange,
  context,
}: ControlProps): JSX.Element {
  const values = isObject(value) ? value : {};
  const { action }: { readonly action: Readonly<Record<string, string>> } = context.words;
  const isBegun = isWanted || !isEmpty(value);
  return (
    <div class="group">
      <Members
        schema={schema}
        values={values}
        draw={(name, child) => (
          <context.Field
            key={name}
            schema={child}
            label={kindOf(schema) === "action" ? action[name] : undefined}
            pointer={pointer + encodePointer([name])}
            value={values[name]}
            isRequired={isBegun && isRequired(schema, name)}
            onChange={(member) => {
              const next = withMember(value, name, member);
              onChange(isWanted || !isEmpty(next) ? next : undefined);
            }}
            context={context}
          />
        )}
      />
    </div>
  );
}
