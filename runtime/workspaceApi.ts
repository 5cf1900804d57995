import type { Issue } from "../manifests/refusal.ts";
import type { RestoreInput } from "./backups/restorer.ts";
import type { EraseInput } from "./backups/eraser.ts";
import type { RewindBegun, RewindInput, RewindPlan, RewoundInput } from "./backups/rewinder.ts";
import type { BackupsView, ErasedView, RestoredView, RewoundView } from "./backups/views.ts";
import type { Actor } from "./actor.ts";
import type { Answer } from "./answer.ts";
import type { CommandAnswer, Envelope } from "./command.ts";
import type { DocumentKind, SiteDocument, Theme } from "./content.ts";
import type { DraftOptions } from "./editing/draft.ts";
import type {
  CatalogueView, ChangesView, ContextView, DocumentView, DraftHitsView, PagesView, PageView, ReleasesView, RestorationView, RevisionsView, RevisionView, SchedulesView,
} from "./editing/views.ts";
import type { CommandName, RehearsedName } from "./commandName.ts";
import type { InvocationsView, PluginDetailView, PluginSettingsView, PluginsView } from "./plugins/views.ts";
import type { InvocationSummary } from "./plugins/invocations.ts";
import type { ExportPart, SubmissionFilter } from "./forms/box.ts";
import type { FormFile } from "./forms/files.ts";
import type { FormsView, SubmissionsView } from "./forms/views.ts";
import type { MediaFilter } from "./media/files.ts";
import type { UploadBegun, UploadPlace } from "./media/library.ts";
import type { StoredFile } from "./media/objects.ts";
import type { GalleriesView, MediaDetailView, MediaListView } from "./media/views.ts";
import type { PublishedAnswer } from "./published.ts";
import type { RateName, Standing } from "./rateLimits.ts";
import type { TenantStatus } from "./tenant.ts";

export interface InitialiseInput {
  readonly tenant: string;
  readonly site: string;
  /** Origin of the canonical hostname, e.g. `https://www.example.com`; no trailing slash. */
  readonly origin: string;
  /** Every verified hostname, canonical one first: the pages to purge after a publication. */
  readonly hostnames: readonly string[];
  /** Ids of the first-party plugins to install; all of them when absent. */
  readonly plugins?: readonly string[] | undefined;
  readonly document: SiteDocument;
  readonly theme: Theme;
  readonly actor: Actor;
  readonly requestId: string;
}

export interface InitialiseResult {
  /** False when the site existed with equal input. */
  readonly created: boolean;
  readonly release: number;
  readonly sequence: number;
  /** Things worth mending that did not prevent the publication. */
  readonly issues: readonly Issue[];
  /** Section types no active plugin provides: kept in the documents, shown to nobody. */
  readonly unavailable: readonly { readonly type: string; readonly pages: readonly string[] }[];
}

export interface SkippedPluginStatus {
  readonly id: string;
  readonly version: string;
  readonly reason: string;
  readonly detail: string;
}

/** A plugin that content or theme name and that is not installed. */
export interface MissingPlugin {
  readonly id: string;
  /** Published pages with a section of it. */
  readonly pages: number;
  /** It is the plugin of the chosen theme. */
  readonly theme: boolean;
}

export interface SiteStatus {
  readonly site: string;
  readonly release: number;
  readonly sequence: number;
  /** Last sequence that public indexes and caches have been refreshed to. */
  readonly refreshed: number;
  readonly building: { readonly release: number; readonly done: number; readonly total: number } | null;
  readonly pages: number;
  readonly plugins: {
    readonly active: readonly { readonly id: string; readonly version: string }[];
    readonly skipped: readonly SkippedPluginStatus[];
    readonly missing: readonly MissingPlugin[];
    /** The calls of plugin code that are on record. */
    readonly calls: readonly InvocationSummary[];
  };
}

export interface WorkspaceStatus {
  readonly loader: { readonly available: boolean; readonly reason: string | null };
  readonly outbox: { readonly waiting: number; readonly oldestMs: number | null };
  readonly databaseBytes: number;
  readonly sites: readonly SiteStatus[];
}

/** The workspace object as other workers see it. Beside these it answers `fetch("https://workspace/<site><path>")`. */
export interface WorkspaceApi {
  initialise(input: InitialiseInput): Promise<Answer<InitialiseResult>>;
  status(): Promise<Answer<WorkspaceStatus>>;
  /** Queues the current publication of a site again, for a dead letter that is replayed. */
  announce(site: string): Promise<Answer<{ readonly sequence: number }>>;
  /** Tells a site under which verified names it is served, the canonical one first. */
  setHostnames(site: string, hostnames: readonly string[]): Promise<Answer<null>>;
  /** What an operator allows the tenant from now on; holds for every command, whoever sends it. */
  setStatus(status: TenantStatus): Promise<Answer<null>>;
  /** Puts a backup into this workspace, if that is empty. */
  restore(input: RestoreInput): Promise<Answer<RestoredView>>;
  /** Empties this workspace, if an archive has all of it. */
  erase(input: EraseInput): Promise<Answer<ErasedView>>;
  /** The platform's name for the moment this workspace is to be taken back to; nothing is done. */
  planRewind(input: RewindInput): Promise<Answer<RewindPlan>>;
  /** From now on the workspace ends, and begins again as it was then. The answer names the moment before. */
  rewind(input: RewindPlan): Promise<Answer<RewindBegun>>;
  /** To be called once it has begun again: makes it fit what was not taken back. Fails while it has not. */
  rewound(input: RewoundInput): Promise<Answer<RewoundView>>;
}

