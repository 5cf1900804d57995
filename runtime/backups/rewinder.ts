import { REWIND_BACK_MAX_MS, REWIND_END_MS, REWIND_WORDS_MAX_CHARS } from "../../manifests/bounds/backups.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { type Actor, actorName } from "../area/actor.ts";
import type { Wait } from "../area/chore.ts";
import type { FormFiles, Leftover } from "../submissions/files.ts";
import type { MediaObjects, OwedMedia } from "../media/objects.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { Powers } from "../powers/powers.ts";
import type { PublicContent } from "../serving/publicContent.ts";
import type { ReaderLogins } from "../readers/logins.ts";
import type { ShareLinks } from "../sharing/links.ts";
import { type Republishing, originWith, setAddress } from "../tenancy/siteAddress.ts";
import type { SiteRow, Sites } from "../tenancy/sites.ts";
import type { Tenant, TenantStatus } from "../tenancy/tenant.ts";
import { setTenantStatus } from "../tenancy/tenantStatus.ts";
import { requireConfirmation } from "./named.ts";
import { type SiteRowsParts, deleteSite } from "./siteRows.ts";
import type { VaultOf } from "./vault.ts";
import type { RewoundView } from "./views.ts";

/** The platform's point-in-time recovery of a workspace. */
export interface Recovery {
  /** Names the present moment by a bookmark, or tells why there is none. */
  present(): Promise<{ readonly bookmark: string } | { readonly reason: string }>;
  /** The bookmark of a time in milliseconds since the epoch. */
  at(ms: number): Promise<string>;
  /** Restarts the object at that moment. Answers the bookmark of the moment just before, which undoes the rewind. */
  returnTo(bookmark: string): Promise<string>;
  /** Ends this object and everything that runs in it. */
  end(): void;
}

/** The operator's rewind: a bookmark or a time, and the typed confirmation. */
export interface RewindInput {
  readonly tenant: string;
  readonly bookmark?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly at?: number | undefined;
  /** Must be exactly `REWIND <tenant>`. */
  readonly confirmation: string;
}

export interface RewindPlan {
  readonly bookmark: string;
}

/** Files that only the present state knows: unfinished uploads, and files to remove. */
export interface OwedFiles {
  readonly media: OwedMedia;
  readonly quarantine: readonly Leftover[];
  /** Sites that operators have removed. Absent from a workspace of an earlier release. */
  readonly removed?: readonly string[];
}

export interface RewindBegun {
  /** The bookmark of the moment before the rewind. */
  readonly undo: string;
  readonly owed: OwedFiles;
}

/** Facts from the control plane that the workspace takes over after a rewind. */
export interface RewoundInput {
  readonly tenant: string;
  /** The tenant's current status in the control plane. The rewound workspace may have an older one. */
  readonly status: TenantStatus;
  readonly sites: readonly { readonly site: string; readonly hostnames: readonly string[] }[];
  /** The owed files, listed before the rewind. */
  readonly owed: OwedFiles;
  readonly inputDigest: string;
  readonly actor: Actor;
  readonly requestId: string;
}

/** The sites that operators have removed. */
export interface RemovedSites {
  ids(): readonly string[];
}

/** The platform's recovery, and the parts of the workspace that a rewind touches. */
export interface RewindParts extends SiteRowsParts {
  readonly powers: Powers;
  readonly wait: Wait;
  readonly sites: Sites;
  readonly outbox: Outbox;
  readonly clockMoments: Republishing;
  readonly tenant: Tenant;
  readonly publicContent: PublicContent;
  readonly formFiles: FormFiles;
  readonly mediaObjects: MediaObjects;
  readonly shareLinks: ShareLinks;
  readonly readerLogins: ReaderLogins;
  readonly vaultOf: VaultOf;
  readonly recovery: Recovery;
  readonly siteRemovals: RemovedSites;
}

/**
 * Takes a workspace back to an earlier moment by the platform's recovery, where the platform has one. The platform
 * replaces the whole database between two lives of the object. So the object that starts at the earlier moment does the
 * second half.
 */
export class Rewinder {
  readonly #parts: RewindParts;
  #isBegun = false;

  constructor(parts: RewindParts) {
    this.#parts = parts;
  }

