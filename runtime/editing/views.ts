/** Answers of the editing commands and reads. The API's description is generated from them. */
import { described } from "../commands/described.ts";
import * as z from "zod/mini";
import { PAGE_STATES } from "./pageList.ts";
import { ownTypesShape } from "../../manifests/ownTypes/ownTypes.ts";
import { navigation, page, redirects, theme } from "../documents/content/content.ts";
import { settings } from "../documents/content/settings.ts";
import { documentId } from "../documents/content/section.ts";
import { actor, changed, count, kind, moment, shownSectionId, version } from "../documents/content/viewShapes.ts";
import { importRows, servedFiles } from "./showing/importing.ts";
import { pageLooksView } from "./showing/views.ts";

const json = z.record(z.string(), z.unknown());

/** The cursor of the next page; null on the last one. */
const listOf = <T extends z.ZodMiniType, N extends z.ZodMiniType>(item: T, next: N) =>
  z.strictObject({ items: z.array(item), next: z.nullable(next) });

const written = { versions: z.array(z.strictObject({ kind, id: documentId, version })) };

/** The new version of each written document. The command's main document comes first. */
export const writtenView = z.strictObject(written);
export const pageCreatedView = z.strictObject({ ...written, page: documentId });
/** `moved` lists the page and those below it, each with old and new path. */
export const movedView = z.strictObject({
  ...written,
  moved: z.array(z.strictObject({ from: z.string(), to: z.string() })),
});
export const sectionAddedView = z.strictObject({ ...written, section: documentId });
/** `created` lists new sections, nested ones included. */
export const structureView = z.strictObject({
  ...written,
  created: z.array(z.strictObject({ operation: count, id: documentId, of: z.nullable(documentId) })),
});
/** `inverse` are operations that undo the edit. `changed` lists sections that were added, moved or changed. */
export const editedView = z.strictObject({
  ...structureView.shape,
  inverse: z.array(z.record(z.string(), z.unknown())),
  changed: z.array(shownSectionId),
});
/**
 * `inverse` are operations that undo an edit. It is null for a new page, which a deletion takes back. It is null, too, for
 * a page that was replaced or deleted, because its last version can be restored.
 */
export const pagesBatchView = z.strictObject({
  ...written,
  pages: z.array(
    z.strictObject({
      page: documentId,
      path: z.nullable(z.string()),
      inverse: z.nullable(z.array(z.record(z.string(), z.unknown()))),
      isNew: z.optional(z.literal(true)),
    }),
  ),
});
export const editedShownView = z.strictObject({ ...editedView.shape, ...pageLooksView.shape });
const notices = z.array(
  z.strictObject({
    plugin: z.string(),
    code: z.enum(["check_skipped", "data_unavailable", "content_held"]),
    detail: z.string(),
    pages: count,
  }),
);
/** `notices` report problems that did not stop the publication. While it is building, the release's own list grows. */
/** True if an owner published, or scheduled, changes that nobody had approved. */
const passedReview = { passedReview: z.optional(z.literal(true)) };

export const publishedView = z.strictObject({
  release: count,
  sequence: count,
  state: z.enum(["ready", "building"]),
  changed: count,
  notices,
  ...passedReview,
});

const scheduleState = z.enum(["waiting", "publishing", "published", "failed", "cancelled"]);
export const scheduleChangedView = z.strictObject({
  schedule: z.string(),
  at: moment,
  state: scheduleState,
  ...passedReview,
});

const building = z.nullable(z.strictObject({ release: version, done: count, total: count }));
const named = z.strictObject({ id: z.string(), version: z.string() });

export const contextView = z.strictObject({
  tenant: z.string(),
  site: z.string(),
  name: z.string(),
  language: z.string(),
  /** The IANA name of the site's time zone. Default: UTC. */
  timeZone: z.string(),
  origin: z.string(),
  hostnames: z.array(z.string()),
  /** The draft's change counter. Every change increments it, and a publication of exactly this draft names it. */
  change: count,
  /** Number of documents written since the published release. */
  unpublished: count,
  release: count,
  sequence: count,
  refreshed: count,
  building,
  pages: count,
  versions: z.strictObject({
    navigation: version,
    redirects: version,
    theme: version,
    settings: version,
    types: count,
  }),
  plugins: z.strictObject({
    active: z.array(named),
    skipped: z.array(z.extend(named, { reason: z.string(), detail: z.string() })),
    missing: z.array(z.strictObject({ id: z.string(), pages: count, theme: z.boolean() })),
  }),
  loader: z.strictObject({ available: z.boolean(), reason: z.nullable(z.string()) }),
  /** The languages to which the asking member is limited. Null without a limit. */
  limitedTo: z.optional(z.nullable(z.array(z.string()))),
  /** True if some publications need an approval. */
  review: z.boolean(),
  /** The used and allowed size of the tenant's workspace, all sites together. */
  room: z.strictObject({ bytes: count, maxBytes: count }),
});
export type ContextView = z.infer<typeof contextView>;

