/** Finds the fields of a section type that are lists of pictures, by the type's schema. */
import { expandSchema } from "../../manifests/fields/fieldSchema.ts";
import { isOfType } from "../../manifests/fields/fieldTypes.ts";
import { isObject } from "../../manifests/json/jsonObject.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";

/** A list field in which a picture alone can make an entry. */
export interface PictureList {
  readonly field: string;
  readonly title: string;
  readonly most: number | null;
  /** The entry's member with the picture. Null if the entry is the picture. */
  readonly picture: string | null;
  /** The entry's other required members, with their defaults. */
  readonly entry: Readonly<Record<string, unknown>>;
}

const isPicture = (schema: JsonSchema): boolean => isOfType(schema, "drawbridge:image");

const childrenOf = ({ properties }: JsonSchema): [string, JsonSchema][] =>
  isObject(properties)
    ? Object.entries(properties).filter((pair): pair is [string, JsonSchema] => isObject(pair[1]))
    : [];

export const pictureListsOf = (fields: JsonSchema): PictureList[] =>
  childrenOf(expandSchema(fields)).flatMap(([field, schema]) => {
    const entry = schema["type"] === "array" && isObject(schema["items"]) ? entryOf(schema["items"]) : undefined;
    if (!entry) return [];
    const { title, maxItems } = schema;
    return [{ field, title: String(title), most: typeof maxItems === "number" ? maxItems : null, ...entry }];
  });

/**
 * Describes an entry. Undefined if a picture alone cannot make one: the picture is optional, or another required member
 * has no default.
 */
function entryOf(items: JsonSchema): Pick<PictureList, "picture" | "entry"> | undefined {
  if (isPicture(items)) return { picture: null, entry: {} };
  const needed = Array.isArray(items["required"]) ? items["required"] : [];
  const members = childrenOf(items).filter(([name]) => needed.includes(name));
  const [picture, ...more] = members.filter(([, schema]) => isPicture(schema));
  const others = members.filter(([, schema]) => !isPicture(schema));
  if (!picture || more.length > 0 || others.some(([, schema]) => !("default" in schema))) return undefined;
  return { picture: picture[0], entry: Object.fromEntries(others.map(([name, schema]) => [name, schema["default"]])) };
}
