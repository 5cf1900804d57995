/** The answers of the editing commands and reads. The API's description is generated from these. */
import * as z from "zod/mini";
import { PAGE_STATES } from "./pageList.ts";
import { documentId, navigation, page, redirects, settings, theme } from "../documents/content.ts";

const count = z.int().check(z.gte(0));
const version = z.int().check(z.gte(1));
/** Milliseconds since the epoch. */
const moment = z.int();
/** `<kind>:<id>` of who did it. */
const actor = z.string();
const kind = z.enum(["page", "navigation", "redirects", "theme", "settings"]);
const json = z.record(z.string(), z.unknown());

/** The cursor of the next page; null on the last one. */
const listOf = <T extends z.ZodMiniType, N extends z.ZodMiniType>(item: T, next: N) =>
  z.strictObject({ items: z.array(item), next: z.nullable(next) });

const written = { versions: z.array(z.strictObject({ kind, id: documentId, version })) };

/** New version of each document written; the document the command is for comes first. */
export const writtenView = z.strictObject(written);
export const pageCreatedView = z.strictObject({ ...written, page: documentId });
/** `moved` lists the page and those below it, with the paths before and now. */
export const movedView = z.strictObject({
  ...written,
  moved: z.array(z.strictObject({ from: z.string(), to: z.string() })),
});
export const sectionAddedView = z.strictObject({ ...written, section: documentId });
/** `created` lists the sections that are new, those inside others included. */
export const structureView = z.strictObject({
  ...written,
  created: z.array(z.strictObject({ operation: count, id: documentId, of: z.nullable(documentId) })),
});
/** `inverse` are the operations that take the edit back; `changed` names sections that are new, moved or say something else. */
export const editedView = z.strictObject({
  ...structureView.shape,
  inverse: z.array(z.record(z.string(), z.unknown())),
  changed: z.array(documentId),
});
/**
 * `order` lists the page's top-level sections. `sections` are the outermost ones that look otherwise; `html` is null
 * where the editor has to read the draft again. `beyond` says that more than these may look otherwise.
 */
export const pageLooksView = z.strictObject({
  change: count,
  order: z.array(documentId),
  sections: z.array(z.strictObject({ id: documentId, html: z.nullable(z.string()) })),
  beyond: z.boolean(),
});
export type PageLooksView = z.infer<typeof pageLooksView>;
export const editedShownView = z.strictObject({ ...editedView.shape, ...pageLooksView.shape });
/**
 * The parts that an editor needs to show it beside the page: the attributes of the root element, and the address of the
 * style sheet. For a theme, the text of the style sheet and the whole page as a document replace that address. Null
 * stands for a part that the editor did not ask for, or that is too long.
 */
export const previewView = z.strictObject({
  change: count,
  root: z.record(z.string(), z.string()),
  stylesheet: z.string(),
  css: z.nullable(z.string()),
  document: z.nullable(z.string()),
  sections: pageLooksView.shape.sections,
  issues: z.array(z.strictObject({ pointer: z.string(), found: z.string(), allowed: z.string() })),
});
export type PreviewView = z.infer<typeof previewView>;
const notices = z.array(
  z.strictObject({
    plugin: z.string(),
    code: z.enum(["check_skipped", "data_unavailable", "content_held"]),
    detail: z.string(),
    pages: count,
  }),
);
/** `notices` say what went on without being as it should; while building, the release's own list grows. */
export const publishedView = z.strictObject({
  release: count,
  sequence: count,
  state: z.enum(["ready", "building"]),
  changed: count,
  notices,
});

const scheduleState = z.enum(["waiting", "publishing", "published", "failed", "cancelled"]);
export const scheduleChangedView = z.strictObject({ schedule: z.string(), at: moment, state: scheduleState });

const building = z.nullable(z.strictObject({ release: version, done: count, total: count }));
const named = z.strictObject({ id: z.string(), version: z.string() });

export const contextView = z.strictObject({
  tenant: z.string(),
  site: z.string(),
  name: z.string(),
  language: z.string(),
  /** The IANA name of the site's time zone; UTC if the site names none. */
  timeZone: z.string(),
  origin: z.string(),
  hostnames: z.array(z.string()),
  /** The draft's change counter: raised by every change, named by a publication of exactly this draft. */
  change: count,
  /** Documents that were written since the release visitors see. */
  unpublished: count,
  release: count,
  sequence: count,
  refreshed: count,
  building,
  pages: count,
  versions: z.strictObject({ navigation: version, redirects: version, theme: version, settings: version }),
  plugins: z.strictObject({
    active: z.array(named),
    skipped: z.array(z.extend(named, { reason: z.string(), detail: z.string() })),
    missing: z.array(z.strictObject({ id: z.string(), pages: count, theme: z.boolean() })),
  }),
  loader: z.strictObject({ available: z.boolean(), reason: z.nullable(z.string()) }),
  /** The fill of the tenant's workspace, for all of its sites together. */
  room: z.strictObject({ bytes: count, maxBytes: count }),
});
export type ContextView = z.infer<typeof contextView>;

const sectionType = z.strictObject({
  type: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  plugin: named,
  fields: json,
  variants: z.array(z.strictObject({ name: z.string(), title: z.string() })),
  slots: z.array(z.strictObject({ name: z.string(), title: z.string(), max: z.optional(count) })),
  presets: z.array(json),
  maxPerPage: z.nullable(count),
  example: json,
});

/**
 * Everything an editor can put on a page of this site, with the schema of its fields. `inactive` are section types of
 * plugins that are installed and not active: the content of such a section can be changed, and none can be added.
 */
