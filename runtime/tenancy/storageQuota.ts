import {
  ROOM_FOR_AUTHORS,
  ROOM_FOR_FORMS,
  ROOM_FOR_UNTRUSTED,
  ROOM_FREED,
  ROOM_KEPT,
  ROOM_LOOKED_MS,
  WORKSPACE_MAX_BYTES,
} from "../../manifests/bounds/commands.ts";
import { SITE_MAX_PAGES } from "../../manifests/bounds/documents.ts";
import { PUBLISHED_PAGE_BYTES, PUBLISHED_TIMES_MAX } from "../../manifests/bounds/publishing.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { CommandTraits, Envelope } from "../area/command.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "./sites.ts";

/** Documents whose unseen versions can be deleted, except the newest `kept`. */
export interface ForgetfulDocuments {
  forgetUnseen(site: string, kept: number): void;
}

/** Releases of which all but the newest `kept` and the current one can be deleted. */
export interface ForgetfulReleases {
  forgetOldest(site: string, kept: number): void;
}

/** The bytes that the next publication of every site adds. */
export interface PublicationBytes {
  /** Counts what was written so far. Nothing of it may be rolled back afterwards. */
  settle(): void;
  /** The exact bytes if they are more than `room`, and otherwise at most `room`. */
  bytes(room: number): number;
}

/** The bytes of visitors' submissions. */
export interface SubmissionBytes {
  bytes(): number;
}

export interface StorageQuotaParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly retention: ForgetfulDocuments;
  readonly releaseRetention: ForgetfulReleases;
  readonly unpublished: PublicationBytes;
  readonly submissions: SubmissionBytes;
  /** The temporary copy for an archive, which does not count as content. */
  readonly archiveCopy: { readonly bytes: number };
}

export interface StorageQuotaView {
  readonly bytes: number;
  readonly maxBytes: number;
}

/** The end of a command's writes: stored, or rolled back after a rehearsal. */
type WriteFate = "kept" | "tried";

interface Freeing {
  readonly limit: number;
  readonly how: WriteFate;
  readonly withReleases: boolean;
}

/** The caller of a command, on whom it depends how much of the workspace the command may fill. */
type Writer = Pick<Envelope, "actor" | "mayPublish">;

/**
 * The size limit of a workspace. It keeps uninterruptible work short, such as copying the state for an archive, for
 * which all requests wait. Plugins, and members who may not publish, may fill only a part of it, so that the others can
 * always continue. Visitors' submissions have a part that nobody else fills. A change counts with the bytes that its
 * publication will add, so what was written can be published. Commands that free space are never refused.
 */
export class StorageQuota {
  readonly #parts: StorageQuotaParts;
  readonly #maxBytes: number;
  readonly #exhaustedAt = { kept: -Infinity, tried: -Infinity };
  /** True if the last command had to count the draft. */
  #countsDraft = false;

  constructor(parts: StorageQuotaParts, maxBytes = WORKSPACE_MAX_BYTES) {
    this.#parts = parts;
    this.#maxBytes = maxBytes;
  }

