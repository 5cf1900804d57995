/** Rules within one content type: its index, its address, its order, and what its queries and examples refer to. */
import { validateFields } from "../fields/fields.ts";
import { fittingComparisons, INDEXED_SAYS, type IndexedField, indexedFields } from "../fields/indexed.ts";
import { expandSchema } from "../fields/fieldSchema.ts";
import { type ContentType, entryPart } from "../manifest/contentType.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { queriesIn } from "../manifest/queriesIn.ts";
import { meantSays } from "../refusals/meant.ts";
import { describe, valueAt } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import { isReservedPath } from "../shapes/reservedPath.ts";
import { datesOfAddress } from "../shapes/entryAddress.ts";
import { endsLikeFurther } from "../shapes/furtherAddress.ts";
import type { Query, Where } from "../shapes/query.ts";
import { isListOrder, orderedField } from "../shapes/listOrder.ts";
import { migrationIssues, queryIssues, schemaIssues, under } from "./sectionRules.ts";
import { entryMarkIssues } from "./settingsRules.ts";

/** The names that an author may use, and the one that was probably meant. */
const oneOf = (names: readonly string[], found: string): string =>
  names.length > 0 ? `one of ${names.join(", ")}${meantSays(found, names)}` : "no field, because the type indexes none";

function indexIssues(type: ContentType, known: ReadonlyMap<string, IndexedField>, pointer: string): Issue[] {
  const index = type.index ?? [];
  const names = Object.keys((expandSchema(type.fields)["properties"] ?? {}) as object);
  return index.flatMap((name, position): Issue[] => {
    const at = `${pointer}/index/${position}`;
    if (index.indexOf(name) < position) return [{ pointer: at, found: `a second ${name}`, allowed: "each field once" }];
    if (isListOrder(name))
      return [{ pointer: at, found: name, allowed: "another name, because this is an order of all pages" }];
    if (!names.includes(name))
      return [
        {
          pointer: at,
          found: describe(name),
          allowed: `one of the fields ${names.join(", ")}${meantSays(name, names)}`,
        },
      ];
    return known.has(name) ? [] : [{ pointer: at, found: describe(name), allowed: `a field with ${INDEXED_SAYS}` }];
  });
}

/** An empty field can only stand for one that lists compare in the same way. */
function emptyAsIssues({ emptyAs = {} }: ContentType, known: ReadonlyMap<string, IndexedField>, at: string): Issue[] {
  return Object.entries(emptyAs).flatMap(([name, other]): Issue[] => {
    const [field, than] = [known.get(name), known.get(other)];
    const pointer = `${at}/emptyAs/${name}`;
    if (!field) return [{ pointer, found: describe(name), allowed: oneOf([...known.keys()], name) }];
    const fitting = [...known].flatMap(([one, { kind, isList }]) =>
      one !== name && kind === field.kind && isList === field.isList ? [one] : [],
    );
    return than && fitting.includes(other)
      ? []
      : [{ pointer, found: describe(other), allowed: `another indexed field of this kind: ${fitting.join(", ")}` }];
  });
}

const DATES: readonly IndexedField["kind"][] = ["date", "dateTime"];

function addressIssues({ address, fields }: ContentType, pointer: string): Issue[] {
  if (address === undefined) return [];
  const at = `${pointer}/address`;
  if (isReservedPath(address))
    return [{ pointer: at, found: address, allowed: "a path that the platform does not serve itself" }];
  if (endsLikeFurther(address))
    return [
      { pointer: at, found: address, allowed: "no /page/ before {slug}, because further pages of lists are there" },
    ];
  const named = datesOfAddress(address);
  const kinds = indexedFields({ fields, index: named });
  return named
    .filter((name) => !DATES.includes(kinds.get(name)?.kind ?? "text") || kinds.get(name)?.isList)
    .map((name) => ({ pointer: at, found: `{${name}.…}`, allowed: "the name of a field with a date or date-time" }));
}

export function orderIssue(order: unknown, known: ReadonlyMap<string, IndexedField>, pointer: string): Issue[] {
  const field = typeof order === "string" ? orderedField(order)?.field : undefined;
  if (field === undefined || known.has(field)) return [];
  return [
    {
      pointer,
      found: describe(order),
      allowed: `an order of pages, or an indexed field: ${oneOf([...known.keys()], field)}`,
    },
  ];
}

const LITERALS = { number: "number", boolean: "boolean" } as const;