export const catalogueView = z.strictObject({
  sections: z.array(sectionType),
  inactive: z.array(sectionType),
  themes: z.array(
    z.strictObject({
      theme: z.string(),
      title: z.string(),
      description: z.string(),
      plugin: named,
      tokens: z.strictObject({ base: json, light: json, dark: json }),
    }),
  ),
});
export type CatalogueView = z.infer<typeof catalogueView>;

const changed = { changedBy: actor, changedAt: moment };

/** The reason why visitors do not reach the path of a page, which something else answers; null when they do. */
const unreachable = z.nullable(z.string());

/**
 * `published` is the version visitors see, null when they see none. `below` counts pages whose paths continue this
 * one's. The version of a deleted page is the last one with content.
 */
export const pagesView = listOf(
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
    ...changed,
  }),
  z.string(),
);
export type PagesView = z.infer<typeof pagesView>;

/** Documents of the draft with a link to a page; those beyond the first are not listed when `more` is true. */
export const backLinksView = z.strictObject({
  items: z.array(z.strictObject({ kind, id: documentId, path: z.nullable(z.string()), title: z.nullable(z.string()) })),
  more: z.boolean(),
});
export type BackLinksView = z.infer<typeof backLinksView>;

/** Pages a link may lead to, with the sections of each that it may lead to. */
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

/** A text's place in the draft; `section` is null for the page's own members. */
export const draftHitsView = listOf(
  z.strictObject({
    page: documentId,
    path: z.string(),
    title: z.string(),
    version,
    places: z.array(z.strictObject({ section: z.nullable(documentId), pointer: z.string(), excerpt: z.string() })),
  }),
  z.string(),
);
export type DraftHitsView = z.infer<typeof draftHitsView>;

/** `unavailable` are sections no active plugin shows: kept, and shown to nobody. */
export const pageView = z.strictObject({
  id: documentId,
  version,
  ...changed,
  body: page,
  unreachable,
  unavailable: z.array(z.strictObject({ section: documentId, type: z.string(), reason: z.string() })),
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
} as const;
export type DocumentView<K extends keyof typeof documentViews> = z.infer<(typeof documentViews)[K]>;

const sectionRef = { id: documentId, type: z.string() };
const pageChange = z.strictObject({
  id: documentId,
  change: z.enum(["added", "changed", "removed"]),
  path: z.string(),
  title: z.string(),
  /** The draft's version; 0 if the page is removed. */
  version: count,
  /** The version visitors see; 0 when the page is new. */
  published: count,
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
 * The draft beside what visitors see. `total` counts the documents written since; those put back as they were are not
 * listed.
 */
export const changesView = z.strictObject({
  change: count,
  release: count,
  total: count,
  pages: z.array(pageChange),
  documents: z.array(
    z.strictObject({
      kind: z.enum(["navigation", "redirects", "theme", "settings"]),
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
  /** Counts the values that differ, those that are not listed too. */
  total: count,
};
/** The differences between two versions of a document. */
export const differenceView = z.strictObject(differingValues);
export type DifferenceView = z.infer<typeof differenceView>;

/** One document beside what visitors see of it. `authors` wrote it since, the last one first. */
export const documentChangeView = z.strictObject({
  kind,
  id: documentId,
  path: z.nullable(z.string()),
  title: z.nullable(z.string()),
  change: z.enum(["added", "changed", "removed", "none"]),
  /** The draft's version; 0 if the page is removed. */
  version: count,
  /** The version visitors see; 0 when the page is new. */
  published: count,
  authors: z.array(z.strictObject(changed)),
  ...differingValues,
});
export type DocumentChangeView = z.infer<typeof documentChangeView>;

/** A publication that might be. `documents` counts what it would change; `missing` pages keep a choice from being published. */
export const publicationView = z.strictObject({
  change: count,
  release: count,
  documents: count,
  missing: z.array(z.strictObject({ id: documentId, title: z.string(), path: z.string(), for: documentId })),
  warnings: z.array(
    z.strictObject({
      code: z.enum(["link_broken", "link_unpublished", "picture_missing", "picture_undescribed", "address_left"]),
      kind,
      id: documentId,
      path: z.nullable(z.string()),
      title: z.nullable(z.string()),
      /** The page that a link leads to. */
      target: z.nullable(
        z.strictObject({ id: documentId, path: z.nullable(z.string()), title: z.nullable(z.string()) }),
      ),
      section: z.nullable(documentId),
    }),
  ),
  total: count,
});
export type PublicationView = z.infer<typeof publicationView>;

export const releasesView = listOf(
  z.strictObject({
    release: version,
    current: z.boolean(),
    state: z.enum(["building", "ready", "failed"]),
    createdBy: actor,
    createdAt: moment,
    finishedAt: z.nullable(moment),
    done: count,
    total: count,
    changed: count,
    problem: z.nullable(json),
    notices,
  }),
  version,
);
export type ReleasesView = z.infer<typeof releasesView>;

/** The paths that may differ for visitors after going back to a release. */
export const restorationView = z.strictObject({
  release: version,
  shown: count,
  paths: z.array(z.string()),
  /** True if there are further paths. */
  more: z.boolean(),
});
export type RestorationView = z.infer<typeof restorationView>;

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
      /** The reason of the failure: the code of the refusal and its evidence. */
      problem: z.nullable(json),
      /** The documents it publishes; null for the whole draft. */
      only: z.nullable(z.array(z.extend(documentRef, { title: z.nullable(z.string()) }))),
      /** For a waiting schedule: the changes since it was made to what it publishes. With any, it will fail. */
      changed: z.array(changedDocument),
    }),
  ),
});
export type SchedulesView = z.infer<typeof schedulesView>;
