/** The columns of a list of entries: the values that the type indexes. */
import { expandSchema } from "../../../../manifests/fields/fieldSchema.ts";
import { type IndexedField, indexedFields } from "../../../../manifests/fields/indexed.ts";
import { isObject } from "../../../../manifests/json/jsonObject.ts";
import type { JsonSchema } from "../../../../manifests/shapes/shape.ts";
import type { CatalogueView } from "../../../../runtime/editing/views.ts";

type TypeView = CatalogueView["contentTypes"][number];

/** A value of a field with choices, and its words. */
type ValueChoice = readonly [value: string, words: string];

export interface Column extends IndexedField {
  readonly name: string;
  readonly title: string;
  /** The choices of a field that has some. Empty for others. */
  readonly choices: readonly ValueChoice[];
  /** The type of the pages that the field refers to. Null for any page, and for other fields. */
  readonly of: string | null;
}

export interface ListedType extends TypeView {
  readonly columns: readonly Column[];
  /** False if the plugin of the type is not active. */
  readonly isActive: boolean;
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

function choicesOf(schema: JsonSchema): ValueChoice[] {
  const { enum: plain, oneOf } = schema;
  if (Array.isArray(plain)) return plain.map((value) => [String(value), String(value)]);
  if (!Array.isArray(oneOf)) return [];
  return oneOf
    .filter((one) => isObject(one) && "const" in one)
    .map((one: JsonSchema) => [String(one["const"]), textOf(one["title"]) ?? String(one["const"])]);
}

/** The indexed fields of a type in their order, as lists show them. */
export function listedColumns({ fields, index, emptyAs }: Pick<TypeView, "fields" | "index" | "emptyAs">): Column[] {
  const properties = (expandSchema(fields)["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return [...indexedFields({ fields, index, emptyAs })].map(([name, field]) => {
    const schema = properties[name] ?? {};
    const items = schema["items"];
    return {
      ...field,
      name,
      title: textOf(schema["title"]) ?? name,
      choices: choicesOf(isObject(items) ? items : schema),
      of: field.kind === "page" ? textOf(schema["of"]) : null,
    };
  });
}