/** An archive on its way to whoever takes it away. */
export interface ArchiveFile {
  readonly body: ReadableStream<Uint8Array>;
  readonly bytes: number;
}

/** A command's answer, and where its author stands with the limit it was counted against. */
export interface LimitedAnswer extends CommandAnswer {
  readonly standing: Standing | null;
}

/** An upload that may begin, and where its author stands. */
export interface UploadBegunAnswer extends UploadBegun {
  readonly standing: Standing | null;
}

/** What an upload has turned out to be. */
export interface UploadedFile extends StoredFile {
  readonly name: string;
  readonly preview: string | null;
}

/**
 * The workspace object as members use it. The caller has checked who asks and what they may do; here a site is one of
 * this workspace or unknown. `cursor` is `next` of the page before, `limit` a number of rows; null leaves either to us.
 */
export interface EditingApi {
  /** Counted against `limit`, if there is one, whether it succeeds or not; over the limit it is refused. */
  execute(name: CommandName, envelope: Envelope, input: unknown, limit?: RateName): Promise<Answer<LimitedAnswer>>;
  /** What a command would answer; nothing is changed. */
  rehearse(name: RehearsedName, envelope: Envelope, input: unknown, limit?: RateName): Promise<Answer<{ readonly json: string }>>;
  /** Counts something of `subject` that happens elsewhere. */
  spend(limit: RateName, subject: string): Promise<Answer<Standing>>;
  context(site: string): Promise<Answer<ContextView>>;
  catalogue(site: string): Promise<Answer<CatalogueView>>;
  pages(site: string, cursor: string | null, limit: number | null): Promise<Answer<PagesView>>;
  page(site: string, id: string): Promise<Answer<PageView>>;
  search(site: string, text: string, cursor: string | null): Promise<Answer<DraftHitsView>>;
  revisions(site: string, id: string, cursor: number | null, limit: number | null): Promise<Answer<RevisionsView>>;
  revision(site: string, id: string, version: number): Promise<Answer<RevisionView>>;
  document<K extends Exclude<DocumentKind, "page">>(site: string, kind: K): Promise<Answer<DocumentView<K>>>;
  changes(site: string): Promise<Answer<ChangesView>>;
  releases(site: string, cursor: number | null, limit: number | null): Promise<Answer<ReleasesView>>;
  restoration(site: string, release: number): Promise<Answer<RestorationView>>;
  schedules(site: string): Promise<Answer<SchedulesView>>;
  plugins(site: string): Promise<Answer<PluginsView>>;
  plugin(site: string, plugin: string): Promise<Answer<PluginDetailView>>;
  pluginInvocations(site: string, plugin: string): Promise<Answer<InvocationsView>>;
  pluginSettings(site: string, plugin: string): Promise<Answer<PluginSettingsView>>;
  /** An upload is begun, stored by the caller, placed, stored in its place, listed by a command, and ended. */
  beginUpload(site: string, actor: Actor, bytes: number, limit: RateName | null): Promise<Answer<UploadBegunAnswer>>;
  placeUpload(site: string, upload: string, file: UploadedFile): Promise<Answer<UploadPlace>>;
  endUpload(upload: string): Promise<Answer<null>>;
  mediaList(site: string, filter: MediaFilter, cursor: number | null, limit: number | null): Promise<Answer<MediaListView>>;
  mediaFile(site: string, id: string): Promise<Answer<MediaDetailView>>;
  /** Of one page, or of all from `cursor`. */
  galleries(site: string, page: string | null, cursor: string | null): Promise<Answer<GalleriesView>>;
  forms(site: string): Promise<Answer<FormsView>>;
  formSubmissions(site: string, form: string, filter: SubmissionFilter, cursor: number | null, limit: number | null): Promise<Answer<SubmissionsView>>;
  /** `tenant` is the part of the bucket it lies in. */
  formFile(site: string, form: string, submission: number, file: number): Promise<Answer<FormFile & { readonly tenant: string }>>;
  /** Part after part, each asked for with `next` of the one before. */
  exportSubmissions(site: string, form: string, from: ExportPart["next"]): Promise<Answer<ExportPart>>;
  backups(site: string): Promise<Answer<BackupsView>>;
  exportFile(site: string, id: string): Promise<Answer<ArchiveFile>>;
  /** The draft as it would be published now, for edit mode; `path` is a canonical path of the site. */
  draft(site: string, path: string, options: DraftOptions): Promise<Answer<PublishedAnswer>>;
}
