import type { ComponentChild, JSX } from "preact";
import { isShown } from "../../../manifests/fields/presentation.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { propertiesOf } from "./values.ts";

interface Props {
  readonly schema: JsonSchema;
  readonly values: JsonSchema;
  readonly draw: (name: string, schema: JsonSchema) => ComponentChild;
}

const groupOf = ({ group }: JsonSchema): string => (typeof group === "string" ? group : "");

/** The fields of an object whose condition is met. Fields of one group are below its name. */
export function Members({ schema, values, draw }: Props): JSX.Element {
  const shown = propertiesOf(schema).filter(([, child]) => isShown(schema, child, values));
  const groups = [...Map.groupBy(shown, ([, child]) => groupOf(child))];
  const drawn = (members: typeof shown): ComponentChild[] => members.map(([name, child]) => draw(name, child));
  return (
    <>
      {groups.map(([group, members]) =>
        group === "" ? (
          drawn(members)
        ) : (
          <details key={group} class="field-group">
            <summary>
              <bdi>{group}</bdi>
            </summary>
            <div class="group">{drawn(members)}</div>
          </details>
        ),
      )}
    </>
  );
}
