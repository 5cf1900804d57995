import type { Issue } from "../manifests/refusal.ts";
import type { RestoreInput } from "./backups/restorer.ts";
import type { EraseInput } from "./backups/eraser.ts";
import type { RewindBegun, RewindInput, RewindPlan, RewoundInput } from "./backups/rewinder.ts";
import type { ErasedView, RestoredView, RewoundView } from "./backups/views.ts";
import type { Actor } from "./actor.ts";
import type { Answer } from "./answer.ts";
import type { CommandAnswer, Envelope } from "./command.ts";
import type { SiteDocument, Theme } from "./content.ts";
import type { CommandName, RehearsedName } from "./commandName.ts";
import type { UploadBegun, UploadPlace } from "./media/library.ts";
import type { StoredFile } from "./media/objects.ts";
import type { ResealedView } from "./plugins/resealing.ts";
import type { RateName, Standing } from "./rateLimits.ts";
import type { ReadApi } from "./readTable.ts";
import type { WorkspaceStatus } from "./status.ts";
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

/** The workspace object as other workers see it. Beside these it answers `fetch("https://workspace/<site><path>")`. */
export interface WorkspaceApi {
  initialise(input: InitialiseInput): Promise<Answer<InitialiseResult>>;
  /** Refuses what `initialise` would refuse of a new site; changes nothing. */
  rehearseInitialise(input: InitialiseInput): Promise<Answer<null>>;
  /** Forgets a site that was never published, for an operator who gives its provisioning up. */
  abandonSite(site: string): Promise<Answer<null>>;
  status(): Promise<Answer<WorkspaceStatus>>;
  /** Queues the current publication of a site again, for a dead letter that is replayed. */
  announce(site: string): Promise<Answer<{ readonly sequence: number }>>;
  /** Tells a site under which verified names it is served, the canonical one first. */
  setHostnames(site: string, hostnames: readonly string[]): Promise<Answer<null>>;
  /** Seals with the secret in use what among plugins' settings was sealed with one before. */
  resealSettings(): Promise<Answer<ResealedView>>;
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
 * this workspace or unknown.
 */
export interface EditingApi extends ReadApi {
  /** Counted against `limit`, if there is one, whether it succeeds or not; over the limit it is refused. */
  execute(name: CommandName, envelope: Envelope, input: unknown, limit?: RateName): Promise<Answer<LimitedAnswer>>;
  /** What a command would answer; nothing is changed. */
  rehearse(name: RehearsedName, envelope: Envelope, input: unknown, limit?: RateName): Promise<Answer<{ readonly json: string }>>;
  /** Counts something of `subject` that happens elsewhere. */
  spend(limit: RateName, subject: string): Promise<Answer<Standing>>;
  /** An upload is begun, stored by the caller, placed, stored in its place, listed by a command, and ended. `bytes`: null where nobody knows how many come. */
  beginUpload(site: string, actor: Actor, bytes: number | null, limit: RateName | null): Promise<Answer<UploadBegunAnswer>>;
  placeUpload(site: string, upload: string, file: UploadedFile): Promise<Answer<UploadPlace>>;
  endUpload(upload: string): Promise<Answer<null>>;
}
