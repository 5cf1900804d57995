/**
 * Finds fields, values and lists that a template uses but the plugin does not declare. They would always render as empty.
 */
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { splitLiquid } from "../../../manifests/liquid/liquid.ts";
import { type ContentType, drawnTypes } from "../../../manifests/manifest/contentType.ts";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import { meant, meantSays } from "../../../manifests/refusals/meant.ts";
import { quote, valueAt } from "../../../manifests/refusals/pointer.ts";
import type { TypesOfPlugin } from "../../../manifests/rules/contentTypeRules.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { PageSummary } from "../../../runtime/documents/content/content.ts";
import type { EntryShown } from "../../../runtime/rendering/values/shownValues.ts";
import { located, type LocatedIssue } from "../files/locatedIssue.ts";
import type { AllowableCheck } from "./findings/checks.ts";

type Files = Readonly<Record<string, string>>;

const CHECK: AllowableCheck = "unknown-name";

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
  /** The same code with its strings. */
  readonly body: string;
  readonly offset: number;
}

/** The Liquid code of a template, without its strings. */
const codeIn = (text: string): Code[] =>
  splitLiquid(text)
    .parts.filter(({ kind }) => kind !== "text")
    .map(({ body, offset }) => ({
      body,
      text: body.replace(STRING, (string) => " ".repeat(string.length)),
      offset: Math.max(offset, text.indexOf(body, offset)),
    }));

interface Unknown {
  /** The misspelt name, and the names before it. */
  readonly name: string;
  readonly before: readonly string[];
  readonly known: readonly string[];
}

/** The first name of a path that the schema lacks, with the names that the schema has there. */
function unknownIn(schema: JsonSchema, path: readonly string[]): Unknown | undefined {
  let node: unknown = schema;
  for (const [index, name] of path.entries()) {
    const properties: unknown = isObject(node) ? node["properties"] : undefined;
    if (!isObject(properties) || OF_ALL.has(name)) return undefined;
    if (!Object.hasOwn(properties, name)) return { name, before: path.slice(0, index), known: Object.keys(properties) };
    node = properties[name];
  }
  return undefined;
}

/** The values of a page below a root: authors often leave `values` out. */
const valuesBelow = ({ schema }: Root): readonly string[] => {
  const values = valueAt(schema, ["properties", "values", "properties"]);
  return isObject(values) ? Object.keys(values) : [];
};

function allowedSays(root: Root, { name, before, known }: Unknown): string {
  if (known.length === 0) return `a ${root.one} ${root.where}, which has none`;
  const below = before.length === 0 ? valuesBelow(root) : [];
  const value = below.includes(name) ? name : meant(name, below);
  const listed = meant(name, known);
  const path = value !== undefined && listed === undefined ? ["values", value] : [...before, listed ?? ""];
  const isMeant = value !== undefined || listed !== undefined;
  return `one of ${known.join(", ")}${isMeant ? `; did you mean ${[root.name, ...path].join(".")}?` : ""}`;
}

interface TemplatePlace {
  readonly pointer: string;
  readonly file: string;
  readonly text: string;
}

function issuesOfRoot(root: Root, codes: readonly Code[], { pointer, file, text }: TemplatePlace): LocatedIssue[] {
  const use = new RegExp(`(?<![\\w.-])${root.name.replace(".", "\\.")}((?:\\.[A-Za-z][\\w-]*)+)`, "g");
  return codes.flatMap((code) =>
    [...code.text.matchAll(use)].flatMap((match) => {
      const path = (match[1] ?? "").slice(1).split(".");
      const unknown = unknownIn(root.schema, path);
      if (!unknown) return [];
      const one = unknown.before[0] === "values" ? "value" : root.one;
      const found = `the ${one} ${quote([root.name, ...path].join("."))}`;
      const issue = { pointer, found, allowed: allowedSays(root, unknown), check: CHECK };
      return [located(issue, file, text, code.offset + match.index)];
    }),
  );
}

