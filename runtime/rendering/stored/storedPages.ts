/**
 * Further pages of what a plugin has stored for a page, such as older comments. The kernel reads the plugin's storage
 * when a visitor asks for such a page. So no code runs, and a long list costs the page itself nothing.
 */
import { LIST_MAX_PAGES } from "../../../manifests/bounds/documents.ts";
import { type PlacedPart, furtherAddress } from "../../../manifests/shapes/furtherAddress.ts";
import type { Contributions, SectionEntry } from "../../contributions/points.ts";
import type { Page } from "../../documents/content/content.ts";
import { shownSections } from "../../documents/content/entry.ts";
import { ownSections } from "../../documents/content/placing.ts";

/** The keys of a plugin's storage behind one of them. */
export interface StoredRange {
  readonly plugin: string;
  readonly prefix: string;
  readonly after: string;
}

/** Reads what plugins have stored at the site. */
export interface StoredReader {
  /** The number of keys in a range, of at most `most`. */
  count(range: StoredRange, most: number): number;
  /** The values of a part of a range, in the order of their keys. */
  values(range: StoredRange, part: { readonly offset: number; readonly limit: number }): readonly unknown[];
}

interface SectionData {
  readonly value: Readonly<Record<string, unknown>> | null;
}

/** The parts of a page's input that decide its further pages. */
export interface StoredInput {
  readonly id: string;
  readonly page: Page;
  readonly part?: PlacedPart | undefined;
  readonly data?: ReadonlyMap<string, SectionData> | undefined;
  readonly site: { readonly stored?: StoredReader | undefined };
}

interface StoredPages {
  readonly section: string;
  readonly range: StoredRange;
  readonly size: number;
  readonly reader: StoredReader;
}

/**
 * The further pages of the first section that has them. They begin behind the last key that the section's data show.
 * A page for readers has none, because everybody could ask for them.
 */
function storedPages(input: StoredInput, { sections }: Types): StoredPages | undefined {
  const { page, site } = input;
  if (!site.stored || page.audience) return undefined;
  for (const section of ownSections(shownSections(page))) {
    const entry = sections.get(section.type);
    const further = entry && furtherOf(entry);
    if (!entry || !further) continue;
    const range = rangeOf(input, section.id, entry, further.prefix);
    return range && { section: section.id, range, size: further.size, reader: site.stored };
  }
  return undefined;
}

const furtherOf = ({ plugin, item }: SectionEntry) =>
  plugin.grant?.capabilities.storage ? item.data?.further : undefined;

/** The keys behind those that the data of a section show. Undefined if the data name no key of this page. */
function rangeOf(
  { id, data }: StoredInput,
  section: string,
  { plugin }: SectionEntry,
  start: string,
): StoredRange | undefined {
  const [prefix, after] = [`${start}${id}:`, data?.get(section)?.value?.["after"]];
  return typeof after === "string" && after.startsWith(prefix) ? { plugin: plugin.id, prefix, after } : undefined;
}

type Types = Pick<Contributions, "sections">;

function pagesOf({ reader, range, size }: StoredPages): number {
  const most = (LIST_MAX_PAGES - 1) * size;
  return 1 + Math.ceil(reader.count(range, most) / size);
}

/** The number of pages that a page has with the further ones of its storage. Undefined for one without, and for a period. */
export function storedPagesIn(input: StoredInput, types: Types, period?: string): number | undefined {
  const pages = period === undefined ? storedPages(input, types) : undefined;
  const count = pages ? pagesOf(pages) : 1;
  return count > 1 ? count : undefined;
}

/** Further pages for templates. On the page itself, `entries` is empty, because the section's data show the first ones. */
function furtherScope(pages: StoredPages, { page, part }: StoredInput): object | null {
  const { number, list }: PlacedPart = part ?? { list: page.path, number: 1 };
  const count = pagesOf(pages);
  if (count === 1) return null;
  const link = (one: number) => ({ number: one, url: furtherAddress({ list, number: one }) });
  const { reader, range, size } = pages;
  return {
    number,
    count,
    entries: number === 1 ? [] : reader.values(range, { offset: (number - 2) * size, limit: size }),
    first: link(1),
    previous: number > 1 ? link(number - 1) : null,
    next: number < count ? link(number + 1) : null,
    last: link(count),
  };
}

/** The data of a section, and its further pages. */
export function computedScope(input: StoredInput, section: string, { item }: SectionEntry, types: Types): object {
  const data = input.data?.get(section)?.value ?? null;
  if (!item.data?.further) return { data };
  const pages = storedPages(input, types);
  return { data, further: pages?.section === section ? furtherScope(pages, input) : null };
}
