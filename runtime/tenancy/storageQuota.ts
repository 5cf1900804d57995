import {
  ROOM_FOR_UNTRUSTED,
  ROOM_LOOKED_MS,
  ROOM_REVISIONS_KEPT,
  WORKSPACE_MAX_BYTES,
} from "../../manifests/bounds/commands.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Actor } from "../area/actor.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "./sites.ts";

/** Documents whose unseen versions can be deleted, except the newest `kept`. */
export interface ForgetfulDocuments {
  forgetUnseen(site: string, kept: number): void;
}

export interface StorageQuotaParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly retention: ForgetfulDocuments;
  /** The temporary copy for an archive, which does not count as content. */
  readonly archiveCopy: { readonly bytes: number };
}

export interface StorageQuotaView {
  readonly bytes: number;
  readonly maxBytes: number;
}

/** The end of a command's writes: stored, or rolled back after a rehearsal. */
type WriteFate = "kept" | "tried";

/**
 * The size limit of a workspace. It keeps uninterruptible work short, such as copying the state for an archive, for
 * which all requests wait. Visitors and plugins may fill only a part of it, so that members can always continue.
 * Commands that free space are never refused.
 */
export class StorageQuota {
  readonly #parts: StorageQuotaParts;
  readonly #maxBytes: number;
  readonly #freedAt = { kept: -Infinity, tried: -Infinity };

  constructor(parts: StorageQuotaParts, maxBytes = WORKSPACE_MAX_BYTES) {
    this.#parts = parts;
    this.#maxBytes = maxBytes;
  }

  get view(): StorageQuotaView {
    return { bytes: this.#used(), maxBytes: this.#maxBytes };
  }

  /** Checks the size after a command's writes, inside its transaction. Throwing rolls them back. */
  requireAfter(actor: Actor, how: WriteFate = "kept"): void {
    if (actor.kind === "plugin") this.requireForUntrusted();
    else this.#requireForMembers(how);
  }

  /** Checks the size for data of visitors and plugins. For these, no old versions are deleted. */
  requireForUntrusted(): void {
    this.#requireAtMost(this.#maxBytes * ROOM_FOR_UNTRUSTED);
  }

  get isForStrangers(): boolean {
    return this.#used() <= this.#maxBytes * ROOM_FOR_UNTRUSTED;
  }

  #requireForMembers(how: WriteFate): void {
    if (this.#used() > this.#maxBytes && this.#mayFreeSpace(how)) this.#freeSpace();
    this.#requireAtMost(this.#maxBytes);
  }

  #requireAtMost(maxBytes: number): void {
    const bytes = this.#used();
    if (bytes > maxBytes) throw new Refusal("WORKSPACE_FULL", { bytes, maxBytes });
  }

  /** Deletes unseen versions, the oldest first, until there is room. */
  #freeSpace(): void {
    for (const kept of ROOM_REVISIONS_KEPT) {
      if (this.#used() <= this.#maxBytes) return;
      for (const { site } of this.#parts.sites.all()) this.#parts.retention.forgetUnseen(site, kept);
    }
  }

  /**
   * Tells whether to try to free space now. Trying takes time proportional to the number of documents. `Math.abs` makes
   * a clock that was set back count as elapsed time. Rehearsals have their own interval, because what they free is
   * rolled back.
   */
  #mayFreeSpace(how: WriteFate): boolean {
    const now = this.#parts.powers.now();
    const may = Math.abs(now - this.#freedAt[how]) >= ROOM_LOOKED_MS;
    if (may) this.#freedAt[how] = now;
    return may;
  }

  /** The bytes in use, without the temporary copy for an archive. */
  #used(): number {
    return this.#parts.powers.sql.bytes() - this.#parts.archiveCopy.bytes;
  }
}
