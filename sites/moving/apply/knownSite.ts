import { LIST_MAX_ROWS } from "../../../manifests/bounds/api.ts";
import type { LanguageSettings } from "../../../runtime/documents/content/languages.ts";
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

/** The files of the site. */
export const knownFiles = (door: Door): Promise<ImportedFile[]> => all<ImportedFile>(door, "/api/media");

export async function knownSite(door: Door): Promise<PresentSite> {
  const { sections, contentTypes } = await patiently(door, () =>
    door.get<{
      readonly sections: readonly { readonly type: string }[];
      readonly contentTypes: readonly { readonly type: string }[];
    }>("/api/catalogue"),
  );
  const { body: languages } = await patiently(door, () =>
    door.get<{ readonly body: LanguageSettings }>("/api/settings"),
  );
  return {
    pages: await knownPages(door),
    deleted: await all<PresentPage>(door, "/api/page-sources?deleted=true"),
    languages,
    sections: new Set(sections.map(({ type }) => type)),
    contentTypes: new Set(contentTypes.map(({ type }) => type)),
  };
}
