import { DRAFT_SEARCH_PAGES_READ } from "../../manifests/bounds/agents.ts";
import { GALLERIES_LISTED } from "../../manifests/bounds/media.ts";
import type { Section } from "../documents/content/section.ts";
import { eachSection } from "../documents/content/sectionWalk.ts";
import type { Documents } from "../documents/documents.ts";
import { catalogueOf } from "../editing/catalogue.ts";
import type { DraftPage, History } from "../documents/history.ts";
import type { CatalogueView } from "../editing/views.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Sites } from "../tenancy/sites.ts";
import { pictureListsOf } from "./pictureLists.ts";
import type { GalleriesView, GalleryView } from "./views.ts";

type SectionType = CatalogueView["sections"][number];

interface GalleryParts {
  readonly documents: Documents;
  readonly history: History;
  readonly plugins: PluginShelf;
  readonly sites: Sites;
}

/**
 * Finds galleries: fields of the draft's sections that are lists of pictures. So a member can add a file to one without
 * knowing the section's plugin.
 */
export class Galleries {
  readonly #parts: GalleryParts;

  constructor(parts: GalleryParts) {
    this.#parts = parts;
  }

  /** Lists galleries, ordered by path. `cursor` is `next` of the previous answer. */
  list(site: string, cursor: string | null): GalleriesView {
    const types = this.#types(site);
    const { history } = this.#parts;
    const rows = history.bodies(site, cursor ?? "", DRAFT_SEARCH_PAGES_READ);
    const items: GalleryView[] = [];
    let last: string | null = null;
    for (const row of rows) {
      items.push(...onPage(row, types));
      last = row.path;
      if (items.length >= GALLERIES_LISTED) break;
    }
    const isEnd = rows.length < DRAFT_SEARCH_PAGES_READ && last === (rows.at(-1)?.path ?? null);
    return { items, next: isEnd ? null : last };
  }

  /** Lists the galleries of one page. Empty for an unknown page. */
  onPage(site: string, id: string): GalleryView[] {
    const types = this.#types(site);
    const page = this.#parts.documents.get(site, "page", id);
    return page ? onPage({ id, path: page.body.path, version: page.version, body: page.body }, types) : [];
  }

  #types(site: string): ReadonlyMap<string, SectionType> {
    const { plugins, sites } = this.#parts;
    sites.get(site);
    return new Map(catalogueOf(plugins.forSite(site)).sections.map((type) => [type.type, type]));
  }
}

const onPage = (page: DraftPage, types: ReadonlyMap<string, SectionType>): GalleryView[] =>
  [...eachSection(page.body.sections)].flatMap(({ section }) => {
    const type = types.get(section.type);
    return type ? inSection(page, section, type) : [];
  });

const inSection = (
  { id, path, version, body }: DraftPage,
  section: Section,
  { type, title, fields }: SectionType,
): GalleryView[] =>
  pictureListsOf(fields).map(({ field, title: fieldTitle, most, picture, entry }) => {
    const held = section.fields[field];
    const pictures = Array.isArray(held) ? held.length : 0;
    return {
      page: id,
      path,
      title: body.title,
      version,
      section: section.id,
      type,
      typeTitle: title,
      field,
      fieldTitle,
      pictures,
      most,
      picture,
      entry,
    };
  });
