/**
 * Secret settings: properties with `"writeOnly": true`. Each is sealed under its name, so it must be a text at the top
 * level of a plugin's settings. It has no default, because every reader of the package would know it.
 */
import { FILE_TYPE } from "../fields/fieldTypes.ts";
import { encodePointer } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import { isObject } from "../json/jsonObject.ts";
import type { JsonSchema } from "../shapes/shape.ts";

const MARK = "writeOnly";
/** The mark of a field whose value lives once for all languages. */
const SHARED = "shared";

const propertiesOf = (schema: JsonSchema): [string, JsonSchema][] =>
  Object.entries(isObject(schema["properties"]) ? schema["properties"] : {}).filter(
    (entry): entry is [string, JsonSchema] => isObject(entry[1]),
  );

export const secretNames = (schema: JsonSchema): string[] =>
  propertiesOf(schema)
    .filter(([, property]) => property[MARK] === true)
    .map(([name]) => name);

/** Names of the fields whose values all translations of an entry share. */
export const sharedNames = (schema: JsonSchema): string[] =>
  propertiesOf(schema)
    .filter(([, property]) => property[SHARED] === true)
    .map(([name]) => name);

/**
 * Yields every schema inside a schema, with its path. A property may be named like the mark, so only schemas are
 * searched.
 */
function* schemasIn(schema: JsonSchema, path: readonly string[] = []): Generator<[JsonSchema, readonly string[]]> {
  yield [schema, path];
  if (isObject(schema["items"])) yield* schemasIn(schema["items"], [...path, "items"]);
  for (const keyword of ["properties", "$defs"]) {
    for (const [name, child] of Object.entries(schema[keyword] ?? {}))
      if (isObject(child)) yield* schemasIn(child, [...path, keyword, name]);
  }
}

const marks = (schema: JsonSchema, mark = MARK): string[][] =>
  [...schemasIn(schema)].filter(([node]) => Object.hasOwn(node, mark)).map(([, path]) => [...path, mark]);

const isOfProperty = (path: readonly string[]): boolean => path.length === 3 && path[0] === "properties";

/** Lists marks of secrets in places where they have no effect. */
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
  return [...misplaced, ...known, ...fileIssues(schema), ...sharedMarkIssues(schema)];
}

/** Only forms may have a file field, because only visitors send files. */
const fileIssues = (schema: JsonSchema): Issue[] =>
  [...schemasIn(schema)]
    .filter(([node]) => node["$ref"] === FILE_TYPE)
    .map(([, path]) => ({
      pointer: encodePointer([...path, "$ref"]),
      found: FILE_TYPE,
      allowed: `${FILE_TYPE} in the fields of a form only`,
    }));

/** Refuses marks of secrets outside of settings, where nothing would seal the value. */
export const markIssues = (schema: JsonSchema): Issue[] => [...entryMarkIssues(schema), ...sharedMarkIssues(schema)];

/** Refuses marks that the fields of a content type may not have. */
export const entryMarkIssues = (schema: JsonSchema): Issue[] => [
  ...secretMarkIssues(schema),
  ...fileIssues(schema),
  ...misplacedShared(schema),
];

const sharedMarkIssues = (schema: JsonSchema): Issue[] =>
  marks(schema, SHARED).map((path) => ({
    pointer: encodePointer(path),
    found: SHARED,
    allowed: `${SHARED} in the fields of a content type only`,
  }));

/** A value is shared as a whole, so parts of it are not. */
const misplacedShared = (schema: JsonSchema): Issue[] =>
  marks(schema, SHARED)
    .filter((path) => !isOfProperty(path))
    .map((path) => ({
      pointer: encodePointer(path),
      found: `${SHARED} inside a value`,
      allowed: `${SHARED} beside the type of a field`,
    }));

/** Refuses marks that the fields of a form may not have. Visitors send files, so its fields may name them. */
export const formMarkIssues = (schema: JsonSchema): Issue[] => [
  ...secretMarkIssues(schema),
  ...sharedMarkIssues(schema),
];

const secretMarkIssues = (schema: JsonSchema): Issue[] =>
  marks(schema).map((path) => ({
    pointer: encodePointer(path),
    found: MARK,
    allowed: `${MARK} in the settings of a plugin only`,
  }));
