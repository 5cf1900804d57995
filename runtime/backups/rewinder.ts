import { REWIND_BACK_MAX_MS, REWIND_WORDS_MAX_CHARS } from "../../manifests/bounds.ts";
import { Refusal } from "../../manifests/refusal.ts";
import type { Actor } from "../actor.ts";
import { actorName } from "../actor.ts";
import type { FormFiles, Leftover } from "../forms/files.ts";
import type { MediaObject, MediaObjects, OwedMedia } from "../media/objects.ts";
import type { Outbox } from "../outbox.ts";
import type { Powers } from "../powers.ts";
import type { PublicContent } from "../publicContent.ts";
import { setAddress } from "../siteAddress.ts";
import type { SiteRow, Sites } from "../sites.ts";
import type { Tenant, TenantStatus } from "../tenant.ts";
import { setTenantStatus } from "../tenantStatus.ts";
import { requireConfirmation } from "./named.ts";
import type { VaultOf } from "./vault.ts";
import type { RewoundView } from "./views.ts";

/** What the platform itself can do about earlier moments of a workspace. */
export interface Recovery {
  /** The name of the present moment, or why there is none. */
  present(): Promise<{ readonly bookmark: string } | { readonly reason: string }>;
  /** The name of a moment, in milliseconds since the epoch. */
  at(ms: number): Promise<string>;
  /** The next session begins as it was then. Answers the name of the moment right before, which undoes it. */
  returnTo(bookmark: string): Promise<string>;
  /** Ends this session with everything that is under way in it. */
  end(): void;
}

export interface RewindInput {
  readonly tenant: string;
  readonly bookmark?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly at?: number | undefined;
  /** `REWIND <tenant>`, to the letter. */
  readonly confirmation: string;
}

export interface RewindPlan {
  readonly bookmark: string;
}

/** What the present owes to storage and the past does not know of: files that are on their way, and what is to be removed. */
export interface OwedFiles {
  readonly media: OwedMedia;
  readonly quarantine: readonly Leftover[];
}

export interface RewindBegun {
  /** The moment before. */
  readonly undo: string;
  readonly owed: OwedFiles;
}

export interface RewoundInput {
  readonly tenant: string;
  /** What the control plane says now; the workspace may believe what it did then. */
  readonly status: TenantStatus;
  readonly sites: readonly { readonly site: string; readonly hostnames: readonly string[] }[];
  /** As it was begun with. */
  readonly owed: OwedFiles;
  readonly inputDigest: string;
  readonly actor: Actor;
  readonly requestId: string;
}

export interface RewindParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly outbox: Outbox;
  readonly tenant: Tenant;
  readonly publicContent: PublicContent;
  readonly formFiles: FormFiles;
  readonly mediaObjects: MediaObjects;
  readonly vaultOf: VaultOf;
  readonly recovery: Recovery;
}

/**
 * Takes a workspace back to an earlier moment by the platform's own log, where there is one. That is done to the whole
 * database between two sessions, so the second half is done by the session that wakes up in the past.
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
    const { recovery, mediaObjects, formFiles } = this.#parts;
    const undo = await asked(recovery.returnTo(bookmark));
    this.#isBegun = true;
    // Complete: while the tenant is stopped nothing begins, and nothing that has begun is given another place.
    return { undo, owed: { media: mediaObjects.owed(), quarantine: formFiles.owed() } };
  }

  /** In the session that began in the past; the one before ends here, if nothing else has ended it. */
  async settle(input: RewoundInput): Promise<RewoundView> {
    const { powers, tenant, sites, formFiles, mediaObjects } = this.#parts;
    if (this.#isBegun) this.#parts.recovery.end();
    const vault = this.#parts.vaultOf(input.tenant);
    const [quarantined, uploads] = [await vault.quarantined(), await vault.uploads()];
    powers.sql.atomically(() => {
      formFiles.reconcile(quarantined);
      formFiles.owe(input.owed.quarantine);
      mediaObjects.owe(input.owed.media);
      mediaObjects.reconcile(uploads);
      tenant.setName(input.tenant);
      setTenantStatus(this.#parts, input.status);
      for (const row of sites.all()) this.#settleSite(row, input);
    });
    const present = sites.all().map(({ site }) => site);
    return {
      tenant: input.tenant, sites: present, missing: input.sites.flatMap(({ site }) => (present.includes(site) ? [] : [site])),
      media: await this.#bringMedia(input.tenant),
    };
  }

  /** Its names are those of now; and what public places have of it is of another time. */
  #settleSite({ site, origin, release, sequence }: SiteRow, { sites: known, actor, requestId, inputDigest }: RewoundInput): void {
    const { powers, publicContent, outbox } = this.#parts;
    const names = known.find((one) => one.site === site)?.hostnames;
    if (names) setAddress(this.#parts, site, origin, names);
    publicContent.forget(site);
    if (release > 0) outbox.add("publication", site, `publication:${site}`, { site, release, sequence });
    const id = powers.newId();
    outbox.add("audit", site, id, { id, site, actor: actorName(actor), command: "tenant.rewind", inputDigest, outcome: "done", requestId, at: powers.now() });
  }

  /** Files are not part of what goes back: one that was removed since then may lie beside the backups. */
  async #bringMedia(tenant: string): Promise<RewoundView["media"]> {
    const files = this.#parts.powers.sql.all<MediaObject>("SELECT digest, object, type FROM media_objects WHERE state <> 'placed'");
    const { copied, left, missing } = await this.#parts.vaultOf(tenant).bringMedia(files, () => undefined);
    return { files: files.length, copied, left, missing: missing.length };
  }

  /** Nothing that is acknowledged is to be lost between the moment that undoes it and the end of the session. */
  #requireStopped(): void {
    if (this.#parts.tenant.status === "active") throw new Refusal("CONFLICT", { reason: "Make the tenant read_only or suspended first: nobody writes meanwhile." });
  }

  async #at(at: number): Promise<string> {
    const now = this.#parts.powers.now();
    const from = now - REWIND_BACK_MAX_MS;
    if (at < from || at > now) throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: "/at", found: String(at), allowed: `from ${from} to ${now}` }] });
    return asked(this.#parts.recovery.at(at));
  }
}

/** What the platform says of a moment it does not go back to is for the operator. */
async function asked(answer: Promise<string>): Promise<string> {
  try {
    return await answer;
  } catch (error) {
    throw new Refusal("CONFLICT", { reason: "The platform does not go back to that moment.", platform: String(error).slice(0, REWIND_WORDS_MAX_CHARS) });
  }
}
