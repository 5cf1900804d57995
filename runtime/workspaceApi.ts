import type { RestoreInput } from "./backups/restorer.ts";
import type { ArchivedName, ArchiveFile, ArchivePiece } from "./backups/vault.ts";
import type { EraseInput } from "./backups/eraser.ts";
import type { RewindBegun, RewindInput, RewindPlan, RewoundInput } from "./backups/rewinder.ts";
import type { BackupsView, ErasedView, RestoredView, RewoundView } from "./backups/views.ts";
import type { Actor } from "./area/actor.ts";
import type { ReturnedArchive, ReturnInput } from "./operating/archiveReturns.ts";
import type { SiteRemoval } from "./operating/siteRemovals.ts";
import type { RemoveSiteInput } from "./operating/siteRemover.ts";
import type { InitialiseInput, InitialiseResult } from "./operating/initialise.ts";
import type { Answer } from "./commands/answer.ts";
import type { Envelope } from "./area/command.ts";
import type { CommandAnswer } from "./commands/commands.ts";
import type { CommandFacts } from "./commands/facts.ts";
import type { CommandName, RehearsedName } from "./commandNames.ts";
import type { UploadBegun, UploadPlace } from "./media/library.ts";
import type { StoredFile } from "./media/objects.ts";
import type { ResealedView } from "./plugins/settings/resealing.ts";
import type { RateName, RateLimitState } from "./tenancy/rateLimits.ts";
import type { ReadApi } from "./readTable.ts";
import type { WorkspaceStatus } from "./editing/status.ts";
import type { TenantStatus } from "./tenancy/tenant.ts";

/**
 * The workspace object as other workers call it. Besides these methods it answers
 * `fetch("https://workspace/<site><path>")`.
 */
export interface WorkspaceApi {
  initialise(input: InitialiseInput): Promise<Answer<InitialiseResult>>;
  /** Makes the checks of `initialise` for a new site, and changes nothing. */
  rehearseInitialise(input: InitialiseInput): Promise<Answer<null>>;
  /** Removes a site that was never published, when an operator abandons its provisioning. */
  abandonSite(site: string): Promise<Answer<null>>;
  /** Deletes a site that an archive keeps, and answers an earlier removal. */
  removeSite(site: string, input: RemoveSiteInput): Promise<Answer<SiteRemoval>>;
  status(): Promise<Answer<WorkspaceStatus>>;
  /** Queues a site's current publication again, to replay a dead letter. */
  announce(site: string): Promise<Answer<{ readonly sequence: number }>>;
  /** Sets a site's verified hostnames, the canonical one first. */
  setHostnames(site: string, hostnames: readonly string[]): Promise<Answer<null>>;
  /** Re-encrypts secrets in plugins' settings that an older key sealed. */
  resealSettings(): Promise<Answer<ResealedView>>;
  /** Sets the tenant's status, which applies to all commands. */
  setStatus(status: TenantStatus): Promise<Answer<null>>;
  /** Reloads the trusted keys, after the operator has added or revoked some. */
  trustChanged(): Promise<Answer<null>>;
  /** Lists the tenant's backups, even while this workspace is empty. */
  backups(tenant: string): Promise<Answer<BackupsView>>;
  /** Opens a backup as one file, or a media file beside the backups. */
  openArchived(tenant: string, asked: ArchivedName): Promise<Answer<ArchiveFile>>;
  /** The files of these that do not lie beside the backups. */
  lackingFiles(tenant: string, digests: readonly string[]): Promise<Answer<readonly string[]>>;
  /** Stores a file or a piece of a backup that an operator kept elsewhere. False if it is there already. */
  takeArchived(tenant: string, piece: ArchivePiece, body: ReadableStream<Uint8Array>): Promise<Answer<boolean>>;
  /** Makes a backup of pieces that have arrived. */
  returnBackup(input: ReturnInput): Promise<Answer<ReturnedArchive>>;
  /** Restores a backup into this workspace, which must be empty. */
  restore(input: RestoreInput): Promise<Answer<RestoredView>>;
  /** Empties this workspace, if an archive contains all of it. */
  erase(input: EraseInput): Promise<Answer<ErasedView>>;
  /** Finds the moment to which a rewind would go; changes nothing. */
  planRewind(input: RewindInput): Promise<Answer<RewindPlan>>;
  /** Ends the object, which restarts at that moment. Answers the bookmark of the moment before. */
  rewind(input: RewindPlan): Promise<Answer<RewindBegun>>;
  /**
   * Completes the rewind after the restart, by adapting the state to what did not go back. Throws before the restart.
   */
  rewound(input: RewoundInput): Promise<Answer<RewoundView>>;
}

/** A command's answer, with the caller's state under the rate limit that counted it. */
export interface LimitedAnswer extends Omit<CommandAnswer, "facts"> {
  /** Absent if the workspace runs an earlier release. `factsInJson` then reads them from the JSON. */
  readonly facts?: CommandFacts;
  readonly standing: RateLimitState | null;
}

/** A begun upload, with the caller's state under the rate limit. */
export interface UploadBegunAnswer extends UploadBegun {
  readonly standing: RateLimitState | null;
}

export interface UploadedFile extends StoredFile {
  readonly name: string;
  readonly preview: string | null;
}

/**
 * The workspace's methods for members. The caller has checked the member and the permission. The workspace refuses an
 * unknown site.
 */
export interface EditingApi extends ReadApi {
  /** Runs a command. `limit` counts it even if the command fails, and refuses it above the limit. */
  execute(name: CommandName, envelope: Envelope, input: unknown, limit?: RateName): Promise<Answer<LimitedAnswer>>;
  /** Answers as the command would, and changes nothing. */
  rehearse(
    name: RehearsedName,
    envelope: Envelope,
    input: unknown,
    limit?: RateName,
  ): Promise<Answer<{ readonly json: string }>>;
  /** Deletes what the workspace stores for a member whose membership has ended. */
  endMembership(site: string, member: string): Promise<Answer<null>>;
  /** Counts an event of `subject` that happens outside of this workspace. */
  spend(limit: RateName, subject: string): Promise<Answer<RateLimitState>>;
  /**
   * The steps of an upload. The workspace begins it, the caller stores the bytes in parts, and the workspace assigns an
   * address. The caller stores the file there, a command lists the file, and the upload ends. `bytes` is null if the
   * size is unknown.
   */
  beginUpload(
    site: string,
    actor: Actor,
    bytes: number | null,
    limit: RateName | null,
  ): Promise<Answer<UploadBegunAnswer>>;
  placeUpload(site: string, upload: string, file: UploadedFile): Promise<Answer<UploadPlace>>;
  endUpload(upload: string): Promise<Answer<null>>;
}
