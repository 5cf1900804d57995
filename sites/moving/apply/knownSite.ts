import { LIST_MAX_ROWS } from "../../../manifests/bounds/api.ts";
import { checkFieldSchema } from "../../../manifests/fields/fieldSchema.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { homeOf, type LanguageSettings } from "../../../runtime/documents/content/languages.ts";
import type { ImportRow } from "../tree/imports.ts";
import type { PresentPage, PresentSite } from "../plan/site.ts";
import { type Door, patiently, type ImportedFile } from "./door.ts";

interface Listed<T> {
  readonly items: readonly T[];
  readonly next: string | number | null;
}

async function all<T>(door: Door, path: string): Promise<T[]> {
  const found: T[] = [];
  for (let cursor: string | number | null = ""; cursor !== null;) {
    const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const query: string = `${path.includes("?") ? "&" : "?"}limit=${LIST_MAX_ROWS}${from}`;
    const answer: Listed<T> = await patiently(door, () => door.get<Listed<T>>(`${path}${query}`));
    found.push(...answer.items);
    cursor = answer.next;
  }
  return found;
}

export const knownPages = (door: Door): Promise<PresentPage[]> => all<PresentPage>(door, "/api/page-sources");

/** Imported pages that members have deleted since. */
export const deletedPages = (door: Door): Promise<PresentPage[]> =>
  all<PresentPage>(door, "/api/page-sources?deleted=true");

/** The files of the site. */
export const knownFiles = (door: Door): Promise<ImportedFile[]> => all<ImportedFile>(door, "/api/media");

interface Catalogue {
  readonly sections: readonly { readonly type: string; readonly fields: JsonSchema }[];
  readonly contentTypes: readonly { readonly type: string }[];
  /** Absent at a site of an earlier version. */
  readonly imports?: readonly (Omit<ImportRow, "name"> & { readonly of: readonly string[] })[];
  /** Absent at a site of an earlier version. */
  readonly files?: PresentSite["files"];
}

/**
 * The rows of plugins. Each section has the schema of its type. A site of a later version may have fields that this
 * program does not know; their shortcodes stay marked.
 */
function rowsOf({ sections, imports = [] }: Catalogue): ImportRow[] {
  const schemas = new Map(
    sections.flatMap(({ type, fields }) => (checkFieldSchema(fields).length === 0 ? [[type, fields] as const] : [])),
  );
  return imports.flatMap(({ of, section, ...row }) => {
    const schema = section && schemas.get(section.type);
    const made = section && schema ? { section: { ...section, schema } } : {};
    return of.map((name): ImportRow => ({ name, ...row, ...made }));
  });
}

/** The home pages of members that have no section. */
async function emptyHomes(
  door: Door,
  pages: readonly PresentPage[],
  { languages = [] }: LanguageSettings,
): Promise<PresentPage[]> {
  const homes = new Set(["/", ...languages.map(homeOf)]);
  const found: PresentPage[] = [];
  for (const page of pages.filter(({ source, path }) => source === null && homes.has(path))) {
    const { body } = await patiently(door, () => door.get<{ readonly body: Page }>(`/api/pages/${page.id}`));
    if (body.sections.length === 0) found.push(page);
  }
  return found;
}

export async function knownSite(door: Door): Promise<PresentSite> {
  const catalogue = await patiently(door, () => door.get<Catalogue>("/api/catalogue"));
  const { sections, contentTypes } = catalogue;
  const { body: languages } = await patiently(door, () =>
    door.get<{ readonly body: LanguageSettings }>("/api/settings"),
  );
  const pages = await knownPages(door);
  return {
    pages,
    emptyHomes: await emptyHomes(door, pages, languages),
    deleted: await deletedPages(door),
    languages,
    sections: new Set(sections.map(({ type }) => type)),
    contentTypes: new Set(contentTypes.map(({ type }) => type)),
    rows: rowsOf(catalogue),
    files: catalogue.files ?? [],
  };
}
