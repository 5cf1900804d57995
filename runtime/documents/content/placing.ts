/**
 * Sections that show the sections of an entry, such as opening hours that stand on many pages. A page keeps the id of the
 * entry alone. The entry's sections join the page while it is drawn.
 */
import { PLACED_MAX_SECTIONS } from "../../../manifests/bounds/documents.ts";
import type { Page, RegionName } from "./content.ts";
import type { Section } from "./section.ts";
import { eachSection } from "./sectionWalk.ts";

/** The slot in which a section has the entry's sections while its page is drawn. No slot of a plugin has this name. */
export const PLACED = "placed_sections";

/** The field of a section type that names an entry, and the content type of the entry. */
export interface PlacingType {
  readonly field: string;
  readonly of: string;
}

/** The section types that show an entry, by qualified name. */
export type PlacingTypes = ReadonlyMap<string, PlacingType>;

/** An entry as a page shows it. `language` is present if it is not the page's. */
export interface PlacedEntry {
  readonly sections: readonly Section[];
  readonly language?: string | undefined;
}

/** A section with the sections of its entry. */
export interface PlacingSection extends Section {
  readonly language?: string | undefined;
}

/** The id of the entry that a section names. Undefined for sections of other types, and while a member has chosen none. */
export function entryPlaced({ type, fields }: Section, types: PlacingTypes): string | undefined {
  const placing = types.get(type);
  const id = placing && fields[placing.field];
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** The sections of a page that show an entry. */
export const placingIn = (page: Pick<Page, "sections">, types: PlacingTypes): Section[] =>
  types.size === 0
    ? []
    : [...eachSection(page.sections)].flatMap(({ section }) => (types.has(section.type) ? [section] : []));

/** The id of an entry's section in a page. No section of a member can have it. */
const placedId = (placing: string, id: string): string => `${placing}__${id}`;

/** The id of the place of an entry to which a drawn section belongs. Undefined for a page's own sections. */
export function placedIn(id: string): string | undefined {
  const [place, own] = id.split("__");
  return own === undefined ? undefined : place;
}

/** The id of the section that shows the entry to which a section of a drawn page belongs. Undefined for a page's own sections. */
export function placingOf(id: string, page: Pick<Page, "sections">, types: PlacingTypes): string | undefined {
  return placingIn(page, types).find((section) => id.startsWith(placedId(section.id, "")))?.id;
}

const mapped = (children: Section["children"], change: (section: Section) => Section): Pick<Section, "children"> =>
  children === undefined
    ? {}
    : { children: Object.fromEntries(Object.entries(children).map(([slot, nested]) => [slot, nested.map(change)])) };

/** Yields the sections of a drawn page without those of entries that it shows. */
export function* ownSections(sections: readonly Section[]): Generator<Section> {
  for (const section of sections) {
    yield section;
    for (const [slot, nested] of Object.entries(section.children ?? {}))
      if (slot !== PLACED) yield* ownSections(nested);
  }
}

/** A section of an entry in a page. A section that names an entry shows none there, so entries never contain each other. */
const inside = (placing: string, section: Section): Section => ({
  ...section,
  ...mapped(section.children, (nested) => inside(placing, nested)),
  id: placedId(placing, section.id),
});

/** The sections of entries that stand on every page, with ids that no section of a page has. */
export const inRegion = (name: string, entries: readonly PlacedEntry[]): PlacingSection[] =>
  entries.map(({ sections, language }, index) => {
    const id = `${name}_${index + 1}`;
    const children = { [PLACED]: sections.map((one) => inside(id, one)) };
    return { id, type: "", fields: {}, children, ...(language !== undefined && { language }) };
  });

/** The sections of entries that stand on every page, as a page of a language has them. */
export const regionSections = (
  site: { region?(name: RegionName, language: string): readonly PlacedEntry[] },
  language: string,
): Section[] =>
  (["header", "footer"] as const).flatMap((name) =>
    inRegion(name, site.region?.(name, language) ?? []).flatMap(({ children }) => children?.[PLACED] ?? []),
  );

/** The page with the sections of the entries that its sections name. The same page if it names none. */
export function withPlaced(
  page: Page,
  types: PlacingTypes,
  entryOf: (section: Section) => PlacedEntry | undefined,
): Page {
  if (placingIn(page, types).length === 0) return page;
  let left = PLACED_MAX_SECTIONS;
  const filled = (section: Section): PlacingSection => {
    if (!types.has(section.type)) return { ...section, ...mapped(section.children, filled) };
    const { sections = [], language } = entryOf(section) ?? {};
    const count = [...eachSection(sections)].length;
    const isShown = count <= left;
    if (isShown) left -= count;
    return {
      ...section,
      children: { [PLACED]: isShown ? sections.map((one) => inside(section.id, one)) : [] },
      ...(language !== undefined && { language }),
    };
  };
  return { ...page, sections: page.sections.map(filled) };
}