  async plan({ tenant, bookmark, at, confirmation }: RewindInput): Promise<RewindPlan> {
    requireConfirmation("REWIND", tenant, confirmation);
    this.#requireStopped();
    const present = await this.#parts.recovery.present();
    if ("reason" in present) throw new Refusal("REWIND_UNAVAILABLE", present);
    return { bookmark: bookmark ?? (await this.#at(at ?? 0)) };
  }

  async begin({ bookmark }: RewindPlan): Promise<RewindBegun> {
    this.#requireStopped();
    const { recovery, mediaObjects, formFiles, siteRemovals } = this.#parts;
    const undo = await asked(recovery.returnTo(bookmark));
    this.#isBegun = true;
    // The list is complete: while writes are stopped, no upload begins, and no running upload gets another address.
    const removed = siteRemovals.ids();
    return { undo, owed: { media: mediaObjects.owed(), quarantine: formFiles.owed(), removed } };
  }

  /**
   * Ends this object after a delay, unless the caller ends it sooner. So no later request writes to a state that will
   * be lost, even if the caller has died.
   */
  async endLater(): Promise<void> {
    await this.#parts.wait(REWIND_END_MS);
    this.#parts.recovery.end();
  }

  /**
   * Completes a rewind in the object that started at the earlier moment. If this is still the old object, it ends
   * itself instead.
   */
  async settle(input: RewoundInput): Promise<RewoundView> {
    const { powers, tenant, sites, formFiles, mediaObjects, shareLinks, readerLogins } = this.#parts;
    if (this.#isBegun) this.#parts.recovery.end();
    const vault = this.#parts.vaultOf(input.tenant);
    const [quarantined, uploads] = [await vault.quarantined(), await vault.uploads()];
    powers.sql.atomically(() => {
      formFiles.reconcile(quarantined);
      formFiles.owe(input.owed.quarantine);
      mediaObjects.owe(input.owed.media);
      mediaObjects.reconcile(uploads);
      shareLinks.forgetAll();
      readerLogins.forgetAll();
      tenant.setName(input.tenant);
      setTenantStatus(this.#parts, input.status);
      for (const row of sites.all()) this.#settleSite(row, input);
    });
    const present = sites.all().map(({ site }) => site);
    return {
      tenant: input.tenant,
      sites: present,
      missing: input.sites.flatMap(({ site }) => (present.includes(site) ? [] : [site])),
      media: await this.#bringMedia(input.tenant),
    };
  }

  /**
   * Gives a site its current hostnames, and queues its publication again, because the public store has a later state.
   */
  #settleSite(
    { site, origin, release, sequence }: SiteRow,
    { sites: known, owed, actor, requestId, inputDigest }: RewoundInput,
  ): void {
    const { publicContent, outbox } = this.#parts;
    const names = known.find((one) => one.site === site)?.hostnames;
    // An operator has removed the site since. Its hostnames may be another site's by now.
    if (owed.removed?.includes(site)) return deleteSite(this.#parts, site);
    if (names) setAddress(this.#parts, site, originWith(origin, names), names);
    publicContent.forget(site);
    if (release > 0) outbox.add("publication", site, `publication:${site}`, { site, release, sequence });
    outbox.audit({
      site,
      actor: actorName(actor),
      command: "tenant.rewind",
      inputDigest,
      outcome: "done",
      requestId,
    });
  }

  /**
   * Copies missing files from the backups. A rewind does not restore files, so a file removed since may exist only
   * there.
   */
  async #bringMedia(tenant: string): Promise<RewoundView["media"]> {
    const files = this.#parts.mediaObjects.settled();
    const { copied, left, missing } = await this.#parts.vaultOf(tenant).bringMedia(files, () => undefined);
    return { files: files.length, copied, left, missing: missing.length };
  }

  /**
   * Requires that writes are stopped. Otherwise the rewind could lose acknowledged writes between the undo bookmark and
   * the end of the object.
   */
  #requireStopped(): void {
    if (this.#parts.tenant.status === "active")
      throw new Refusal("CONFLICT", {
        conflict: "tenant_not_stopped",
        reason: "Set the tenant to read_only or suspended first, so that nobody writes meanwhile.",
      });
  }

  async #at(at: number): Promise<string> {
    const now = this.#parts.powers.now();
    const from = now - REWIND_BACK_MAX_MS;
    if (at < from || at > now)
      throw new Refusal("INVALID_REQUEST", {
        issues: [{ pointer: "/at", found: String(at), allowed: `from ${from} to ${now}` }],
      });
    return asked(this.#parts.recovery.at(at));
  }
}

/** Awaits the platform. If it refuses a moment, the operator gets its reason. */
async function asked(answer: Promise<string>): Promise<string> {
  try {
    return await answer;
  } catch (error) {
    throw new Refusal("CONFLICT", {
      conflict: "rewind_refused",
      reason: "The platform cannot go back to that moment.",
      platform: String(error).slice(0, REWIND_WORDS_MAX_CHARS),
    });
  }
}
