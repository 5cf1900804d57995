/**
 * The shapes of a site's documents. A document is stored with a `version` beside it. Section fields are any JSON here;
 * the section's plugin has the schema that validates them.
 */
import * as z from "zod/mini";
import {
  NAVIGATION_MAX_DEPTH,
  NAVIGATION_MAX_ITEMS,
  PAGE_MAX_SECTIONS,
  PATH_MAX_CHARS,
  REDIRECTS_MAX_ENTRIES,
  REGION_MAX_ENTRIES,
  SECTION_MAX_DEPTH,
  SITE_MAX_LANGUAGES,
  SOURCE_MAX_CHARS,
  TEXT_MAX_CHARS,
  TITLE_MAX_CHARS,
} from "../../../manifests/bounds/documents.ts";
import { LINK_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import type { IndexedValue, IndexKind } from "../../../manifests/fields/indexed.ts";
import { entryType, image, line, link, LINK_SAYS, optionalLine } from "./valueShapes.ts";
import { settings } from "./settings.ts";
import { audience } from "./audience.ts";
import { asPagePath, isPagePath, PAGE_PATH_SAYS } from "../../../manifests/shapes/pagePath.ts";
import { ownTypesShape } from "../../../manifests/ownTypes/ownTypes.ts";
import type { Comparison } from "../../../manifests/shapes/comparison.ts";
import { described } from "../../commands/described.ts";
import { languageTag, spelledTag } from "./languages.ts";
import { instant, moment } from "./moments.ts";
import { documentId, section, sectionType } from "./section.ts";
import { eachSection } from "./sectionWalk.ts";

/** The address of a page. Callers may write it in any spelling, and get it back in the only one. */
export const pagePath = z
  .string()
  .check(z.overwrite(asPagePath), z.maxLength(PATH_MAX_CHARS), z.refine(isPagePath, PAGE_PATH_SAYS));

const sectionTree = z.array(section).check(
  z.maxLength(PAGE_MAX_SECTIONS),
  z.refine((sections) => {
    const all = [...eachSection(sections)];
    return all.length <= PAGE_MAX_SECTIONS && all.every(({ depth }) => depth < SECTION_MAX_DEPTH);
  }, `at most ${PAGE_MAX_SECTIONS} sections, nested at most ${SECTION_MAX_DEPTH} deep`),
  z.refine((sections) => {
    const ids = [...eachSection(sections)].map((entry) => entry.section.id);
    return new Set(ids).size === ids.length;
  }, "section ids that are unique in the page"),
);

export const page = z.strictObject({
  path: described(pagePath, "The page's address on the site, such as /services/roofs; / is the home page."),
  title: described(line(TITLE_MAX_CHARS), "Shown in browsers, lists and search results."),
  description: described(optionalLine(TEXT_MAX_CHARS), "One or two sentences for lists and search results."),
  collection: described(
    z.optional(z.string().check(z.maxLength(64), z.regex(/^[a-z][a-z0-9-]*$/, "a collection name"))),
    "Collection of the page, such as journal, for lists.",
  ),
  date: described(z.optional(moment), "Date of the page, such as 2026-03-12. Lists are ordered by it."),
  updated: described(z.optional(moment), "Date of the last revision that visitors see."),
  author: described(optionalLine(TITLE_MAX_CHARS), "Name of the author."),
  image: described(z.optional(image), "Picture of the page in lists and in link previews."),
  noindex: described(z.optional(z.boolean()), "True excludes the page from search engines, sitemap, feeds and lists."),
  audience: described(z.optional(audience), "Groups of readers who see the page; readers is all of them."),
  teaser: described(z.optional(z.boolean()), "Lists may show a page with an audience."),
  held: described(z.optional(z.boolean()), "True keeps the page out of publications that do not name it."),
  from: described(z.optional(instant), "Visitors see the published page from this time on."),
  until: described(z.optional(instant), "Visitors see the published page until this time."),
  language: described(
    z.optional(languageTag),
    "The page's language (BCP 47), such as de. Default: the language of the site.",
  ),
  translationOf: described(z.optional(documentId), "Id of the page that this page translates."),
  translatedFrom: described(
    z.optional(
      z.strictObject({
        page: described(documentId, "Id of the page that was translated."),
        version: described(z.int().check(z.gte(1)), "The version of that page."),
      }),
    ),
    "The page and version from which the translation was made. It is outdated when that page has changed since.",
  ),
  type: described(
    z.optional(entryType),
    "Content type of an entry: <plugin id>/<name>, or site/<name> for an owner's.",
  ),
  values: described(z.optional(z.record(z.string(), z.unknown())), "Values of an entry by field name."),
  source: described(optionalLine(SOURCE_MAX_CHARS), "Place that an import took the page from, such as wp:1234."),
  imported: described(
    z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits"))),
    "Digest of the page as the import wrote it.",
  ),
  sections: described(sectionTree, "The page's sections, from top to bottom."),
});

export type Page = z.infer<typeof page>;

export interface NavigationItem {
  label: string;
  link: string;
  children?: NavigationItem[] | undefined;
}

export const navigationItem: z.ZodMiniType<NavigationItem> = z.strictObject({
  label: described(line(TITLE_MAX_CHARS), "The text of the link."),
  link: described(link, LINK_SAYS),
  children: described(
    z.optional(z.array(z.lazy(() => navigationItem)).check(z.maxLength(NAVIGATION_MAX_ITEMS))),
    "Items below this item.",
  ),
});

const depthOf = (items: readonly NavigationItem[]): number =>
  items.length === 0 ? 0 : 1 + Math.max(...items.map((item) => depthOf(item.children ?? [])));

const menu = z.array(navigationItem).check(
  z.maxLength(NAVIGATION_MAX_ITEMS),
  z.refine((items) => depthOf(items) <= NAVIGATION_MAX_DEPTH, `menus nested at most ${NAVIGATION_MAX_DEPTH} deep`),
);

const menus = z.strictObject({
  header: described(menu, "At the top of every page."),
  footer: described(menu, "At the bottom of every page."),
});

/** Entries that stand on every page, each as a link to it. */
const regionEntries = z.array(z.string().check(z.regex(/^page:[a-z0-9][a-z0-9-]*$/, "page:<id>"))).check(
  z.maxLength(REGION_MAX_ENTRIES),
  z.refine((links) => new Set(links).size === links.length, "each entry once"),
);

const regions = z.strictObject({
  header: described(z.optional(regionEntries), "At the top of every page, in this order."),
  footer: described(z.optional(regionEntries), "At the bottom of every page, in this order."),
});
export type RegionName = keyof z.infer<typeof regions>;

export const navigation = z.strictObject({
  menus: described(menus, "All menus."),
  regions: described(z.optional(regions), "Shared sections that stand on every page, as page:<id>."),
  languages: described(
    z.optional(
      z
        .record(spelledTag, menus)
        .check(
          z.refine((all) => Object.keys(all).length <= SITE_MAX_LANGUAGES, `at most ${SITE_MAX_LANGUAGES} languages`),
        ),
    ),
    "Menus of pages in other languages, by the tag of the language. A language without its own has the menus above.",
  ),
});
export type Navigation = z.infer<typeof navigation>;

const redirectFrom = z
  .string()
  .check(
    z.maxLength(PATH_MAX_CHARS),
    z.regex(
      /^(?:https:\/\/[a-z0-9.-]+)?\/[^\s\\?#\p{Cc}]*(?:\?[^\s\\#*\p{Cc}]+)?$/u,
      "a path, which may end in /*, have parts such as :name, and parameters such as ?p=12",
    ),
  );

const redirectTo = z.string().check(
  z.maxLength(LINK_MAX_CHARS),
  // The rest of a path may stand behind the name of another host only, so that no visitor names the host.
  z.regex(
    /^(?:\/(?!\/)[^\s\\*\p{Cc}]*(?:\/\*)?|https:\/\/[^\s\\*\p{Cc}]+|https:\/\/[^\s\\/*?#@\p{Cc}]+(?:\/[^\s\\*?#\p{Cc}]*)?\/\*)$/u,
    "a path or an https address",
  ),
);

const askedFor = described(
  redirectFrom,
  "The requested path, in any spelling. /* at the end matches the path before it and all paths below. :name stands for one " +
    "part, * for any parts. ?name=value asks for parameters. A further hostname of the site may stand before the path.",
);

export const redirect = z.union([
  z.strictObject({
    from: askedFor,
    to: described(
      redirectTo,
      "A path or https address. /* at the end appends what * stands for; :name and :splat put it elsewhere.",
    ),
    status: described(
      z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]),
      "301 and 308 are permanent, 302 and 307 temporary.",
    ),
  }),
  z.strictObject({ from: askedFor, status: described(z.literal(410), "The page was removed; visitors get 410 Gone.") }),
]);
export type Redirect = z.infer<typeof redirect>;

export const redirects = z.strictObject({
  entries: described(
    z.array(redirect).check(
      z.maxLength(REDIRECTS_MAX_ENTRIES),
      z.refine((entries) => new Set(entries.map((entry) => entry.from)).size === entries.length, "each `from` once"),
    ),
    "All redirects. Each path may appear once as `from`.",
  ),
});
export type Redirects = z.infer<typeof redirects>;

/** Token values. The theme plugin's schemas validate them when the style sheet is made. */
const tokens = z.record(
  z.string().check(z.maxLength(64), z.regex(/^[a-z][a-z0-9-]*$/, "a token name")),
  z.union([z.string().check(z.maxLength(300)), z.number()]),
);

export const theme = z.strictObject({
  theme: described(sectionType, "<plugin id>/<theme name>."),
  scheme: described(
    z.union([z.literal("auto"), z.literal("light"), z.literal("dark")]),
    "auto follows the preference of the visitor's device.",
  ),
  tokens: described(
    z.strictObject({
      base: described(z.optional(tokens), "Values for both colour schemes."),
      light: described(z.optional(tokens), "Values for the light colour scheme."),
      dark: described(z.optional(tokens), "Values for the dark colour scheme."),
    }),
    "Values that replace the theme's own, by the names of its tokens.",
  ),
});
export type Theme = z.infer<typeof theme>;

/** The kinds of documents, with their schemas. A site has many pages, and one document of each other kind. */
export const DOCUMENT_KINDS = { page, navigation, redirects, theme, settings, types: ownTypesShape } as const;
export type DocumentKind = keyof typeof DOCUMENT_KINDS;
/** The kinds of which a site has exactly one document. */
export type SiteKind = Exclude<DocumentKind, "page">;
export type DocumentBody<K extends DocumentKind> = z.infer<(typeof DOCUMENT_KINDS)[K]>;

/** One comparison of an indexed field. All values have the form of the index. */
export interface FieldCondition {
  readonly field: string;
  readonly is: Comparison;
  readonly kind: IndexKind;
  /** The compared values; several only with `in`. A clock stands for the time of the site. */
  readonly values: readonly (IndexedValue | { readonly clock: "now" | "today" })[];
}

export interface PageQuery {
  collection?: string | undefined;
  under?: string | undefined;
  /** An order of pages, or an indexed field of the type, which a hyphen reverses. */
  order?: string | undefined;
  limit?: number | undefined;
  type?: string | undefined;
  where?: readonly FieldCondition[] | undefined;
  offset?: number | undefined;
  /** Fields whose values the results have, beside those of the index. */
  values?: readonly string[] | undefined;
  /** Only pages of these languages, as documents name them. Null stands for the language of the site. */
  languages?: readonly (string | null)[] | undefined;
  /** True finds pages of all languages. Without it, a page's queries find pages of its own language. */
  anyLanguage?: boolean | undefined;
  /** Exactly these pages, even those that other lists leave out. */
  ids?: readonly string[] | undefined;
  /** The fact of the list that the answer tells instead of its pages. */
  tells?: ListFact | undefined;
  /** The content types whose entries have no page. Only lists of such a type have them. */
  pageless?: ReadonlySet<string> | undefined;
}

/** A fact of a list: the number of its pages, their ids in order, or how many each month of a date has. */
export type ListFact = "count" | "ids" | `months:${string}`;

/** A month such as 2026-11, and the number of a list's pages in it. */
export interface MonthCount {
  readonly month: string;
  readonly total: number;
}

/** The facts of a page in query results and lists. `url` is absolute. An entry without a page has neither path nor URL. */
export interface PageSummary {
  id: string;
  path: string | null;
  url: string | null;
  title: string;
  description: string | null;
  /** The first words of a page without a description. Absent for a page without prose. */
  opening?: string;
  collection: string | null;
  date: string | null;
  updated: string | null;
  author: string | null;
  image: z.infer<typeof image> | null;
  /** The content type of an entry. Absent for other pages. */
  type?: string;
  /** True for a page that only readers with an account see. Its list shows it as a teaser. */
  teaser?: boolean;
  /** The indexed values of an entry, and those that the query names, by field name. Absent for other pages. */
  values?: Readonly<Record<string, unknown>>;
}

/** The initial content of a site: all required documents, and pages with their ids. */
export const siteDocument = z.strictObject({
  pages: z.array(z.extend(page, { id: documentId })).check(z.minLength(1)),
  navigation,
  redirects,
  settings,
});
export type SiteDocument = z.infer<typeof siteDocument>;
