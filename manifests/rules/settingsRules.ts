/**
 * Secrets among settings: properties marked `"writeOnly": true`. They are sealed one by one under their names, so they
 * are texts at the top of a plugin's settings and nowhere else. A default would be a secret that everybody knows.
 */
import { FILE_TYPE } from "../fields/fieldTypes.ts";
import { encodePointer } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import { isObject } from "../json/jsonObject.ts";
import type { JsonSchema } from "../shapes/shape.ts";

const MARK = "writeOnly";

const propertiesOf = (schema: JsonSchema): [string, JsonSchema][] =>
  Object.entries(isObject(schema["properties"]) ? schema["properties"] : {}).filter(
    (entry): entry is [string, JsonSchema] => isObject(entry[1]),
  );

/** Names of the settings that are secrets. */
export const secretNames = (schema: JsonSchema): string[] =>
  propertiesOf(schema)
    .filter(([, property]) => property[MARK] === true)
    .map(([name]) => name);

/** Yields every schema inside a schema with its path. A property may have the mark's name, so only schemas count. */
function* schemasIn(schema: JsonSchema, path: readonly string[] = []): Generator<[JsonSchema, readonly string[]]> {
  yield [schema, path];
  if (isObject(schema["items"])) yield* schemasIn(schema["items"], [...path, "items"]);
  for (const keyword of ["properties", "$defs"]) {
    for (const [name, child] of Object.entries(schema[keyword] ?? {}))
      if (isObject(child)) yield* schemasIn(child, [...path, keyword, name]);
  }
}

const marks = (schema: JsonSchema): string[][] =>
  [...schemasIn(schema)].filter(([node]) => Object.hasOwn(node, MARK)).map(([, path]) => [...path, MARK]);

const isOfProperty = (path: readonly string[]): boolean => path.length === 3 && path[0] === "properties";

/** Lists misplaced marks in a schema of settings. */
export function secretIssues(schema: JsonSchema): Issue[] {
  const misplaced = marks(schema)
    .filter((path) => !isOfProperty(path))
    .map((path) => ({
      pointer: encodePointer(path),
      found: `${MARK} inside a value`,
      allowed: `${MARK} beside the type of a setting`,
    }));
  const known = propertiesOf(schema)
    .filter(([, property]) => property[MARK] === true && "default" in property)
    .map(([name]) => ({
      pointer: encodePointer(["properties", name, "default"]),
      found: "a default for a secret",
      allowed: "no default here",
    }));
  return [...misplaced, ...known, ...fileIssues(schema)];
}

/** Only visitors send files, so no other schema may have a file field. */
const fileIssues = (schema: JsonSchema): Issue[] =>
  [...schemasIn(schema)]
    .filter(([node]) => node["$ref"] === FILE_TYPE)
    .map(([, path]) => ({
      pointer: encodePointer([...path, "$ref"]),
      found: FILE_TYPE,
      allowed: `${FILE_TYPE} in the fields of a form only`,
    }));

/** Outside of settings, a mark would promise something that nothing keeps. */
export const markIssues = (schema: JsonSchema): Issue[] => [...secretMarkIssues(schema), ...fileIssues(schema)];

export const secretMarkIssues = (schema: JsonSchema): Issue[] =>
  marks(schema).map((path) => ({
    pointer: encodePointer(path),
    found: MARK,
    allowed: `${MARK} in the settings of a plugin only`,
  }));
