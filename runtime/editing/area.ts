import { defineArea, needed, readsFrom } from "../area/area.ts";
import type { Commands } from "../commands/commands.ts";
import type { MemberLanguages } from "../commands/memberLanguages.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { SiteKind } from "../documents/content/content.ts";
import { type DocumentRef, ONLY, type Documents } from "../documents/documents.ts";
import type { History } from "../documents/history.ts";
import type { PageIndex } from "../documents/pageIndex.ts";
import type { Invocations } from "../plugins/calls/invocations.ts";
import type { PluginCalls } from "../plugins/calls/calls.ts";
import type { PackageTrust } from "../plugins/packages/packageTrust.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Powers } from "../powers/powers.ts";
import type { Choice, PublishInput } from "../publishing/publishInputs.ts";
import type { Dependencies } from "../publishing/changes/dependencies.ts";
import type { Publications } from "../publishing/publications.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { ClockRefusals } from "../publishing/clockRefusals.ts";
import type { Schedules } from "../publishing/schedules.ts";
import type { Reviews } from "../reviews/rules.ts";
import type { PinnedParts } from "../snapshots/pinned.ts";
import type { SectionDataStore } from "../snapshots/store.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { StorageQuota } from "../tenancy/storageQuota.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { FileAudiences, KeptFiles } from "./comparing/publication.ts";
import { type RehearsalParts, rehearsePublication } from "./comparing/rehearsal.ts";
import { EDITING_COMMANDS } from "./commandTable.ts";
import {
  navigationDiscard,
  pageDiscard,
  redirectsDiscard,
  settingsDiscard,
  themeDiscard,
  typesDiscard,
} from "./discardCommands.ts";
import { type CalendarAsked, type CalendarParts, calendarOf } from "./calendar/calendar.ts";
import { withTemplates } from "./catalogue.ts";
import { type DraftOptions, Draft } from "./draft.ts";
import { draftWriting } from "./draftWriting.ts";
import { listedRules, type RulesAsked } from "./redirects/listed.ts";
import {
  pageCreate,
  pageDelete,
  pageDuplicate,
  pageUpdate,
  revisionRestore,
  translationConfirm,
} from "./pageCommands.ts";
import type { OwnSigns } from "./provenAction.ts";
import { type KindChangeAsked, type KindChangeParts, kindChange } from "./comparing/kindChange.ts";
import { pagesBatch } from "./pageBatch.ts";
import { pagesBack, pagesChange } from "./pagesChange.ts";
import { pageEdit } from "./pageEdit.ts";
import type { ExportAsked } from "./entryExport.ts";
import type { EntriesAsked } from "./entryList.ts";
import type { PagesWanted } from "./pageList.ts";
import { languageGather, pageMove } from "./pageMove.ts";
import { EditingReads } from "./reads.ts";
import { Presence } from "./presence/presence.ts";
import { type PresenceAsked, type PresenceParts, newsOf, presenceOf } from "./presence/presenceView.ts";
import { memberLanguagesPut } from "./languages/memberLimit.ts";
import { sourceChanges } from "./languages/sourceChanges.ts";
import { type TranslationParts, type TranslationsAsked, listTranslations } from "./languages/translationList.ts";
import { DraftMoment } from "./showing/moment.ts";
import { type LooksAsked, type PageLooksParts, pageLooks } from "./showing/pageLooks.ts";
import { type PreviewAsked, type PreviewParts, preview } from "./showing/preview.ts";
import { sectionAdd, sectionUpdate, sectionVariant, structureApply } from "./sectionCommands.ts";
import {
  navigationPut,
  navigationRestore,
  redirectsEdit,
  redirectsPut,
  redirectsRestore,
  settingsPut,
  typesPut,
  settingsRestore,
  typesRestore,
  themePut,
  themeRestore,
} from "./siteCommands.ts";
import { workspaceStatus } from "./status.ts";
import { UNFINISHED_TABLES } from "./unfinished/tables.ts";
import { unfinishedDelete, unfinishedPut } from "./unfinished/unfinishedCommands.ts";
import { UnfinishedEdits } from "./unfinished/unfinishedEdits.ts";
import { unfinishedListOf, unfinishedOf } from "./unfinished/views.ts";
import { writeDocuments } from "./writeCommand.ts";

