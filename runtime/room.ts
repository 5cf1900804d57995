import { ROOM_FOR_STRANGERS, ROOM_LOOKED_MS, ROOM_REVISIONS_KEPT, WORKSPACE_MAX_BYTES } from "../manifests/bounds.ts";
import { Refusal } from "../manifests/refusal.ts";
import type { Actor } from "./actor.ts";
import type { ArchiveCopy } from "./backups/copy.ts";
import { makesRoom } from "./commandName.ts";
import type { Documents } from "./documents.ts";
import type { Powers } from "./powers.ts";
import type { Sites } from "./sites.ts";

export interface RoomParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly documents: Documents;
  readonly archiveCopy: ArchiveCopy;
}

export interface RoomView {
  readonly bytes: number;
  readonly maxBytes: number;
}

/**
 * How full the workspace is. The bound keeps what has to be done in one go, such as copying the state for an archive,
 * short enough for everybody who waits. Strangers and plugins may fill a part of it only, so that members can go on.
 * What makes room is never refused.
 */
export class Room {
  readonly #parts: RoomParts;
  readonly #maxBytes: number;
  #lookedAt = -Infinity;

  constructor(parts: RoomParts, maxBytes = WORKSPACE_MAX_BYTES) {
    this.#parts = parts;
    this.#maxBytes = maxBytes;
  }

  get standing(): RoomView {
    return { bytes: this.#used(), maxBytes: this.#maxBytes };
  }

  /** Asked in the transaction of a command, after it has written: a refusal takes everything back. */
  requireAfter(command: string, actor: Actor): void {
    if (makesRoom(command)) return;
    if (actor.kind === "plugin") this.requireForStrangers();
    else this.#requireForMembers();
  }

  /** For what visitors and plugins send. The history of members is not forgotten for them. */
  requireForStrangers(): void {
    this.#requireAtMost(this.#maxBytes * ROOM_FOR_STRANGERS);
  }

  get isForStrangers(): boolean {
    return this.#used() <= this.#maxBytes * ROOM_FOR_STRANGERS;
  }

  #requireForMembers(): void {
    if (this.#used() > this.#maxBytes && this.#mayLook()) this.#forget();
    this.#requireAtMost(this.#maxBytes);
  }

  #requireAtMost(maxBytes: number): void {
    const bytes = this.#used();
    if (bytes > maxBytes) throw new Refusal("WORKSPACE_FULL", { bytes, maxBytes });
  }

  /** Versions nobody sees any more, the oldest first, until there is room. */
  #forget(): void {
    for (const kept of ROOM_REVISIONS_KEPT) {
      if (this.#used() <= this.#maxBytes) return;
      for (const { site } of this.#parts.sites.all()) this.#parts.documents.forgetUnseen(site, kept);
    }
  }

  /** Looking costs as much as there are documents. A clock that was set back counts as time gone by. */
  #mayLook(): boolean {
    const now = this.#parts.powers.now();
    const may = Math.abs(now - this.#lookedAt) >= ROOM_LOOKED_MS;
    if (may) this.#lookedAt = now;
    return may;
  }

  /** A copy that is there while an archive is made is nobody's content. */
  #used(): number {
    return this.#parts.powers.sql.bytes() - this.#parts.archiveCopy.bytes;
  }
}
