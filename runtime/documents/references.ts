/** References to a page: fields of sections and values of entries that hold its id. */
import { expandSchema } from "../../manifests/fields/fieldSchema.ts";
import { isOfType } from "../../manifests/fields/fieldTypes.ts";
import { isObject } from "../../manifests/json/jsonObject.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import type { Page } from "./content/content.ts";
import { shownSections } from "./content/entry.ts";
import { eachSection } from "./content/sectionWalk.ts";
import type { PageIndex } from "./pageIndex.ts";

/** Pages that are read at once. Most of them contain the id as a reference. */
const READ_AT_ONCE = 50;
/** Pages that are read at most, so that an id which many texts contain costs no more. */
const READ_AT_MOST = 1_000;

/** The fields of a section type or content type, with references replaced. */
export type TypeFields = (type: string) => JsonSchema | undefined;

export function fieldsIn(types: readonly { readonly type: string; readonly fields: JsonSchema }[]): TypeFields {
  const known = new Map(types.map(({ type, fields }) => [type, fields]));
  return (type) => {
    const fields = known.get(type);
    return fields && expandSchema(fields);
  };
}

function names(schema: unknown, value: unknown, id: string): boolean {
  if (!isObject(schema)) return false;
  if (isOfType(schema, "drawbridge:page")) return value === id;
  if (Array.isArray(value)) return value.some((one) => names(schema["items"], one, id));
  const properties = schema["properties"];
  if (!isObject(value) || !isObject(properties)) return false;
  return Object.entries(value).some(([name, one]) => names(properties[name], one, id));
}

const refersTo = (page: Page, id: string, fieldsFor: TypeFields): boolean =>
  [...eachSection(shownSections(page))].some(({ section: { type, fields } }) => names(fieldsFor(type), fields, id));

interface ReferringPage {
  readonly id: string;
  readonly path: string;
  readonly title: string;
}

interface References {
  readonly items: readonly ReferringPage[];
  readonly more: boolean;
}

/** Pages of the draft that refer to a page, by path, and whether there may be more. */
export function referring(index: PageIndex, site: string, id: string, fieldsFor: TypeFields, most: number): References {
  const items: ReferringPage[] = [];
  let after = "";
  for (let read = 0; read < READ_AT_MOST; read += READ_AT_ONCE) {
    const found = index.containing(site, JSON.stringify(id), after, READ_AT_ONCE);
    for (const { id: from, path, title, body } of found) {
      if (from === id || !refersTo(JSON.parse(body) as Page, id, fieldsFor)) continue;
      if (items.length === most) return { items, more: true };
      items.push({ id: from, path, title });
    }
    if (found.length < READ_AT_ONCE) return { items, more: false };
    after = found.at(-1)?.path ?? "";
  }
  return { items, more: true };
}