/** Continues after the previous answer, at its `next`. */
interface From<Cursor> {
  readonly cursor?: Cursor | null | undefined;
}

/** A portion of a list. `limit` is the number of rows; by default the workspace decides. */
interface Portion<Cursor> extends From<Cursor> {
  readonly limit?: number | null | undefined;
}

type EntriesRead = Omit<EntriesAsked, "cursor" | "size">;

interface OfPage {
  readonly page: string;
}

interface TwoVersions {
  readonly from: number;
  readonly to: number;
}

interface OfKind {
  readonly kind: SiteKind;
}

interface ReadFrom
  extends
    CalendarParts,
    KindChangeParts,
    PageLooksParts,
    PreviewParts,
    PresenceParts,
    RehearsalParts,
    TranslationParts {
  readonly powers: Powers;
  readonly reads: EditingReads;
  readonly draft: Draft;
  readonly clockRefusals: ClockRefusals;
  readonly unfinished: UnfinishedEdits;
  readonly memberLanguages: MemberLanguages;
  readonly reviews: Reviews;
}

const { plain, resolved, callingPlugins } = readsFrom<ReadFrom>();

const READS = {
  context: resolved(({ reads, reviews, memberLanguages }, site, { member }: { readonly member?: string } = {}) => ({
    ...reads.context(site),
    review: reviews.of(site) !== null,
    ...(member !== undefined && { limitedTo: memberLanguages.of(site, { kind: "member", id: member }) ?? null }),
  })),
  /** The members who are limited to languages. */
  "members.languages": plain(({ memberLanguages }, site) => ({ items: memberLanguages.list(site) })),
  catalogue: resolved((parts, site, { language }: { readonly language?: string | undefined } = {}) =>
    withTemplates(parts.documents, site, parts.reads.catalogue(site, language)),
  ),
  pages: resolved(({ reads }, site, { cursor = null, limit = null, ...wanted }: Portion<string> & PagesWanted) =>
    reads.pages(site, wanted, cursor, limit),
  ),
  "page.sources": plain(
    ({ reads }, site, { cursor = null, limit = null, deleted }: Portion<string> & { deleted?: boolean | undefined }) =>
      reads.pageSources(site, cursor, limit, deleted),
  ),
  /** Entries of one content type, filtered and ordered by what the type indexes. */
  entries: resolved((parts, site, { cursor = null, limit = null, ...asked }: Portion<string> & EntriesRead) =>
    parts.reads.entries(site, { ...asked, cursor: cursor ?? "" }, limit),
  ),
  "entries.export": resolved(
    ({ reads }, site, { cursor = null, ...asked }: From<string> & Omit<ExportAsked, "cursor">) =>
      reads.exportEntries(site, { ...asked, cursor: cursor ?? "" }),
  ),
  /** The effects that another kind of a field in an owner's type has on the values of entries. */
  "types.kindChange": resolved((parts, site, asked: KindChangeAsked) => kindChange(parts, site, asked)),
  "page.backLinks": resolved(({ reads }, site, { page }: OfPage) => reads.backLinks(site, page)),
  linkedPages: resolved(({ reads }, site, { links }: { readonly links: readonly string[] }) =>
    reads.linkedPages(site, links),
  ),
  linkTargets: resolved(
    (
      { reads },
      site,
      { text = "", cursor = null, link }: From<string> & { readonly text?: string; readonly link?: string },
    ) => (link === undefined ? reads.linkTargets(site, text, cursor) : reads.linkTargetOf(site, link)),
  ),
  page: resolved(({ reads }, site, { page }: OfPage) => reads.page(site, page)),
  "page.published": resolved(({ reads }, site, { page }: OfPage) => reads.publishedVersion(site, page)),
  /** The groups of the site by the state of their translations, filtered. */
  translations: resolved((parts, site, asked: TranslationsAsked) => {
    parts.sites.get(site);
    return listTranslations(parts, site, asked);
  }),
  /** The changes of a translation's source since the translation was made. */
  "page.sourceChanges": resolved((parts, site, { page }: OfPage) => sourceChanges(parts, site, page)),
  /** The parts of a page that an editor must render again after a change. */
  "page.looks": resolved((parts, site, asked: LooksAsked) => pageLooks(parts, site, asked)),
  /** Members on each page, and recent changes. The read also records the caller's place, in memory only. */
  presence: plain((parts, site, asked: PresenceAsked) => presenceOf(parts, site, asked)),
  /** Edits that one member has begun on a page and cannot save yet. */
  unfinished: plain((parts, site, { member, page }: OfPage & { readonly member: string }) =>
    unfinishedOf(parts, { site, member, page }),
  ),
  "unfinished.list": plain((parts, site, { member }: { readonly member: string }) =>
    unfinishedListOf(parts, site, member),
  ),
  /** Renders unsaved content. */
  "page.preview": resolved((parts, site, asked: PreviewAsked) => preview(parts, site, asked)),
  search: resolved(({ reads }, site, { text, cursor = null }: From<string> & { readonly text: string }) =>
    reads.search(site, text, cursor),
  ),
  revisions: resolved(({ reads }, site, { page, cursor = null, limit = null }: OfPage & Portion<number>) =>
    reads.revisions(site, { kind: "page", id: page }, cursor, limit),
  ),
  revision: resolved(({ reads }, site, { page, version }: OfPage & { readonly version: number }) =>
    reads.revision(site, page, version),
  ),
  "document.revisions": resolved(({ reads }, site, { kind, cursor = null, limit = null }: OfKind & Portion<number>) =>
    reads.revisions(site, { kind, id: ONLY }, cursor, limit),
  ),
  "document.revision": resolved(({ reads }, site, { kind, version }: OfKind & { readonly version: number }) =>
    reads.documentRevision(site, kind, version),
  ),
  "page.change": resolved(({ reads }, site, { page }: OfPage) => reads.change(site, { kind: "page", id: page })),
  "document.change": resolved(({ reads }, site, { kind }: OfKind) => reads.change(site, { kind, id: ONLY })),
  navigation: resolved(({ reads }, site) => reads.document(site, "navigation")),
  redirects: resolved(({ reads }, site) => reads.document(site, "redirects")),
  "redirects.rules": plain(({ documents }, site, asked: RulesAsked) => {
    const { version, body } = documents.only(site, "redirects");
    return listedRules(version, body, asked);
  }),
  theme: resolved(({ reads }, site) => reads.document(site, "theme")),
  settings: resolved(({ reads }, site) => reads.document(site, "settings")),
  types: resolved(({ reads }, site) => reads.document(site, "types")),
  "theme.tokens": plain(({ reads }, site, { theme }: { readonly theme: string }) => reads.lastTokens(site, theme)),
  /** Renders a page as it would be published now, for edit mode. `path` is a canonical path of the site. */
  draft: callingPlugins(({ draft }, site, { path, ...options }: DraftOptions & { readonly path: string }) =>
    draft.answer(site, path, options),
  ),
  /** Renders an earlier version of a page, for a frame of the editor. */
  "draft.version": callingPlugins(({ draft }, site, { page, version }: OfPage & { readonly version: number }) =>
    draft.version(site, page, version),
  ),
  changes: resolved(({ reads }, site) => reads.changes(site)),
  publication: resolved(({ reads }, site, { only }: { readonly only?: Choice | undefined }) =>
    reads.publication(site, { only }),
  ),
  /** Lists what a publication would publish, and refuses what it would refuse. */
  "publication.rehearsal": resolved((parts, site, asked: PublishInput) => rehearsePublication(parts, site, asked)),
  /** A page of a release, for a frame of the editor. */
  "release.page": resolved(({ reads }, site, { release, path }: { readonly release: number; readonly path: string }) =>
    reads.releasePage(site, release, path),
  ),
  releases: resolved(({ reads }, site, { cursor = null, limit = null }: Portion<number>) =>
    reads.releases(site, cursor, limit),
  ),
  restoration: resolved(
    ({ reads }, site, { release, other }: { readonly release: number; readonly other?: number | undefined }) =>
      reads.restoration(site, release, other),
  ),
  /** A release, compared with what visitors saw before it. */
  outcome: resolved(({ reads }, site, { release }: { readonly release: number }) => reads.outcome(site, release)),
  "document.difference": resolved(({ reads }, site, { kind, id, from, to }: DocumentRef & TwoVersions) =>
    reads.difference(site, { kind, id }, from, to),
  ),
  schedules: resolved(({ reads }, site) => reads.schedules(site)),
  /** Some days of the calendar. */
  calendar: resolved((parts, site, asked: CalendarAsked) => {
    const { contentTypes, inactiveTypes } = parts.reads.catalogue(site);
    const types = [...contentTypes, ...inactiveTypes].map(({ type }) => type);
    return calendarOf(parts, site, asked, types);
  }),
  "clock.refused": plain(({ clockRefusals }, site) => clockRefusals.told(site)),
  "schedules.failed": plain(({ reads }, site) => reads.failedSchedules(site)),
};

