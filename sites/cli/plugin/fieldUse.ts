/**
 * Finds fields and lists that a section's templates use but the plugin does not declare. They would always render as
 * empty.
 */
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { splitLiquid } from "../../../manifests/liquid/liquid.ts";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import { encodePointer, quote } from "../../../manifests/refusals/pointer.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { LocatedIssue } from "../files/locatedIssue.ts";

type Files = Readonly<Record<string, string>>;

const STRING = /"[^"]*"|'[^']*'/g;
const USE = /(?<![\w.-])(fields|additions)((?:\.[A-Za-z][\w-]*)+)/g;
const NAMED = { fields: { one: "field", where: "of the schema" }, additions: { one: "list", where: "under provides" } };
/** Liquid's own properties of every text and list. */
const OF_ALL: ReadonlySet<string> = new Set(["size", "first", "last"]);

interface Use {
  readonly root: keyof typeof NAMED;
  readonly path: readonly string[];
  readonly offset: number;
}

function usesIn(text: string): Use[] {
  return splitLiquid(text)
    .parts.filter(({ kind }) => kind !== "text")
    .flatMap(({ body, offset }) => {
      const start = Math.max(offset, text.indexOf(body, offset));
      const code = body.replace(STRING, (string) => " ".repeat(string.length));
      return [...code.matchAll(USE)].map((match) => ({
        root: match[1] as Use["root"],
        path: (match[2] ?? "").slice(1).split("."),
        offset: start + match.index,
      }));
    });
}

/** The first name of a path that the schema lacks, with the names that the schema has there. */
function unknownIn(
  schema: JsonSchema,
  path: readonly string[],
): { name: string; known: readonly string[] } | undefined {
  let node: unknown = schema;
  for (const name of path) {
    const properties: unknown = isObject(node) ? node["properties"] : undefined;
    if (!isObject(properties) || OF_ALL.has(name)) return undefined;
    if (!Object.hasOwn(properties, name)) return { name, known: Object.keys(properties) };
    node = properties[name];
  }
  return undefined;
}

function issuesIn(
  file: string,
  text: string,
  schemas: Record<Use["root"], JsonSchema>,
  pointer: string,
): LocatedIssue[] {
  return usesIn(text).flatMap(({ root, path, offset }) => {
    const unknown = unknownIn(schemas[root], path);
    if (!unknown) return [];
    const { one, where } = NAMED[root];
    const before = text.slice(0, offset).split("\n");
    return [
      {
        pointer,
        found: `the ${one} ${quote([root, ...path].join("."))}`,
        allowed: unknown.known.length > 0 ? `one of ${unknown.known.join(", ")}` : `a ${one} ${where}, which has none`,
        file,
        line: before.length,
        column: (before.at(-1) ?? "").length + 1,
      },
    ];
  });
}

export const checkFieldUse = (
  { contributes: { sections = [], provides = [] } }: Manifest,
  files: Files,
): LocatedIssue[] => {
  const additions = { properties: Object.fromEntries(provides.map(({ name }) => [name, { type: "array" }])) };
  return sections.flatMap(({ fields, template, markdown }, index) => {
    const schemas = { fields: expandSchema(fields), additions };
    return (["template", "markdown"] as const).flatMap((member) => {
      const file = member === "template" ? template : markdown;
      return issuesIn(file, files[file] ?? "", schemas, encodePointer(["contributes", "sections", index, member]));
    });
  });
};
