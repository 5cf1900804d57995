/** Answers that compare the draft with what visitors see. The API's description is generated from them. */
import * as z from "zod/mini";
import { documentId } from "../../documents/content/section.ts";
import { changed, count, kind, shownSectionId, version } from "../../documents/content/viewShapes.ts";

const sectionRef = { id: documentId, type: z.string() };
const pageChange = z.strictObject({
  id: documentId,
  change: z.enum(["added", "changed", "removed"]),
  path: z.string(),
  title: z.string(),
  /** The language and the group of the page. Absent on a site with one language. */
  language: z.optional(z.string()),
  group: z.optional(documentId),
  /** The draft's version, or 0 if the page is deleted. */
  version: count,
  /** The version that visitors see, or 0 if the page is new. */
  published: count,
  /** True if a publication of everything leaves the page out. */
  held: z.boolean(),
  ...changed,
  members: z.array(z.string()),
  sections: z.strictObject({
    added: z.array(z.strictObject(sectionRef)),
    removed: z.array(z.strictObject(sectionRef)),
    changed: z.array(z.strictObject({ ...sectionRef, fields: z.array(z.string()), members: z.array(z.string()) })),
    moved: z.array(z.strictObject(sectionRef)),
  }),
});

/**
 * The draft compared with what visitors see. `total` counts all documents written since. Those that are equal again are
 * not listed.
 */
export const changesView = z.strictObject({
  change: count,
  release: count,
  total: count,
  pages: z.array(pageChange),
  documents: z.array(
    z.strictObject({
      kind: z.enum(["navigation", "redirects", "theme", "settings", "types"]),
      version,
      published: count,
      ...changed,
      members: z.array(z.string()),
    }),
  ),
});
export type ChangesView = z.infer<typeof changesView>;

const differingValues = {
  values: z.array(
    z.strictObject({
      section: z.nullable(z.strictObject(sectionRef)),
      pointer: z.string(),
      was: z.unknown(),
      is: z.unknown(),
      isCut: z.boolean(),
    }),
  ),
  /** The number of differing values, unlisted ones included. */
  total: count,
};
/** The differences between two versions of a document. */
export const differenceView = z.strictObject(differingValues);
export type DifferenceView = z.infer<typeof differenceView>;

/** One document compared with what visitors see. `authors` wrote it since, the most recent first. */
export const documentChangeView = z.strictObject({
  kind,
  id: documentId,
  path: z.nullable(z.string()),
  title: z.nullable(z.string()),
  change: z.enum(["added", "changed", "removed", "none"]),
  /** The draft's version, or 0 if the page is deleted. */
  version: count,
  /** The version that visitors see, or 0 if the page is new. */
  published: count,
  authors: z.array(z.strictObject(changed)),
  ...differingValues,
});
export type DocumentChangeView = z.infer<typeof documentChangeView>;

/**
 * A possible publication. `documents` is the number of documents that would change. A choice with `missing` pages
 * cannot be published.
 */
export const publicationView = z.strictObject({
  change: count,
  release: count,
  documents: count,
  missing: z.array(
    z.strictObject({
      id: documentId,
      title: z.string(),
      path: z.string(),
      for: documentId,
      kind: z.optional(z.literal("navigation")),
    }),
  ),
  warnings: z.array(
    z.strictObject({
      code: z.enum([
        "heading_empty",
        "link_broken",
        "link_unpublished",
        "link_no_page",
        "picture_missing",
        "picture_undescribed",
        "picture_unpreviewed",
        "picture_remote",
        "heading_skipped",
        "code_plain",
        "directive_undrawn",
        "address_left",
        "anchor_missing",
        "link_refused",
        "html_shown",
        "import_marked",
        "section_held",
        "list_empty",
        "list_short",
        "entry_unpublished",
        "type_unpublished",
        "entry_of_other_type",
        "translation_open",
        "file_open",
      ]),
      kind,
      id: documentId,
      path: z.nullable(z.string()),
      title: z.nullable(z.string()),
      /** The page that a link leads to. */
      target: z.nullable(
        z.strictObject({ id: documentId, path: z.nullable(z.string()), title: z.nullable(z.string()) }),
      ),
      /** The link as the member wrote it, the name of the directive, or what marks stand for. Null without one. */
      link: z.nullable(z.string()),
      section: z.nullable(shownSectionId),
      /** The name of the section's type. */
      sectionTitle: z.nullable(z.string()),
      /** Parts of that which the page shows, and that the publication leaves behind. */
      unpublished: z.nullable(
        z.strictObject({
          /** The first of the pages. */
          pages: z.array(z.strictObject({ id: documentId, title: z.string() })),
          /** The number of all these pages, at most 1,000 of one list. */
          total: count,
          /** The number of those that a publication of everything leaves out, too. */
          held: count,
          /** The plural of a content type that visitors lack, or of which they lack a field. */
          type: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  total: count,
  /** Pages whose formatted texts were not read, because all texts together are too long. */
  unread: count,
  /** Lists that were not looked at, because there are too many, or an index of their entries is being made. */
  unreadLists: count,
});
export type PublicationView = z.infer<typeof publicationView>;