export const editing = defineArea({
  tables: UNFINISHED_TABLES,
  needs: {
    powers: needed<Powers>(),
    pluginCalls: needed<PluginCalls>(),
    commands: needed<Commands>(),
    outbox: needed<Outbox>(),
    memberLanguages: needed<MemberLanguages>(),
    sites: needed<Sites>(),
    rateLimits: needed<RateLimits>(),
    storageQuota: needed<StorageQuota>(),
    reviews: needed<Reviews>(),
    documents: needed<Documents>(),
    mediaFiles: needed<PinnedParts["mediaFiles"] & FileAudiences>(),
    history: needed<History>(),
    pageIndex: needed<PageIndex>(),
    plugins: needed<PluginShelf>(),
    packageTrust: needed<PackageTrust>(),
    invocations: needed<Invocations>(),
    sectionData: needed<SectionDataStore>(),
    releases: needed<Releases>(),
    publications: needed<Publications>(),
    dependencies: needed<Dependencies>(),
    schedules: needed<Schedules>(),
    clockRefusals: needed<ClockRefusals>(),
    tenant: needed<Tenant>(),
    mediaObjects: needed<KeptFiles>(),
    reads: needed<EditingReads>(),
    draft: needed<Draft>(),
    draftMoment: needed<DraftMoment>(),
    unfinished: needed<UnfinishedEdits>(),
    presence: needed<Presence>(),
    ownSecret: needed<OwnSigns>(),
  },
  open: (from) => ({
    draftMoment: new DraftMoment(from),
    unfinished: new UnfinishedEdits(from.powers),
    presence: new Presence(from.powers),
    draft: new Draft(from),
    reads: new EditingReads(from),
    writeDraft: draftWriting(from),
    status: () => workspaceStatus(from),
    /** The news of a site, without recording a place. */
    news: (site: string, asked: Pick<PresenceAsked, "page" | "since">) => newsOf(from, site, asked),
  }),
  commands: EDITING_COMMANDS,
  makers: {
    "documents.write": writeDocuments,
    "page.create": pageCreate,
    "page.edit": pageEdit,
    "pages.batch": pagesBatch,
    "pages.change": pagesChange,
    "pages.back": pagesBack,
    "page.update": pageUpdate,
    "unfinished.put": unfinishedPut,
    "unfinished.delete": unfinishedDelete,
    "page.delete": pageDelete,
    "page.duplicate": pageDuplicate,
    "page.move": pageMove,
    "language.gather": languageGather,
    "translation.confirm": translationConfirm,
    "revision.restore": revisionRestore,
    "section.add": sectionAdd,
    "section.update": sectionUpdate,
    "section.variant": sectionVariant,
    "structure.apply": structureApply,
    "navigation.put": navigationPut,
    "redirects.put": redirectsPut,
    "redirects.edit": redirectsEdit,
    "theme.put": themePut,
    "settings.put": settingsPut,
    "types.put": typesPut,
    "page.discard": pageDiscard,
    "navigation.discard": navigationDiscard,
    "redirects.discard": redirectsDiscard,
    "theme.discard": themeDiscard,
    "settings.discard": settingsDiscard,
    "types.discard": typesDiscard,
    "navigation.restore": navigationRestore,
    "redirects.restore": redirectsRestore,
    "theme.restore": themeRestore,
    "settings.restore": settingsRestore,
    "types.restore": typesRestore,
    "member.languages": memberLanguagesPut,
  },
  reads: READS,
  tidy: ({ unfinished }, now) => unfinished.sweep(now),
});
