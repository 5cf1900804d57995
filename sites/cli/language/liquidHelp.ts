/** HelpItem and hover in templates. */
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { BLOCKS, FILTERS, SIMPLE } from "../../../manifests/liquid/liquidRules.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { FolderFacts } from "./facts.ts";
import type { HelpItem, Help, HelpRequest } from "./help.ts";
import { nameEnd, liquidPlace } from "./liquidPlace.ts";
import { vocabulary } from "./vocabulary.ts";

const TAGS = [...new Set([...BLOCKS].flatMap(([name, inner]) => [name, ...inner, `end${name}`])), ...SIMPLE].filter(
  (name) => name !== "#",
);

/** Names that the template itself makes. */
const MADE = /\b(?:assign|capture|for)\s+([A-Za-z_]\w*)/g;

interface Known {
  readonly name: string;
  readonly says: string;
}

/** Title and description of a value, and its type. */
function schemaSays(schema: unknown): string {
  if (!isObject(schema)) return "";
  const { title, description, "x-type": ours, type, enum: choices } = schema as JsonSchema;
  const kind = ours ?? (Array.isArray(choices) ? choices.join(", ") : type);
  return [title, description, kind === undefined ? undefined : `\`${String(kind)}\``]
    .filter((part) => typeof part === "string" && part !== "")
    .join("\n\n");
}

/** The schema of a value below a root. Undefined if the path leaves it. */
function below(schema: unknown, path: readonly string[]): unknown {
  let node: unknown = schema;
  for (const name of path) {
    const properties: unknown = isObject(node) ? node["properties"] : undefined;
    node = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  }
  return node;
}

function membersOf([root = "", ...rest]: readonly string[], facts: FolderFacts, template: string): Known[] {
  const schema = facts.rootsOf(template).get(root);
  if (schema !== undefined) {
    const found = below(schema, rest);
    const properties: unknown = isObject(found) ? found["properties"] : undefined;
    return isObject(properties)
      ? Object.entries(properties).map(([name, value]) => ({ name, says: schemaSays(value) }))
      : [];
  }
  const { objects } = vocabulary();
  return rest.length > 0 ? [] : (objects.get(root)?.members ?? []).map((name) => ({ name, says: "" }));
}

const filtersKnown = (): Known[] =>
  [...FILTERS].map((name) => ({ name, says: vocabulary().filters.get(name)?.says ?? "A filter of standard Liquid." }));

const objectsKnown = (text: string): Known[] => {
  const made = new Set([...text.matchAll(MADE)].map(([, name = ""]) => name));
  const known = [...vocabulary().objects.values()].map(({ name, where, says }) => ({
    name,
    says: `${says} (${where})`,
  }));
  return [...known, ...[...made].map((name) => ({ name, says: "" }))];
};

const tagsKnown = (): Known[] => TAGS.map((name) => ({ name, says: "" }));

function knownAt(
  { text, offset, path }: HelpRequest,
  facts: FolderFacts,
): { readonly from: number; readonly known: Known[] } {
  const place = liquidPlace(text, offset);
  switch (place.kind) {
    case "text":
      return { from: offset, known: [] };
    case "string":
      return {
        from: place.from,
        known: facts.namesFor(place.filter, path).map((name) => ({ name, says: facts.textOf(name) ?? "" })),
      };
    case "filter":
      return { from: place.from, known: filtersKnown() };
    case "tag":
      return { from: place.from, known: tagsKnown() };
    case "object":
      return { from: place.from, known: objectsKnown(text) };
    case "member":
      return { from: place.from, known: membersOf(place.path, facts, path) };
  }
}

const KINDS = {
  tag: "keyword",
  filter: "function",
  object: "variable",
  member: "field",
  string: "text",
  text: "text",
} as const;

export const liquidHelp: Help = {
  complete(request, facts): HelpItem[] {
    const { from, known } = knownAt(request, facts);
    const { kind } = liquidPlace(request.text, request.offset);
    const to = Math.max(request.offset, from);
    return known.map(({ name, says }) => ({ label: name, says, kind: KINDS[kind], from, to, insert: name }));
  },
  hover(request, facts) {
    // The whole name decides, wherever in it the pointer is.
    const isString = liquidPlace(request.text, request.offset).kind === "string";
    const end = isString
      ? request.offset + (/^[^"'\n]*/.exec(request.text.slice(request.offset))?.[0].length ?? 0)
      : nameEnd(request.text, request.offset);
    const { from, known } = knownAt({ ...request, offset: end }, facts);
    const name = request.text.slice(from, end);
    const says = known.find((one) => one.name === name)?.says ?? "";
    return says === "" ? undefined : { says, from, to: end };
  },
};
