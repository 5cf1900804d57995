/** The entries that pages show among their sections, at one moment of a site. */
import { QUERY_RESULTS_KEPT } from "../../manifests/bounds/documents.ts";
import { BoundedMap } from "../../manifests/memory/boundedMap.ts";
import type { Page } from "../documents/content/content.ts";
import { type LanguageSettings, tagOf } from "../documents/content/languages.ts";
import {
  type PlacedEntry,
  type PlacingTypes,
  entryPlaced,
  placingIn,
  withPlaced,
} from "../documents/content/placing.ts";
import type { Documents } from "../documents/documents.ts";

export interface PlacedAt {
  readonly documents: Pick<Documents, "get" | "translations" | "stampAt">;
  readonly site: string;
  readonly change: number;
  readonly settings: LanguageSettings;
  readonly types: PlacingTypes;
}

/** An entry, and the page of its group that a language shows. */
interface Chosen {
  readonly id: string;
  readonly language: string | undefined;
}

export class PlacedEntries {
  readonly #at: PlacedAt;
  readonly #entries = new BoundedMap<string, PlacedEntry | null>(QUERY_RESULTS_KEPT);

  constructor(at: PlacedAt) {
    this.#at = at;
  }

  /** A page with the entries that it shows, each in the page's language if it has a translation, and else as it was placed. */
  in(page: Page): Page {
    const { types, settings } = this.#at;
    const language = tagOf(page, settings);
    return withPlaced(page, types, (section) => {
      const id = entryPlaced(section, types);
      return id === undefined ? undefined : this.#entry(id, types.get(section.type)?.of ?? "", language);
    });
  }

  /** The entries that a page shows, or would show if they were published, with every page of their groups. */
  read(page: Page): ReadonlySet<string> {
    const named = placingIn(page, this.#at.types).flatMap((section) => entryPlaced(section, this.#at.types) ?? []);
    return new Set(named.flatMap((id) => [id, ...this.#group(id).flatMap((one) => [one.group, one.id])]));
  }

  /** The entries of a region in a language. An entry of a type that no section shows is no part of it. */
  region(links: readonly string[] = [], language: string): readonly PlacedEntry[] {
    const types = new Set([...this.#at.types.values()].map(({ of }) => of));
    return links.flatMap((link) => {
      const id = link.slice("page:".length);
      return [...types].flatMap((of) => this.#entry(id, of, language) ?? []);
    });
  }

  /** The versions of a region's entries in all languages, which change with what it shows. */
  stamps(links: readonly string[]): readonly unknown[] {
    const { documents, site, change } = this.#at;
    return links.flatMap((link) => {
      const id = link.slice("page:".length);
      const pages = new Set([id, ...this.#group(id).map((one) => one.id)]);
      return [...pages].map((page) => [page, documents.stampAt(site, { kind: "page", id: page }, change) ?? null]);
    });
  }

  #entry(id: string, of: string, language: string): PlacedEntry | undefined {
    const key = JSON.stringify([id, of, language]);
    const known = this.#entries.get(key);
    if (known !== undefined) return known ?? undefined;
    const found = this.#find(id, of, language);
    this.#entries.set(key, found ?? null);
    return found;
  }

  #find(id: string, of: string, language: string): PlacedEntry | undefined {
    const { documents, site, change } = this.#at;
    const chosen = this.#chosen(id, language);
    const body = documents.get(site, "page", chosen.id, change)?.body;
    // An entry for readers stands on no other page, because that page may be for everybody.
    return body?.type === of && !body.audience ? { sections: body.sections, language: chosen.language } : undefined;
  }

  #chosen(id: string, language: string): Chosen {
    const { settings } = this.#at;
    const group = this.#group(id).map((one) => ({
      ...one,
      tag: tagOf({ language: one.language ?? undefined }, settings),
    }));
    const inLanguage = group.find(({ tag }) => tag === language);
    if (inLanguage) return { id: inLanguage.id, language: undefined };
    const placed = group.find((one) => one.id === id) ?? group[0];
    return { id: placed?.id ?? id, language: placed?.tag };
  }

  /** The pages of an entry's group. None on a site with one language. */
  #group(id: string): { readonly id: string; readonly language: string | null; readonly group: string }[] {
    const { documents, site, change, settings } = this.#at;
    if (!settings.languages) return [];
    const group = documents.translations.group(site, id, change) ?? id;
    return documents.translations
      .pages(site, group, change)
      .map((page) => ({ id: page.id, language: page.language, group }));
  }
}