const offered = { title: z.string(), description: z.string(), plugin: named, fields: json };

const sectionType = z.strictObject({
  ...offered,
  type: z.string(),
  category: z.string(),
  variants: z.array(z.strictObject({ name: z.string(), title: z.string() })),
  slots: z.array(z.strictObject({ name: z.string(), title: z.string(), max: z.optional(count) })),
  presets: z.array(json),
  maxPerPage: z.nullable(count),
  places: described(
    z.optional(z.strictObject({ field: z.string(), of: z.string() })),
    "The field that names the entry whose sections the section shows, and the entry's content type.",
  ),
  example: json,
});

const contentTypeChoice = z.strictObject({
  ...offered,
  type: z.string(),
  plural: z.string(),
  address: described(z.nullable(z.string()), "The path of a new entry, with {slug}. Null if entries have no page."),
  order: z.nullable(z.string()),
  index: described(z.array(z.string()), "Names of the fields by which lists filter and order entries."),
  emptyAs: described(
    z.record(z.string(), z.string()),
    "Indexed fields, each with the field whose value lists take while it is empty.",
  ),
  start: described(json, "The values that a new entry starts with: those that the type requires."),
  sections: described(
    z.array(z.strictObject({ type: z.string(), variant: z.optional(z.string()), fields: json })),
    "The sections that a new entry starts with.",
  ),
  template: described(z.optional(documentId), "The page whose sections a new entry starts with instead."),
  begins: described(
    z.optional(z.string()),
    "The field with the content type of pages that begin as a copy of an entry. Present for types of page templates.",
  ),
});

/**
 * Everything that an editor can put on a page of this site, with schemas. `inactive` and `inactiveTypes` are of installed
 * but inactive plugins: existing sections and entries can be edited, none can be added.
 */
export const catalogueView = z.strictObject({
  sections: z.array(sectionType),
  inactive: z.array(sectionType),
  contentTypes: z.array(contentTypeChoice),
  inactiveTypes: z.array(contentTypeChoice),
  themes: z.array(
    z.strictObject({
      theme: z.string(),
      title: z.string(),
      description: z.string(),
      plugin: named,
      tokens: z.strictObject({ base: json, light: json, dark: json }),
    }),
  ),
  directives: described(
    z.array(
      z.strictObject({
        ...offered,
        directive: z.string(),
        as: z.enum(["mark", "block"]),
        example: z.strictObject({ fields: json, content: z.string() }),
      }),
    ),
    "Marks and blocks that plugins draw in formatted texts.",
  ),
  imports: importRows,
  files: servedFiles,
});
export type CatalogueView = z.infer<typeof catalogueView>;

/** The reason why visitors do not reach a page's path. Null if they do. */
const unreachable = z.nullable(z.string());
const pageless = described(z.optional(z.literal(true)), "An entry that lives in lists, and has no page for visitors.");

/**
 * `published` is the version that visitors see, or null. `below` counts pages whose paths begin with this page's path.
 * The version of a deleted page is its last one with a body.
 */
export const pagesView = z.strictObject({
  items: z.array(
    z.strictObject({
      id: documentId,
      path: z.string(),
      title: z.string(),
      collection: z.nullable(z.string()),
      version,
      published: z.nullable(version),
      state: z.enum(PAGE_STATES),
      below: count,
      unreachable,
      pageless,
      /** True if a publication of everything leaves the page out. */
      held: z.boolean(),
      /** The time in which visitors see the published page, in milliseconds since the epoch. Null without an end. */
      from: z.nullable(count),
      until: z.nullable(count),
      type: described(z.optional(z.string()), "The content type. Only in lists of a type."),
      values: described(z.optional(json), "The indexed values, or all. Only in lists of a type."),
      ...changed,
    }),
  ),
  next: z.nullable(z.string()),
  total: described(
    z.optional(count),
    "The number of matching pages. Only at the beginning of a list that filters or orders.",
  ),
});
export type PagesView = z.infer<typeof pagesView>;

/** The pages of the draft, each with what an import has noted about it. */
export const pageSourcesView = z.strictObject({
  items: z.array(
    z.strictObject({
      id: documentId,
      path: z.string(),
      version,
      source: described(z.nullable(z.string()), "The place from which an import took the page."),
      imported: described(z.nullable(z.string()), "Digest of the page as the import wrote it."),
    }),
  ),
  next: z.nullable(z.string()),
});
export type PageSourcesView = z.infer<typeof pageSourcesView>;

/** Documents of the draft that link or refer to a page. `more` is true if there are unlisted ones. */
export const backLinksView = z.strictObject({
  items: z.array(z.strictObject({ kind, id: documentId, path: z.nullable(z.string()), title: z.nullable(z.string()) })),
  more: z.boolean(),
});
export type BackLinksView = z.infer<typeof backLinksView>;