/** The filter `shown` with the name of a field, and the value before it. */
const SHOWN_FIELD = /\|\s*shown\s*:\s*(["'])(.*?)\1/g;
const VALUE = /^\s*(?:assign\s+\w+\s*=\s*|echo\s+)?([\w.-]+)/;

/** The names that the filter `shown` may get. */
interface ShownNames {
  /** Fields of the template's own section or type. */
  readonly ofSection: readonly string[];
  /** Fields of listed entries, by the loop's variable. */
  readonly listed: ReadonlyMap<string, readonly string[]>;
  /** Names for all other values. Undefined if a query lists entries of a type that is not known here. */
  readonly all: readonly string[] | undefined;
}

/** Names of fields that the filter `shown` does not find. It would write nothing. */
function shownIssues(
  { ofSection, listed, all }: ShownNames,
  codes: readonly Code[],
  place: TemplatePlace,
): LocatedIssue[] {
  return codes.flatMap(({ body, text, offset }) =>
    [...body.matchAll(SHOWN_FIELD)].flatMap((match): LocatedIssue[] => {
      if (text[match.index] !== "|") return [];
      const name = match[2] ?? "";
      const line = body.slice(body.lastIndexOf("\n", match.index) + 1, match.index);
      const value = VALUE.exec(line)?.[1] ?? "";
      const names = listed.get(value) ?? (value.startsWith("fields.") ? ofSection : all);
      if (!names || names.includes(name)) return [];
      const allowed =
        names.length > 0 ? `one of ${names.join(", ")}${meantSays(name, names)}` : "no name: there is no field";
      const found = `${quote(name)} for the filter shown`;
      return [
        located({ pointer: place.pointer, found, allowed, check: CHECK }, place.file, place.text, offset + match.index),
      ];
    }),
  );
}

type Queries = Readonly<Record<string, { readonly type?: unknown; readonly entries?: unknown }>>;
type Types = ReadonlyMap<string, ContentType>;

const ASSIGNED = /\bassign\s+(\w+)\s*=\s*queries\.(\w+)\s*-?$/gm;
const LOOPED = /\bfor\s+(\w+)\s+in\s+(?:queries\.)?(\w+)/g;
const REASSIGNED = /\b(?:assign|capture)\s+(\w+)/g;

/** Members of every page in a list. The check of types holds them to `PageSummary`. */
const LISTED = {
  id: {},
  path: {},
  url: {},
  title: {},
  description: {},
  opening: {},
  collection: {},
  date: {},
  updated: {},
  author: {},
  image: {},
  type: {},
  teaser: {},
} satisfies Record<Exclude<keyof PageSummary, "values">, JsonSchema>;

/** Members of entries whose values a member chose. */
const SHOWN = { typeTitle: {}, columns: {}, shown: {} } satisfies Record<
  Exclude<keyof EntryShown, keyof PageSummary>,
  JsonSchema
>;

/** A loop's variable that hides a name of every template would make the template's reader guess. */
const GLOBAL: ReadonlySet<string> = new Set(["page", "site", "section", "fields", "queries", "data", "additions"]);

const namesOf = (all: string, pattern: RegExp): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...Map.groupBy(all.matchAll(pattern), ([, name = ""]) => name)].map(([name, matches]) => [
      name,
      matches.map(([, , value = ""]) => value),
    ]),
  );

/** The pages that a loop of the template goes through: their members and indexed values, by the loop's variable. */
function loopRoots(codes: readonly Code[], queries: Queries, types: Types): Root[] {
  const all = codes.map(({ text }) => text).join("\n");
  const [assigned, loops, reassigned] = [ASSIGNED, LOOPED, REASSIGNED].map((pattern) => namesOf(all, pattern));
  return [...(loops ?? [])].flatMap(([variable, lists]): Root[] => {
    if (GLOBAL.has(variable) || reassigned?.has(variable)) return [];
    // A list that the template also makes in another way stays unknown.
    const names = lists.flatMap((list) =>
      reassigned?.get(list)?.length === assigned?.get(list)?.length ? (assigned?.get(list) ?? [list]) : [""],
    );
    if (!names.every((name) => Object.hasOwn(queries, name))) return [];
    const asked = names.map((name) => queries[name]?.type);
    const isChosen = names.every((name) => queries[name]?.entries !== undefined);
    const properties = { ...listedOf(asked, types), ...(isChosen && SHOWN) };
    return [{ name: variable, schema: { properties }, one: "member", where: "of a page" }];
  });
}

/** The members of the listed pages. Entries of an unknown type may have any values. */
function listedOf(asked: readonly unknown[], types: Types): JsonSchema {
  const found = asked.map((type) => types.get(String(type)));
  if (!found.every((type) => type !== undefined)) return { ...LISTED, values: {} };
  const values = Object.fromEntries(found.flatMap(({ index = [] }) => index.map((name) => [name, {}])));
  return { ...LISTED, values: { properties: values } };
}

