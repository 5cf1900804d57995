/** References to entries whose field names their content type in `of`. */
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { isOfType } from "../../../manifests/fields/fieldTypes.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { encodePointer } from "../../../manifests/refusals/pointer.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { Page } from "../../documents/content/content.ts";
import { ENTRY, shownSections } from "../../documents/content/entry.ts";
import type { Section } from "../../documents/content/section.ts";
import { eachSection, sectionPointer } from "../../documents/content/sectionWalk.ts";
import type { DocumentWrite, Documents } from "../../documents/documents.ts";
import type { SectionTypes } from "./prospect.ts";

interface TypedReference {
  readonly path: readonly PropertyKey[];
  readonly id: string;
  /** The content type that the field names. */
  readonly of: string;
}

/** A reference to an entry of another content type. */
interface OtherReference extends TypedReference {
  readonly section: Section;
}

type PropertyPath = readonly PropertyKey[];

function* referencesOf(
  schema: unknown,
  value: unknown,
  path: PropertyPath,
  around?: string,
): Generator<TypedReference> {
  if (!isObject(schema) || value === undefined) return;
  const of = typeof schema["of"] === "string" ? schema["of"] : around;
  if (typeof value === "string") {
    if (of !== undefined && isOfType(schema as JsonSchema, "drawbridge:page")) yield { path, id: value, of };
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* referencesOf(schema["items"], item, [...path, at], of);
  } else if (isObject(value) && isObject(schema["properties"])) {
    for (const [name, inner] of Object.entries(value))
      yield* referencesOf(schema["properties"][name], inner, [...path, name]);
  }
}

/** Schemas that name a type somewhere. Others have no reference to look for. */
const naming = new WeakMap<JsonSchema, boolean>();

function namesType(fields: JsonSchema): boolean {
  const known = naming.get(fields) ?? JSON.stringify(fields).includes('"of":');
  naming.set(fields, known);
  return known;
}

/** The content type of a page. Null for a page without one, undefined if there is no such page. */
type TypeOfPage = (id: string) => string | null | undefined;

/** The references of a page that lead to entries of another content type. Those to no page are not among them. */
export function otherReferences(
  page: Page,
  types: Pick<SectionTypes, "sectionType">,
  typeOf: TypeOfPage,
): OtherReference[] {
  return [...eachSection(shownSections(page))].flatMap(({ section }) => {
    const fields = types.sectionType(section.type)?.fields as JsonSchema | undefined;
    if (!fields || !namesType(fields)) return [];
    return [...referencesOf(expandSchema(fields), section.fields, [])].flatMap((found) => {
      const type = typeOf(found.id);
      return type === undefined || type === found.of ? [] : [{ ...found, section }];
    });
  });
}

/** The types of the draft's pages, with those that the same change writes. */
export function draftTypes(
  documents: Pick<Documents, "placeOf" | "change">,
  site: string,
  beside: readonly DocumentWrite[] = [],
): TypeOfPage {
  const written = pagesIn(beside);
  return (id) => {
    const page = written.get(id);
    if (page !== undefined) return page === null ? undefined : (page.type ?? null);
    return documents.placeOf(site, id, documents.change(site))?.type;
  };
}

type WrittenPages = ReadonlyMap<string, Page | null>;

/** The pages of a change, by id. Each of its pages asks for them. */
const changes = new WeakMap<readonly DocumentWrite[], WrittenPages>();

function pagesIn(writes: readonly DocumentWrite[]): WrittenPages {
  const known = changes.get(writes);
  if (known) return known;
  const pages = new Map(writes.flatMap(({ kind, id, body }) => (kind === "page" ? [[id, body as Page | null]] : [])));
  changes.set(writes, pages);
  return pages;
}

/** Refuses references to entries of another type, unless the page had them before its field named a type. */
export function referenceIssues(
  { body, before }: { readonly body: Page; readonly before: () => readonly Page[] },
  types: Pick<SectionTypes, "sectionType">,
  typeOf: TypeOfPage,
): Issue[] {
  const found = otherReferences(body, types, typeOf);
  if (found.length === 0) return [];
  const had = new Set(
    before().flatMap((page) => otherReferences(page, types, typeOf).map(({ id, of }) => `${of} ${id}`)),
  );
  return found
    .filter(({ id, of }) => !had.has(`${of} ${id}`))
    .map(({ section, path, id, of }) => ({
      pointer: pointerOf(body, section) + encodePointer(path),
      found: id,
      allowed: `the id of an entry of ${of}`,
    }));
}

const pointerOf = (body: Page, { id }: Section): string =>
  id === ENTRY ? "/values" : `${sectionPointer(body.sections, id) ?? ""}/fields`;
