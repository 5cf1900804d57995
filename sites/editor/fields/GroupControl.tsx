import type { JSX } from "preact";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { encodePointer } from "../../../manifests/refusals/pointer.ts";
import type { ControlProps } from "./control.ts";
import { Members } from "./Members.tsx";
import { isRequired, withMember } from "./values.ts";

/** The fields of an object. */
export const GroupControl = ({ schema, pointer, value, onChange, context }: ControlProps): JSX.Element => (
  <div class="group">
    <Members
      schema={schema}
      values={isObject(value) ? value : {}}
      draw={(name, child) => (
        <context.Field
          key={name}
          schema={child}
          pointer={pointer + encodePointer([name])}
          value={isObject(value) ? value[name] : undefined}
          isRequired={isRequired(schema, name)}
          onChange={(member) => onChange(withMember(value, name, member))}
          context={context}
        />
      )}
    />
  </div>
);