/** The names for the filter `shown`. Of a listed entry, it reads the values of the index, also by their earlier names. */
function shownNames(fields: JsonSchema, codes: readonly Code[], queries: Queries, types: Types): ShownNames {
  const ofSection = Object.keys(expandSchema(fields)["properties"] ?? {});
  const asked = Object.values(queries).map(({ type, entries }) => (entries ? undefined : types.get(String(type))));
  const known = asked.filter((type) => type !== undefined);
  const earlier = known.flatMap(({ renamed = {} }) => Object.keys(renamed));
  const listed = loopRoots(codes, queries, types).flatMap(({ name, schema }) => {
    const values = valueAt(schema, ["properties", "values", "properties"]);
    return isObject(values) ? [[name, [...Object.keys(values), ...earlier]] as const] : [];
  });
  const indexed = known.flatMap(({ index = [] }) => index);
  const all = [...new Set([...ofSection, ...indexed, ...earlier])];
  return { ofSection, listed: new Map(listed), all: known.length === asked.length ? all : undefined };
}

/** The templates of a plugin with their queries and the fields that they may use. */
function templatesOf({ contributes }: Manifest) {
  const inLines = (contributes.inline ?? []).map((item, index) => ({
    pointer: `/contributes/inline/${index}`,
    item: { ...item, queries: undefined },
  }));
  const all = [...drawnTypes(contributes), ...inLines];
  const drawn = all.flatMap(({ pointer, item: { template, markdown, fields, queries, ...item } }) =>
    Object.entries({ template, markdown }).map(([member, file]) => ({
      pointer: `${pointer}/${member}`,
      file,
      fields,
      queries,
      data: "data" in item ? item.data?.output : undefined,
    })),
  );
  const files = (contributes.files ?? []).map(({ template, queries }, index) => ({
    pointer: `/contributes/files/${index}/template`,
    file: template,
    fields: undefined,
    queries,
    data: undefined,
  }));
  const head = (contributes.metadata ?? []).map(({ template }, index) => ({
    pointer: `/contributes/metadata/${index}/template`,
    file: template,
    fields: undefined,
    queries: undefined,
    data: undefined,
  }));
  const resources = (contributes.mcp?.resources ?? []).map(({ template, queries }, index) => ({
    pointer: `/contributes/mcp/resources/${index}/template`,
    file: template,
    fields: undefined,
    queries,
    data: undefined,
  }));
  return [...drawn, ...files, ...head, ...resources];
}

/** The values of a page, if the plugin knows content types: those of all of them. */
function pageRoot(types: readonly ContentType[]): Root[] {
  if (types.length === 0) return [];
  const properties = Object.assign(
    {},
    ...types.map(({ fields }) => expandSchema(fields)["properties"] ?? {}),
  ) as JsonSchema;
  return [{ name: "page.values", schema: { properties }, one: "value", where: "of a content type" }];
}

/** Checks the templates of a plugin against its own schemas and the content types of other plugins. */
export function checkFieldUse(manifest: Manifest, files: Files, others: readonly TypesOfPlugin[] = []): LocatedIssue[] {
  const { id, contributes } = manifest;
  const { contentTypes = [], provides = [] } = contributes;
  const types = new Map(
    [{ id, contentTypes }, ...others].flatMap((plugin) =>
      plugin.contentTypes.map((type) => [`${plugin.id}/${type.name}`, type] as const),
    ),
  );
  const lists = { properties: Object.fromEntries(provides.map(({ name }) => [name, { type: "array" }])) };
  const shared = [
    ...pageRoot([...types.values()]),
    { name: "additions", schema: lists, one: "list", where: "under provides" },
  ];
  return templatesOf(manifest).flatMap(({ pointer, file, fields, queries = {}, data }) => {
    if (file === undefined) return [];
    const text = files[file] ?? "";
    const codes = codeIn(text);
    const roots: Root[] = [
      ...(fields ? [{ name: "fields", schema: expandSchema(fields), one: "field", where: "of the schema" }] : []),
      ...(data
        ? [{ name: "data", schema: expandSchema(data), one: "member", where: "of the output of its provider" }]
        : []),
      ...shared,
      ...loopRoots(codes, queries, types),
    ];
    const place = { pointer, file, text };
    const names = fields && shownNames(fields, codes, queries, types);
    return [
      ...roots.flatMap((root) => issuesOfRoot(root, codes, place)),
      ...(names ? shownIssues(names, codes, place) : []),
    ];
  });
}
