/** The values that a member chose for a list, as the fields of the type that has them now. */
import type { ShownChoice } from "../../../manifests/fields/chosenEntries.ts";
import { currencyField } from "../../../manifests/fields/currency.ts";
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { shownFormOf, type ShownForm } from "../../../manifests/fields/shownForms.ts";
import type { ContentType } from "../../../manifests/manifest/contentType.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";

/** A field that a list shows. */
export interface ShownField {
  readonly name: string;
  readonly title: string;
  /** The schema with every reference replaced. */
  readonly schema: JsonSchema;
  readonly hasLabel: boolean;
  readonly form: ShownForm | undefined;
}

type NamedFields = Pick<ContentType, "fields" | "renamed">;

/** The present name of a field, which may have had another one when a member chose it. */
export const presentName = ({ renamed = {} }: Pick<ContentType, "renamed">, name: string): string =>
  Object.hasOwn(renamed, name) ? (renamed[name] ?? name) : name;

export const schemasByName = (fields: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  (expandSchema(fields)["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;

/** The chosen fields, each once and in the chosen order. A field that left the type is left out. */
export function shownFields(chosen: readonly ShownChoice[] = [], type: NamedFields): readonly ShownField[] {
  const properties = schemasByName(type.fields);
  const found = chosen.flatMap(({ field, label = true, as }): [string, ShownField][] => {
    const name = presentName(type, field);
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!schema) return [];
    const title = String(schema["title"] ?? name);
    return [[name, { name, title, schema, hasLabel: label, form: shownFormOf(schema, as) }]];
  });
  return [...new Map(found.toReversed())].toReversed().map(([, field]) => field);
}

/** The names of all values that a list needs to show the chosen ones: an amount needs its currency. */
export function namesShown(chosen: readonly ShownChoice[] | undefined, type: NamedFields): string[] {
  const fields = shownFields(chosen, type);
  return [...new Set(fields.flatMap(({ name, schema }) => [name, currencyField(schema["currency"]) ?? name]))];
}