/** A literal of another type than the field's values would match nothing. */
function literalIssues(field: IndexedField, value: unknown, pointer: string): Issue[] {
  if (typeof value === "object") return [];
  const wanted = field.kind in LITERALS ? LITERALS[field.kind as keyof typeof LITERALS] : "string";
  // A choice may be a number.
  const fits = typeof value === wanted || (field.kind === "text" && typeof value === "number");
  return fits ? [] : [{ pointer, found: describe(value), allowed: `a ${wanted}, as the field has` }];
}

/** A date-time is a moment, so it never equals a day. */
const dayIssues = ({ kind }: IndexedField, comparison: string, value: unknown, pointer: string): Issue[] =>
  kind === "dateTime" && value === "today" && !["before", "after", "from", "to"].includes(comparison)
    ? [{ pointer, found: `"today" with ${comparison}`, allowed: "before, after, from or to" }]
    : [];

/** Faults of a filter by the indexed fields of a type. */
export function whereIssues(where: Where, known: ReadonlyMap<string, IndexedField>, pointer: string): Issue[] {
  return Object.entries(where).flatMap(([name, comparisons]): Issue[] => {
    const field = known.get(name);
    if (!field)
      return [{ pointer: `${pointer}/${name}`, found: describe(name), allowed: oneOf([...known.keys()], name) }];
    const fitting: readonly string[] = fittingComparisons(field);
    return Object.entries(comparisons).flatMap(([comparison, value]): Issue[] => {
      const at = `${pointer}/${name}/${comparison}`;
      if (!fitting.includes(comparison))
        return [{ pointer: at, found: `${comparison} with ${name}`, allowed: `one of ${fitting.join(", ")}` }];
      return [value]
        .flat()
        .flatMap((one) => [...literalIssues(field, one, at), ...dayIssues(field, comparison, one, at)]);
    });
  });
}

/** The content types of one plugin. */
export interface TypesOfPlugin {
  readonly id: string;
  readonly contentTypes: readonly ContentType[];
}

const noType = (types: readonly string[], found: string): string =>
  types.length > 0 ? oneOf(types, found) : "a content type, of which the plugin has none";

function typedQueryIssues(
  { id, contentTypes }: TypesOfPlugin,
  queries: Readonly<Record<string, Query>>,
  pointer: string,
): Issue[] {
  const types = new Map(contentTypes.map((type) => [`${id}/${type.name}`, type]));
  return Object.entries(queries).flatMap(([name, { type, where, order }]): Issue[] => {
    const at = `${pointer}/${name}`;
    if (typeof type !== "string" || !type.startsWith(`${id}/`)) return [];
    const found = types.get(type);
    if (!found) return [{ pointer: `${at}/type`, found: describe(type), allowed: noType([...types.keys()], type) }];
    const known = indexedFields(found);
    return [...whereIssues(where ?? {}, known, `${at}/where`), ...orderIssue(order, known, `${at}/order`)];
  });
}

/** Faults of a manifest's queries over the content types of one plugin. Types of others may change without it. */
export const queriesOverTypes = ({ contributes }: Manifest, types: TypesOfPlugin): Issue[] =>
  queriesIn(contributes).flatMap(({ pointer, queries }) => typedQueryIssues(types, queries, pointer));

/** A type of templates needs a field for the content type of the pages that begin with one. */
function beginsIssues({ begins, fields }: ContentType, pointer: string): Issue[] {
  const field = begins === undefined ? undefined : valueAt(expandSchema(fields), ["properties", begins]);
  if (begins === undefined || valueAt(field, ["type"]) === "string") return [];
  return [{ pointer: `${pointer}/begins`, found: describe(begins), allowed: "a field of type string" }];
}

export function contentTypeIssues(type: ContentType, pointer: string): Issue[] {
  const schema = schemaIssues(type.fields, `${pointer}/fields`, entryMarkIssues);
  // Values and indexes cannot be checked against a refused schema.
  if (schema.length > 0) return schema;
  const known = indexedFields(type);
  return [
    ...indexIssues(type, known, pointer),
    ...emptyAsIssues(type, known, pointer),
    ...addressIssues(type, pointer),
    ...beginsIssues(type, pointer),
    ...orderIssue(type.order, known, `${pointer}/order`),
    ...queryIssues(type.queries ?? {}, type.fields, `${pointer}/queries`),
    ...migrationIssues(entryPart(type), pointer),
    ...under(`${pointer}/example/fields`, validateFields(type.fields, type.example.fields)),
  ];
}
