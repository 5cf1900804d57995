import {
  ROOM_FOR_STRANGERS,
  ROOM_LOOKED_MS,
  ROOM_REVISIONS_KEPT,
  WORKSPACE_MAX_BYTES,
} from "../../manifests/bounds/commands.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Actor } from "../area/actor.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "./sites.ts";

/** Documents that can forget unseen versions, down to `kept` of each. */
export interface ForgetfulDocuments {
  forgetUnseen(site: string, kept: number): void;
}

/** The database, and the documents whose old versions can be forgotten. */
export interface StorageQuotaParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly retention: ForgetfulDocuments;
  /** The copy for an archive, which counts as nobody's content. */
  readonly archiveCopy: { readonly bytes: number };
}

export interface StorageQuotaView {
  readonly bytes: number;
  readonly maxBytes: number;
}

/** The fate of a command's writes: they stay, or are only tried. */
type Looked = "kept" | "tried";

/**
 * The bound on a workspace's size. It keeps uninterrupted work, such as the copy for an archive, short for all who
 * wait. Visitors and plugins may fill only a part of it, so that members can always continue. Commands that make room
 * are never refused.
 */
export class StorageQuota {
  readonly #parts: StorageQuotaParts;
  readonly #maxBytes: number;
  readonly #lookedAt = { kept: -Infinity, tried: -Infinity };

  constructor(parts: StorageQuotaParts, maxBytes = WORKSPACE_MAX_BYTES) {
    this.#parts = parts;
    this.#maxBytes = maxBytes;
  }

  get view(): StorageQuotaView {
    return { bytes: this.#used(), maxBytes: this.#maxBytes };
  }

  /** Checks the size after a command has written, in its transaction, so that a refusal rolls everything back. */
  requireAfter(actor: Actor, how: Looked = "kept"): void {
    if (actor.kind === "plugin") this.requireForStrangers();
    else this.#requireForMembers(how);
  }

  /** Checks the size for data from visitors and plugins. The workspace forgets no members' history for them. */
  requireForStrangers(): void {
    this.#requireAtMost(this.#maxBytes * ROOM_FOR_STRANGERS);
  }

  get isForStrangers(): boolean {
    return this.#used() <= this.#maxBytes * ROOM_FOR_STRANGERS;
  }

  #requireForMembers(how: Looked): void {
    if (this.#used() > this.#maxBytes && this.#mayLook(how)) this.#forget();
    this.#requireAtMost(this.#maxBytes);
  }

  #requireAtMost(maxBytes: number): void {
    const bytes = this.#used();
    if (bytes > maxBytes) throw new Refusal("WORKSPACE_FULL", { bytes, maxBytes });
  }

  /** Forgets unseen versions, the oldest first, until there is room. */
  #forget(): void {
    for (const kept of ROOM_REVISIONS_KEPT) {
      if (this.#used() <= this.#maxBytes) return;
      for (const { site } of this.#parts.sites.all()) this.#parts.retention.forgetUnseen(site, kept);
    }
  }

  /**
   * Tells whether to look for versions to forget. A look costs as much as there are documents. A clock that was set
   * back counts as elapsed time. What a rehearsal forgets comes back, so it takes no command's look.
   */
  #mayLook(how: Looked): boolean {
    const now = this.#parts.powers.now();
    const may = Math.abs(now - this.#lookedAt[how]) >= ROOM_LOOKED_MS;
    if (may) this.#lookedAt[how] = now;
    return may;
  }

  /** The bytes in use, without the temporary copy for an archive, which is nobody's content. */
  #used(): number {
    return this.#parts.powers.sql.bytes() - this.#parts.archiveCopy.bytes;
  }
}