  get view(): StorageQuotaView {
    return { bytes: this.#used(), maxBytes: this.#forMembers() };
  }

  /**
   * Watches the writes of one command, inside its transaction. The returned function checks the size after them.
   * Throwing rolls them back.
   */
  watch({ makesRoom, replaces }: CommandTraits, writer: Writer, how: WriteFate = "kept"): () => void {
    if (makesRoom) return () => void (how === "kept" && this.#mayFreeAgain());
    if (replaces) return this.watchPublication(how);
    // A rehearsal's own writes are rolled back, also those before a later command of it.
    if (this.#countsDraft && how === "kept") this.#parts.unpublished.settle();
    return () => this.#requireFor(writer, how);
  }

  /**
   * Watches a publication, or one step of it. In a full workspace it may replace what visitors see, but not add to it.
   */
  watchPublication(how: WriteFate = "kept"): () => void {
    const before = this.#used();
    return () => {
      this.#mayFreeAgain();
      const limit = Math.max(this.#forMembers(), before);
      if (this.#used() > limit) this.#freeSpace({ limit, how, withReleases: true }, () => this.#used());
      this.#requireAtMost(limit);
    };
  }

  /** Checks the size for data that plugins keep. For these, no old versions are deleted. */
  requireForUntrusted(): void {
    this.#requireAtMost(this.#maxBytes * ROOM_FOR_UNTRUSTED);
  }

  /** Checks the size for a visitor's submission. A part of the workspace is only for submissions. */
  requireForVisitors(): void {
    // The bytes of submissions are a sum over all forms, which is asked for only where it decides.
    if (this.isForStrangers) return;
    if (this.#parts.submissions.bytes() > this.#maxBytes * ROOM_FOR_FORMS) this.requireForUntrusted();
  }

  get isForStrangers(): boolean {
    return this.#used() <= this.#maxBytes * ROOM_FOR_UNTRUSTED;
  }

  #requireFor({ actor, mayPublish = true }: Writer, how: WriteFate): void {
    if (actor.kind === "plugin") {
      const room = this.#maxBytes * ROOM_FOR_UNTRUSTED;
      return this.#requireAtMost(room, this.#unpublished(room));
    }
    const limit = mayPublish ? this.#forMembers() : this.#maxBytes * ROOM_FOR_AUTHORS;
    // The platform counts pages for each question about the size, so most commands ask once.
    if (!this.#mayExceed(limit)) return;
    // Members who may not publish do not cause the loss of releases, either.
    const published = (): number => this.#used() + this.#unpublished(limit);
    if (published() > limit) this.#freeSpace({ limit, how, withReleases: mayPublish }, published);
    this.#requireAtMost(limit, this.#unpublished(limit));
  }

  #requireAtMost(maxBytes: number, unpublished = 0): void {
    const bytes = this.#used();
    if (bytes + unpublished > maxBytes)
      throw new Refusal("WORKSPACE_FULL", { bytes, maxBytes, ...(unpublished > 0 && { unpublished }) });
  }

  /**
   * Deletes what no visitor sees, the oldest first, until there is some room. If that was not enough, it waits before it
   * tries again, because trying takes time proportional to the number of documents.
   */
  #freeSpace({ limit, how, withReleases }: Freeing, size: () => number): void {
    if (!this.#mayFreeSpace(how)) return;
    const enough = limit * ROOM_FREED;
    for (const { revisions, releases } of ROOM_KEPT) {
      if (size() <= enough) return;
      for (const { site } of this.#parts.sites.all()) {
        if (withReleases) this.#parts.releaseRetention.forgetOldest(site, releases);
        this.#parts.retention.forgetUnseen(site, revisions);
      }
    }
    if (size() > enough) this.#exhaustedAt[how] = this.#parts.powers.now();
  }

  /**
   * Tells whether it may try to free space now. `Math.abs` makes a clock that was set back count as elapsed time.
   * Rehearsals have their own interval, because what they free is rolled back.
   */
  #mayFreeSpace(how: WriteFate): boolean {
    return Math.abs(this.#parts.powers.now() - this.#exhaustedAt[how]) >= ROOM_LOOKED_MS;
  }

  #mayFreeAgain(): void {
    this.#exhaustedAt.kept = -Infinity;
    this.#exhaustedAt.tried = -Infinity;
  }

  /** The part of members who publish: everything but what submissions may still fill. */
  #forMembers(): number {
    return this.#maxBytes - Math.max(0, this.#maxBytes * ROOM_FOR_FORMS - this.#parts.submissions.bytes());
  }

  /** The bytes of the draft that a publication will add, if they exceed the limit, and otherwise rather too many. */
  #unpublished(limit: number): number {
    return this.#mayExceed(limit) ? this.#parts.unpublished.bytes(limit - this.#used()) : 0;
  }

  /**
   * Tells whether a publication of all drafts can exceed a limit. It copies what is in use, and adds bytes for each
   * page, of which short ones fill the room and sites have a bounded number.
   */
  #mayExceed(limit: number): boolean {
    const used = this.#used();
    const ofSites = this.#parts.sites.all().length * SITE_MAX_PAGES * PUBLISHED_PAGE_BYTES;
    this.#countsDraft = used * 2 + Math.min(ofSites, used * (PUBLISHED_TIMES_MAX - 2)) > limit;
    return this.#countsDraft;
  }

  /** The bytes in use, without the temporary copy for an archive. */
  #used(): number {
    return this.#parts.powers.sql.bytes() - this.#parts.archiveCopy.bytes;
  }
}
