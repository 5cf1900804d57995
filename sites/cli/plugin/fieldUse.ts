/**
 * Finds fields, values and lists that a template uses but the plugin does not declare. They would always render as empty.
 */
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { splitLiquid } from "../../../manifests/liquid/liquid.ts";
import { type ContentType, drawnTypes } from "../../../manifests/manifest/contentType.ts";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import { quote } from "../../../manifests/refusals/pointer.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { LocatedIssue } from "../files/locatedIssue.ts";

type Files = Readonly<Record<string, string>>;

const STRING = /"[^"]*"|'[^']*'/g;
/** Liquid's own properties of every text and list. */
const OF_ALL: ReadonlySet<string> = new Set(["size", "first", "last"]);

/** A name of a template whose members are known. */
interface Root {
  readonly name: string;
  readonly schema: JsonSchema;
  /** The word for one member, and the place where the author declares it. */
  readonly one: string;
  readonly where: string;
}

interface Code {
  readonly text: string;
  readonly offset: number;
}

/** The Liquid code of a template, without its strings. */
const codeIn = (text: string): Code[] =>
  splitLiquid(text)
    .parts.filter(({ kind }) => kind !== "text")
    .map(({ body, offset }) => ({
      text: body.replace(STRING, (string) => " ".repeat(string.length)),
      offset: Math.max(offset, text.indexOf(body, offset)),
    }));

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

function issuesOfRoot(root: Root, codes: readonly Code[], file: string, text: string, pointer: string): LocatedIssue[] {
  const use = new RegExp(`(?<![\\w.-])${root.name.replace(".", "\\.")}((?:\\.[A-Za-z][\\w-]*)+)`, "g");
  return codes.flatMap((code) =>
    [...code.text.matchAll(use)].flatMap((match) => {
      const path = (match[1] ?? "").slice(1).split(".");
      const unknown = unknownIn(root.schema, path);
      if (!unknown) return [];
      const before = text.slice(0, code.offset + match.index).split("\n");
      return [
        {
          pointer,
          found: `the ${root.one} ${quote([root.name, ...path].join("."))}`,
          allowed:
            unknown.known.length > 0
              ? `one of ${unknown.known.join(", ")}`
              : `a ${root.one} ${root.where}, which has none`,
          file,
          line: before.length,
          column: (before.at(-1) ?? "").length + 1,
        },
      ];
    }),
  );
}

type Queries = Readonly<Record<string, { readonly type?: unknown }>>;

const ASSIGNED = /\bassign\s+(\w+)\s*=\s*queries\.(\w+)/g;
const LOOPED = /\bfor\s+(\w+)\s+in\s+(?:queries\.)?(\w+)/g;

/** The entries that a loop of the template goes through: their indexed values, by the loop's variable. */
function loopRoots(codes: readonly Code[], queries: Queries, types: ReadonlyMap<string, ContentType>): Root[] {
  const all = codes.map(({ text }) => text).join("\n");
  const assigned = Map.groupBy(all.matchAll(ASSIGNED), ([, name = ""]) => name);
  const loops = Map.groupBy(all.matchAll(LOOPED), ([, variable = ""]) => variable);
  return [...loops].flatMap(([variable, matches]): Root[] => {
    const names = matches.flatMap(([, , list = ""]) => assigned.get(list)?.map(([, , name = ""]) => name) ?? [list]);
    const found = names.map((name) => types.get(String(queries[name]?.type)));
    // The entries of another plugin's type may have any values.
    if (!found.every((type) => type !== undefined)) return [];
    const values = Object.fromEntries(found.flatMap(({ index = [] }) => index.map((name) => [name, {}])));
    return [
      { name: `${variable}.values`, schema: { properties: values }, one: "value", where: "in the index of the type" },
    ];
  });
}

/** The templates of a plugin with their queries and the fields that they may use. */
function templatesOf({ contributes }: Manifest) {
  const drawn = drawnTypes(contributes).flatMap(({ pointer, item: { template, markdown, fields, queries } }) =>
    Object.entries({ template, markdown }).map(([member, file]) => ({
      pointer: `${pointer}/${member}`,
      file,
      fields,
      queries,
    })),
  );
  const files = (contributes.files ?? []).map(({ template, queries }, index) => ({
    pointer: `/contributes/files/${index}/template`,
    file: template,
    fields: undefined,
    queries,
  }));
  const head = (contributes.metadata ?? []).map(({ template }, index) => ({
    pointer: `/contributes/metadata/${index}/template`,
    file: template,
    fields: undefined,
    queries: undefined,
  }));
  return [...drawn, ...files, ...head];
}

/** The values of a page, if the plugin has content types: those of all of them. */
function pageRoot(types: readonly ContentType[]): Root[] {
  if (types.length === 0) return [];
  const properties = Object.assign(
    {},
    ...types.map(({ fields }) => expandSchema(fields)["properties"] ?? {}),
  ) as JsonSchema;
  return [{ name: "page.values", schema: { properties }, one: "value", where: "of a content type" }];
}

export function checkFieldUse(manifest: Manifest, files: Files): LocatedIssue[] {
  const { id, contributes } = manifest;
  const { contentTypes = [], provides = [] } = contributes;
  const types = new Map(contentTypes.map((type) => [`${id}/${type.name}`, type]));
  const lists = { properties: Object.fromEntries(provides.map(({ name }) => [name, { type: "array" }])) };
  const shared = [
    ...pageRoot(contentTypes),
    { name: "additions", schema: lists, one: "list", where: "under provides" },
  ];
  return templatesOf(manifest).flatMap(({ pointer, file, fields, queries = {} }) => {
    if (file === undefined) return [];
    const text = files[file] ?? "";
    const codes = codeIn(text);
    const roots: Root[] = [
      ...(fields ? [{ name: "fields", schema: expandSchema(fields), one: "field", where: "of the schema" }] : []),
      ...shared,
      ...loopRoots(codes, queries, types),
    ];
    return roots.flatMap((root) => issuesOfRoot(root, codes, file, text, pointer));
  });
}
