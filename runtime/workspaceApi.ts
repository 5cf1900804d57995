import type { RestoreInput } from "./backups/restorer.ts";
import type { EraseInput } from "./backups/eraser.ts";
import type { RewindBegun, RewindInput, RewindPlan, RewoundInput } from "./backups/rewinder.ts";
import type { BackupsView, ErasedView, RestoredView, RewoundView } from "./backups/views.ts";
import type { Actor } from "./area/actor.ts";
import type { InitialiseInput, InitialiseResult } from "./operating/initialise.ts";
import type { Answer } from "./commands/answer.ts";
import type { Envelope } from "./area/command.ts";
import type { CommandAnswer } from "./commands/commands.ts";
import type { CommandName, RehearsedName } from "./commandNames.ts";
import type { UploadBegun, UploadPlace } from "./media/library.ts";
import type { StoredFile } from "./media/objects.ts";
import type { ResealedView } from "./plugins/settings/resealing.ts";
import type { RateName, RateLimitState } from "./tenancy/rateLimits.ts";
import type { ReadApi } from "./readTable.ts";
import type { WorkspaceStatus } from "./editing/status.ts";
import type { TenantStatus } from "./tenancy/tenant.ts";

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
  /** Seals again the secrets among plugins' settings that an earlier key sealed. */
  resealSettings(): Promise<Answer<ResealedView>>;
  /** Sets the tenant's status, which holds for every command of every caller. */
  setStatus(status: TenantStatus): Promise<Answer<null>>;
  /** The operator has added or revoked keys whose plugins are believed. */
  trustChanged(): Promise<Answer<null>>;
  /** The tenant's backups, also while this workspace is empty. */
  backups(tenant: string): Promise<Answer<BackupsView>>;
  /** Puts a backup into this workspace, if that is empty. */
  restore(input: RestoreInput): Promise<Answer<RestoredView>>;
  /** Empties this workspace, if an archive has all of it. */
  erase(input: EraseInput): Promise<Answer<ErasedView>>;
  /** Names the moment to which a rewind would take this workspace; changes nothing. */
  planRewind(input: RewindInput): Promise<Answer<RewindPlan>>;
  /** Ends the workspace, which then begins again at that moment. The answer names the moment before. */
  rewind(input: RewindPlan): Promise<Answer<RewindBegun>>;
  /**
   * Settles the workspace after it has begun again, so that it fits everything that did not go back. Fails until it has
   * begun again.
   */
  rewound(input: RewoundInput): Promise<Answer<RewoundView>>;
}

/** A command's answer, with its caller's state under the limit that counted it. */
export interface LimitedAnswer extends CommandAnswer {
  readonly standing: RateLimitState | null;
}

/** An upload that may begin, with its caller's state under the limit. */
export interface UploadBegunAnswer extends UploadBegun {
  readonly standing: RateLimitState | null;
}

/** The result of an upload. */
export interface UploadedFile extends StoredFile {
  readonly name: string;
  readonly preview: string | null;
}

/**
 * The workspace object, for members. The caller has checked the member and their permission. The workspace knows the
 * site or refuses it.
 */
export interface EditingApi extends ReadApi {
  /** Runs a command. `limit` counts it whether it succeeds or not, and refuses it over the limit. */
  execute(name: CommandName, envelope: Envelope, input: unknown, limit?: RateName): Promise<Answer<LimitedAnswer>>;
  /** Answers as a command would, and changes nothing. */
  rehearse(
    name: RehearsedName,
    envelope: Envelope,
    input: unknown,
    limit?: RateName,
  ): Promise<Answer<{ readonly json: string }>>;
  /** Forgets what the workspace keeps for one member of a site, whose membership has ended. */
  endMembership(site: string, member: string): Promise<Answer<null>>;
  /** Counts an event of `subject` that happens outside this workspace. */
  spend(limit: RateName, subject: string): Promise<Answer<RateLimitState>>;
  /**
   * The steps of an upload: the workspace begins it, the caller stores the bytes, and the workspace gives them a place.
   * The caller stores them in that place, a command lists the file, and the upload ends. `bytes` is null if the size is
   * unknown.
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
