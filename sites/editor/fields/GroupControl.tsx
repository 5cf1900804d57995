import type { JSX } from "preact";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { encodePointer } from "../../../manifests/refusals/pointer.ts";
import type { ControlProps } from "./control.ts";
import { isRequired, propertiesOf, withMember } from "./values.ts";

/** The fields of an object. */
export const GroupControl = ({ schema, pointer, value, onChange, context }: ControlProps): JSX.Element => (
  <div class="group">
    {propertiesOf(schema).map(([name, child]) => (
      <context.Field
        key={name}
        schema={child}
        pointer={pointer + encodePointer([name])}
        value={isObject(value) ? value[name] : undefined}
        isRequired={isRequired(schema, name)}
        onChange={(member) => onChange(withMember(value, name, member))}
        context={context}
      />
    ))}
  </div>
);
