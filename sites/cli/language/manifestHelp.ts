/** HelpItem and hover in `plugin.jsonc`, by the schema that the manifest is checked with. */
import { getLocation, type JSONPath, type Node, parseTree, findNodeAtLocation, findNodeAtOffset } from "jsonc-parser";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { HelpItem, Help } from "./help.ts";

let read: JsonSchema | undefined;

const manifestSchema = (): JsonSchema =>
  (read ??= JSON.parse(
    readFileSync(fileURLToPath(new URL("../../../manifests/plugin.schema.json", import.meta.url)), "utf8"),
  ) as JsonSchema);

/** The most schemas that may apply to one value. A value with more choices has no help. */
const BRANCHES_MAX = 100;

/** The parts of a schema that describe a value together, or of which one does. */
function branchesOf(schema: unknown, found: JsonSchema[] = []): JsonSchema[] {
  if (!isObject(schema) || found.length >= BRANCHES_MAX || found.includes(schema)) return found;
  found.push(schema);
  const { $ref, anyOf, oneOf, allOf } = schema as Readonly<Record<string, unknown>>;
  if (typeof $ref === "string") branchesOf(referred($ref), found);
  for (const list of [anyOf, oneOf, allOf]) if (Array.isArray(list)) for (const one of list) branchesOf(one, found);
  return found;
}

function referred(ref: string): unknown {
  let node: unknown = manifestSchema();
  for (const part of ref.replace(/^#\/?/, "").split("/")) node = isObject(node) ? node[part] : undefined;
  return node;
}

/** The schemas of the value at a path. */
function schemasAt(path: JSONPath): JsonSchema[] {
  let here = branchesOf(manifestSchema());
  for (const part of path) {
    const below = here.flatMap((schema) => {
      if (typeof part === "number") return [schema["items"]];
      const properties: unknown = schema["properties"];
      const inner = isObject(properties) && Object.hasOwn(properties, part) ? properties[part] : undefined;
      return [inner ?? schema["additionalProperties"]];
    });
    here = below.flatMap((schema) => branchesOf(schema)).slice(0, BRANCHES_MAX);
  }
  return here;
}

const says = (schema: unknown): string => {
  if (!isObject(schema)) return "";
  const all = branchesOf(schema);
  return String(all.find(({ description }) => typeof description === "string")?.["description"] ?? "");
};

function propertiesAt(path: JSONPath): ReadonlyMap<string, unknown> {
  const all = schemasAt(path).flatMap(({ properties }) => (isObject(properties) ? Object.entries(properties) : []));
  return new Map(all);
}

/** The names that the object at a path has already. */
const namesIn = (root: Node | undefined, path: JSONPath): ReadonlySet<string> => {
  const node = root && findNodeAtLocation(root, path);
  return new Set((node?.children ?? []).map(({ children }) => String(children?.[0]?.value)));
};

const PARSE = { allowTrailingComma: true };

/** The choices of a value, as JSON writes them. */
const valuesAt = (path: JSONPath): string[] => {
  const choices = schemasAt(path).flatMap((schema) => {
    const { enum: all, const: one, type } = schema as Readonly<Record<string, unknown>>;
    if (type === "boolean") return [true, false];
    return Array.isArray(all) ? all : one === undefined ? [] : [one];
  });
  return [...new Set(choices.map((choice) => JSON.stringify(choice)))];
};

export const manifestHelp: Help = {
  complete({ text, offset }): HelpItem[] {
    const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
    const isInside =
      previousNode && offset >= previousNode.offset && offset <= previousNode.offset + previousNode.length;
    const [from, to] = isInside ? [previousNode.offset, previousNode.offset + previousNode.length] : [offset, offset];
    if (!isAtPropertyKey)
      return valuesAt(path).map((value) => ({ label: value, says: "", kind: "value", from, to, insert: value }));
    const around = path.slice(0, -1);
    const present = namesIn(parseTree(text, [], PARSE), around);
    const typed = String(path.at(-1) ?? "");
    const colon = /^\s*:/.test(text.slice(to)) ? "" : ": ";
    return [...propertiesAt(around)]
      .filter(([name]) => name === typed || !present.has(name))
      .map(([name, schema]) => ({
        label: name,
        says: says(schema),
        kind: "property",
        from,
        to,
        insert: `${JSON.stringify(name)}${colon}`,
      }));
  },
  hover({ text, offset }) {
    const root = parseTree(text, [], PARSE);
    const node = root && findNodeAtOffset(root, offset);
    const { path, isAtPropertyKey } = getLocation(text, offset);
    if (!node || node.type === "object" || node.type === "array") return undefined;
    const found = isAtPropertyKey ? propertiesAt(path.slice(0, -1)).get(String(path.at(-1))) : schemasAt(path)[0];
    const words = says(found);
    return words === "" ? undefined : { says: words, from: node.offset, to: node.offset + node.length };
  },
};
