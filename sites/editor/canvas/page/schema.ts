/** Reads the schemas of section types, which contain references to shared types. */
import { isOfType } from "../../../../manifests/fields/fieldTypes.ts";
import { isObject } from "../../../../manifests/json/jsonObject.ts";
import { decodePointer } from "../../../../manifests/refusals/pointer.ts";

type Schema = Readonly<Record<string, unknown>>;

const asSchema = (value: unknown): Schema | undefined => (isObject(value) ? value : undefined);

function resolved(root: Schema, node: Schema | undefined): Schema | undefined {
  const reference = node?.["$ref"];
  if (typeof reference !== "string" || !reference.startsWith("#/$defs/")) return node;
  const definitions = asSchema(root["$defs"]);
  const target = asSchema(definitions?.[reference.slice("#/$defs/".length)]);
  const { $ref: _definition, ...beside } = node ?? {};
  return target && { ...target, ...beside };
}

/** The properties of a schema. */
export function membersOf(root: Schema, node: Schema = root): readonly (readonly [name: string, schema: Schema])[] {
  return Object.entries(asSchema(node["properties"]) ?? {}).flatMap(([name, child]) => {
    const schema = resolved(root, asSchema(child));
    return schema ? [[name, schema] as const] : [];
  });
}

/** The schema at a pointer into the fields. */
export function schemaAt(root: Schema, pointer: string): Schema | undefined {
  return decodePointer(pointer).reduce<Schema | undefined>((node, part) => {
    const inner = node && resolved(root, node);
    if (!inner) return undefined;
    if (asSchema(inner["items"])) return resolved(root, asSchema(inner["items"]));
    return resolved(root, asSchema(asSchema(inner["properties"])?.[String(part)]));
  }, root);
}

export const fieldTitle = (schema: Schema | undefined, otherwise: string): string =>
  typeof schema?.["title"] === "string" ? schema["title"] : otherwise;

/** Tells whether a text is written as Markdown; in every other one, its signs are words of the member. */
export const isMarkdown = (schema: Schema): boolean => isOfType(schema, "drawbridge:markdown");
