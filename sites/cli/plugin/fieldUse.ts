/** Fields that a section's templates name and its schema does not have: nothing would ever stand there. */
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { splitLiquid } from "../../../manifests/liquid/liquid.ts";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import { encodePointer, quote } from "../../../manifests/refusals/pointer.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { LocatedIssue } from "../locatedIssue.ts";

type Files = Readonly<Record<string, string>>;

const STRING = /"[^"]*"|'[^']*'/g;
const USE = /(?<![\w.-])fields((?:\.[A-Za-z][\w-]*)+)/g;
/** The properties of every text and list. */
const OF_ALL: ReadonlySet<string> = new Set(["size", "first", "last"]);

interface Use {
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
        path: (match[1] ?? "").slice(1).split("."),
        offset: start + match.index,
      }));
    });
}

/** The first name of a path that its schema does not know, with those it knows. */
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

function issuesIn(file: string, text: string, schema: JsonSchema, pointer: string): LocatedIssue[] {
  return usesIn(text).flatMap(({ path, offset }) => {
    const unknown = unknownIn(schema, path);
    if (!unknown) return [];
    const before = text.slice(0, offset).split("\n");
    return [
      {
        pointer,
        found: `the field ${quote(["fields", ...path].join("."))}`,
        allowed:
          unknown.known.length > 0 ? `one of ${unknown.known.join(", ")}` : "a field of the schema, which has none",
        file,
        line: before.length,
        column: (before.at(-1) ?? "").length + 1,
      },
    ];
  });
}

export const checkFieldUse = ({ contributes: { sections = [] } }: Manifest, files: Files): LocatedIssue[] =>
  sections.flatMap(({ fields, template, markdown }, index) => {
    const schema = expandSchema(fields);
    return (["template", "markdown"] as const).flatMap((member) => {
      const file = member === "template" ? template : markdown;
      return issuesIn(file, files[file] ?? "", schema, encodePointer(["contributes", "sections", index, member]));
    });
  });
