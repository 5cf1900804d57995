import { expandSchema } from "../../manifests/fields/fieldSchema.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";

/** Names and values of a form in the order they were sent. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/**
 * Reads a field's text by the type in its schema. Text of another form stays as it is, so that the schema refuses it.
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

/** Reads one field. A field that is sent several times is a list if the schema has one, and a mistake otherwise. */
function valueOf(schema: unknown, texts: readonly string[]): unknown {
  if (memberOf(schema, "type") === "array") return texts.map((text) => readAs(memberOf(schema, "items"), text));
  return texts.length === 1 ? readAs(schema, texts[0] ?? "") : texts;
}

/**
 * Reads a form as a value. Forms contain only text, so the schema decides which texts are numbers or booleans. An empty
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
