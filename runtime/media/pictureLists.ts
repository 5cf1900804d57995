/** Which fields of a section type are lists of pictures, found in its schema. */
import { expandSchema } from "../../manifests/fieldSchema.ts";
import { fieldType } from "../../manifests/fieldTypes.ts";
import { isObject } from "../../manifests/jsonObject.ts";
import type { JsonSchema } from "../../manifests/shape.ts";

/** A field every entry of which is a picture or must have one. */
export interface PictureList {
  readonly field: string;
  readonly title: string;
  readonly most: number | null;
  /** Member of an entry that is the picture; null where the entry is the picture. */
  readonly picture: string | null;
  /** What else an entry has to have, with its author's defaults. */
  readonly entry: Readonly<Record<string, unknown>>;
}

const PICTURE = fieldType("drawbridge:image")?.["properties"];

/** A reference keeps the members of what it refers to. */
const isPicture = (schema: unknown): boolean => isObject(schema) && schema["properties"] === PICTURE;

const childrenOf = ({ properties }: JsonSchema): [string, JsonSchema][] =>
  isObject(properties) ? Object.entries(properties).filter((pair): pair is [string, JsonSchema] => isObject(pair[1])) : [];

export const pictureListsOf = (fields: JsonSchema): PictureList[] =>
  childrenOf(expandSchema(fields)).flatMap(([field, schema]) => {
    const entry = schema["type"] === "array" && isObject(schema["items"]) ? entryOf(schema["items"]) : undefined;
    if (!entry) return [];
    const { title, maxItems } = schema;
    return [{ field, title: String(title), most: typeof maxItems === "number" ? maxItems : null, ...entry }];
  });

/** Undefined where a picture alone makes no entry: it may be left out, or something is asked for that only a person knows. */
function entryOf(items: JsonSchema): Pick<PictureList, "picture" | "entry"> | undefined {
  if (isPicture(items)) return { picture: null, entry: {} };
  const needed = Array.isArray(items["required"]) ? items["required"] : [];
  const members = childrenOf(items).filter(([name]) => needed.includes(name));
  const [picture, ...more] = members.filter(([, schema]) => isPicture(schema));
  const others = members.filter(([, schema]) => !isPicture(schema));
  if (!picture || more.length > 0 || others.some(([, schema]) => !("default" in schema))) return undefined;
  return { picture: picture[0], entry: Object.fromEntries(others.map(([name, schema]) => [name, schema["default"]])) };
}
