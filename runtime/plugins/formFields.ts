import { expandSchema } from "../../manifests/fieldSchema.ts";
import type { JsonSchema } from "../../manifests/shape.ts";

/** Names and values of a form in the order they were sent. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/** What the text of a field stands for. Text that stands for nothing is left as it is, for the schema to refuse. */
const READ: Readonly<Record<string, (text: string) => unknown>> = {
  integer: (text) => (/^-?(?:0|[1-9][0-9]{0,14})$/.test(text) ? Number(text) : text),
  number: (text) => (/^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === "true" || text === "on" ? true : text === "false" ? false : text),
};

const memberOf = (schema: unknown, name: string): unknown =>
  typeof schema === "object" && schema !== null && Object.hasOwn(schema, name) ? (schema as JsonSchema)[name] : undefined;

function readAs(schema: unknown, text: string): unknown {
  const type = memberOf(schema, "type");
  const read = typeof type === "string" && Object.hasOwn(READ, type) ? READ[type] : undefined;
  return read ? read(text) : text;
}

/** A field that is sent several times is a list where the schema has one, and a mistake where it has not. */
function valueOf(schema: unknown, texts: readonly string[]): unknown {
  if (memberOf(schema, "type") === "array") return texts.map((text) => readAs(memberOf(schema, "items"), text));
  return texts.length === 1 ? readAs(schema, texts[0] ?? "") : texts;
}

/**
 * The value a form stands for. Forms know text only, so numbers and the like are read as the schema has them; an empty
 * field that may be left out has been left out.
 */
export function fromForm(input: JsonSchema, fields: FormFields): Record<string, unknown> {
  const { properties, required = [] } = expandSchema(input) as { properties?: JsonSchema; required?: readonly string[] };
  const byName = Map.groupBy(fields, ([name]) => name);
  const given = [...byName].filter(([name, values]) => required.includes(name) || values.some(([, text]) => text !== ""));
  return Object.fromEntries(given.map(([name, values]) => [name, valueOf(memberOf(properties, name), values.map(([, text]) => text))]));
}
