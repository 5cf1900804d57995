import { expandSchema } from "../../manifests/fields/fieldSchema.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";

/** Names and values of a form, in the order in which they were sent. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/**
 * Converts a field's text by its schema's type. Text that does not convert stays text, so that the schema refuses it.
 */
const READ: Readonly<Record<string, (text: string) => unknown>> = {
  integer: (text) => (/^-?(?:0|[1-9][0-9]{0,14})$/.test(text) ? Number(text) : text),
  number: (text) => (/^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === "true" || text === "on" ? true : text === "false" ? false : text),
};

const memberOf = (schema: unknown, name: string): unknown =>
  typeof schema === "object" && schema !== null && Object.hasOwn(schema, name)
    ? (schema as JsonSchema)[name]
    : undefined;

function readAs(schema: unknown, text: string): unknown {
  const type = memberOf(schema, "type");
  const read = typeof type === "string" && Object.hasOwn(READ, type) ? READ[type] : undefined;
  return read ? read(text) : text;
}

/**
 * Converts one field. A field that was sent several times becomes a list, which the schema refuses unless it is an
 * array.
 */
function valueOf(schema: unknown, texts: readonly string[]): unknown {
  if (memberOf(schema, "type") === "array") return texts.map((text) => readAs(memberOf(schema, "items"), text));
  return texts.length === 1 ? readAs(schema, texts[0] ?? "") : texts;
}

/**
 * Converts a form to an object. Forms contain only text, so the schema decides what is a number or boolean. An empty
 * optional field counts as absent.
 */
export function fromForm(input: JsonSchema, fields: FormFields): Record<string, unknown> {
  const { properties, required = [] } = expandSchema(input) as {
    properties?: JsonSchema;
    required?: readonly string[];
  };
  const byName = Map.groupBy(fields, ([name]) => name);
  const given = [...byName].filter(
    ([name, values]) => required.includes(name) || values.some(([, text]) => text !== ""),
  );
  return Object.fromEntries(
    given.map(([name, values]) => [
      name,
      valueOf(
        memberOf(properties, name),
        values.map(([, text]) => text),
      ),
    ]),
  );
}