/** Pages that a link may lead to, each with its linkable sections. */
export const linkTargetsView = listOf(
  z.strictObject({
    page: documentId,
    path: z.string(),
    title: z.string(),
    link: z.string(),
    anchors: z.array(z.strictObject({ link: z.string(), label: z.string() })),
  }),
  z.string(),
);
export type LinkTargetsView = z.infer<typeof linkTargetsView>;

/** A text's position in the draft. `section` is null for the page's own members. */
export const draftHitsView = listOf(
  z.strictObject({
    page: documentId,
    path: z.string(),
    title: z.string(),
    version,
    places: z.array(z.strictObject({ section: z.nullable(shownSectionId), pointer: z.string(), excerpt: z.string() })),
  }),
  z.string(),
);
export type DraftHitsView = z.infer<typeof draftHitsView>;

/** `unavailable` lists sections that no active plugin renders. They are stored but not shown. */
export const pageView = z.strictObject({
  id: documentId,
  version,
  ...changed,
  body: page,
  unreachable,
  pageless,
  unavailable: z.array(z.strictObject({ section: shownSectionId, type: z.string(), reason: z.string() })),
});
export type PageView = z.infer<typeof pageView>;

const revision = z.strictObject({
  version,
  deleted: z.boolean(),
  path: z.nullable(z.string()),
  title: z.nullable(z.string()),
  ...changed,
});
export const revisionsView = listOf(revision, version);
export type RevisionsView = z.infer<typeof revisionsView>;
export const revisionView = z.extend(revision, { body: page });
export type RevisionView = z.infer<typeof revisionView>;

const documentOf = <T extends z.ZodMiniType>(body: T) => z.strictObject({ version, ...changed, body });
export const documentViews = {
  navigation: documentOf(navigation),
  redirects: documentOf(redirects),
  theme: documentOf(theme),
  settings: documentOf(settings),
  /** Version 0 before the first type. */
  types: z.extend(documentOf(ownTypesShape), { version: count }),
} as const;
export type DocumentView<K extends keyof typeof documentViews> = z.infer<(typeof documentViews)[K]>;

export const releasesView = listOf(
  z.strictObject({
    release: version,
    current: z.boolean(),
    state: z.enum(["building", "ready", "failed"]),
    createdBy: actor,
    joined: described(z.array(actor), "The others whose publications the release carries, in the order of asking."),
    createdAt: moment,
    finishedAt: z.nullable(moment),
    done: count,
    total: count,
    changed: count,
    bytes: described(count, "Bytes that the release added to the database. 0 for a release of an earlier version."),
    problem: z.nullable(json),
    notices,
  }),
  version,
);
export type ReleasesView = z.infer<typeof releasesView>;

export const deletedReleaseView = z.strictObject({ release: version, deleted: z.literal(true) });

/** Paths that would look different for visitors after going back to a release. */
export const restorationView = z.strictObject({
  release: version,
  shown: count,
  paths: z.array(z.string()),
  /** True if there are further paths. */
  more: z.boolean(),
  /** The first addresses of pages that are for readers now, and would be for everybody then. */
  opened: z.array(z.string()),
  /** True if there are further ones. */
  moreOpened: z.boolean(),
});
export type RestorationView = z.infer<typeof restorationView>;

/** A release, and how visitors' site differs from what they saw before it. */
export interface OutcomeView {
  readonly item: ReleasesView["items"][number];
  /** Null while the release is being made, and if the one before it is gone. */
  readonly since: RestorationView | null;
}

const documentRef = z.strictObject({ kind, id: documentId });
const changedDocument = z.strictObject({ kind, id: documentId, version: count, ...changed });

export const schedulesView = z.strictObject({
  items: z.array(
    z.strictObject({
      schedule: z.string(),
      at: moment,
      label: z.nullable(z.string()),
      state: scheduleState,
      createdBy: actor,
      createdAt: moment,
      finishedAt: z.nullable(moment),
      release: z.nullable(version),
      /** The reason of the failure: the refusal's code and its evidence. */
      problem: z.nullable(json),
      /** The documents that the schedule publishes. Null for the whole draft. */
      only: z.nullable(z.array(z.extend(documentRef, { title: z.nullable(z.string()) }))),
      /** The documents that a schedule of everything leaves out. */
      except: z.array(z.extend(documentRef, { title: z.nullable(z.string()) })),
      willRun: described(
        z.boolean(),
        "True while the schedule waits or is being published. False for a waiting one that `changed` will stop.",
      ),
      /** For a waiting schedule, later changes of the documents that it publishes. With any, it will fail. */
      changed: z.array(changedDocument),
    }),
  ),
});
export type SchedulesView = z.infer<typeof schedulesView>;
