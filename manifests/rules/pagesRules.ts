/** Rules of further pages: the query that they divide, their size, and the date of their periods. */
import { expandSchema } from "../fields/fieldSchema.ts";
import { indexedFields } from "../fields/indexed.ts";
import { type ContentType, type DrawnType, drawnTypes } from "../manifest/contentType.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Pages } from "../manifest/pages.ts";
import { describe, valueAt } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import { PAGE_DATE } from "../shapes/listOrder.ts";

/** The content types of the plugin by qualified name. */
type OwnTypes = ReadonlyMap<string, ContentType>;

/** The type of the fields that size and if may name. */
const FIELD_TYPES = { size: "integer", if: "boolean" } as const;

const fieldIssues = (pages: Pages, { fields }: DrawnType, pointer: string): Issue[] =>
  (["size", "if"] as const).flatMap((member) => {
    const value = pages[member];
    if (typeof value !== "object") return [];
    const type = valueAt(expandSchema(fields), ["properties", value.field, "type"]);
    const wanted = FIELD_TYPES[member];
    if (type === wanted) return [];
    const allowed = `a field of type ${wanted}`;
    return [{ pointer: `${pointer}/${member}/field`, found: describe(value.field), allowed }];
  });

function periodIssues({ periods }: Pages, type: unknown, ownTypes: OwnTypes, pointer: string): Issue[] {
  if (periods === undefined) return [];
  const at = `${pointer}/periods`;
  if (typeof type !== "string")
    return [{ pointer: at, found: describe(periods), allowed: "a query that names a type" }];
  const found = ownTypes.get(type);
  if (!found || periods === PAGE_DATE) return [];
  const field = indexedFields(found).get(periods);
  return field?.kind === "date" && !field.isList
    ? []
    : [
        {
          pointer: at,
          found: describe(periods),
          allowed: "date, or an indexed field of the type with one date and no time",
        },
      ];
}

function issuesOf(pages: Pages, item: DrawnType, ownTypes: OwnTypes, pointer: string): Issue[] {
  const queries = item.queries ?? {};
  const query = Object.hasOwn(queries, pages.query) ? queries[pages.query] : undefined;
  const named = fieldIssues(pages, item, pointer);
  if (!query) {
    const allowed = `one of the queries ${Object.keys(queries).join(", ")}`;
    return [{ pointer: `${pointer}/query`, found: describe(pages.query), allowed }, ...named];
  }
  const cuts = (["limit", "offset"] as const).filter((member) => query[member] !== undefined);
  return [
    ...cuts.map((member) => ({
      pointer: `${pointer}/query`,
      found: `a query with ${member}`,
      allowed: "a query without limit and offset, because size divides it",
    })),
    ...named,
    ...periodIssues(pages, query.type, ownTypes, pointer),
  ];
}

export function pagesIssues({ id, contributes }: Manifest): Issue[] {
  const ownTypes = new Map((contributes.contentTypes ?? []).map((type) => [`${id}/${type.name}`, type]));
  return drawnTypes(contributes).flatMap(({ pointer, item }) =>
    item.pages ? issuesOf(item.pages, item, ownTypes, `${pointer}/pages`) : [],
  );
}
