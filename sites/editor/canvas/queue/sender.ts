/** Sends the queue of one page: one request at a time, each with its idempotency key until the site answers. */
import type { Issue } from "../../../../manifests/refusals/refusal.ts";
import type { PageView, RevisionsView } from "../../../../runtime/editing/views.ts";
import type { PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import type { Client } from "../../api/client.ts";
import type { RequestFailure } from "../../../requests/requestFailure.ts";
import type { EditAnswer } from "../../api/views.ts";
import { applied } from "./apply.ts";
import { issuesOfSection } from "./issues.ts";
import {
  type Judge,
  type EditQueue,
  type SentEdits,
  afterAnswer,
  merged,
  refusedFields,
  refusedWhole,
  sorted,
  taken,
} from "./queue.ts";
import { type SavingState, isAwaited, isBlocked, savingAfter } from "./savingState.ts";

/** The pause after the last key before a request. */
const PAUSE_MS = 500;
/** The longest wait before the editor saves the text of a member who types without a pause. */
const LONGEST_MS = 4_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** The interval between two checks whether the member may write again, such as after a new login. */
const LOOK_MS = 5_000;

export interface SenderPowers {
  /** A client that names the member who made the changes, so that no other login sends them. */
  readonly client: Pick<Client, "read" | "change">;
  readonly newKey: () => string;
  readonly now: () => number;
  readonly later: (run: () => void, ms: number) => () => void;
}

export interface Sending {
  readonly page: string;
  readonly judge: Judge;
  /** True for the member who writes here. */
  readonly isOwn: (actor: string) => boolean;
  readonly queue: () => EditQueue;
  readonly put: (queue: EditQueue) => void;
  readonly saving: () => SavingState;
  readonly setSaving: (saving: SavingState, failure?: RequestFailure) => void;
  /** The site made the sent changes. `others` is true if the page also holds other members' changes. */
  readonly saved: (answer: EditAnswer, others: boolean) => void;
  /** The page was read again, because another member changed it. */
  readonly reread: () => void;
  readonly lost: (operations: readonly PageOperation[]) => void;
  /** Tells the browser's console of a fault of the editor. */
  readonly failed: (error: unknown) => void;
}

export class EditSender {
  readonly #powers: SenderPowers;
  readonly #of: Sending;
  #cancel: (() => void) | undefined;
  #since: number | undefined;
  #isBusy = false;
  /** True if a change came while the sender was busy. It may have looked at the queue for the last time already. */
  #isDue = false;
  /** The latest version of the page that the site reported. */
  #reportedVersion = 0;
  #retryMs = FIRST_RETRY_MS;
  /** The proof of a plugin's proposal among the next changes; undefined if the member wrote all of them. */
  proof: string | undefined;

  constructor(powers: SenderPowers, of: Sending) {
    this.#powers = powers;
    this.#of = of;
  }

  /** Schedules a request after an edit. */
  changed(): void {
    this.#isDue = this.#isBusy;
    if (this.#isHeld) return;
    this.#since ??= this.#powers.now();
    const left = Math.max(0, this.#since + LONGEST_MS - this.#powers.now());
    this.#after(Math.min(PAUSE_MS, left));
  }

  /** Sends the queue without the pause, unless the site asked to wait. */
  hurry(): void {
    if (!this.#isHeld) void this.flush();
  }

  /** Sends the queue now, such as before a publication. Resolves when nothing more can be sent. */
  async flush(): Promise<void> {
    this.#cancel?.();
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#since = undefined;
    try {
      while (await this.#step());
    } catch (error) {
      this.#of.failed(error);
      // A fault of the editor itself. It must not keep later changes from being sent.
      this.#of.setSaving("fault");
      this.#tryAgain(0);
    } finally {
      this.#isBusy = false;
      if (this.#isDue) this.changed();
    }
  }

  /**
   * Notes the page's version from a report. The version may come from this member's own request, so the sender waits
   * for its answer first. It reads the page only if the reported version is later.
   */
  versionReported(version: number): void {
    this.#reportedVersion = Math.max(this.#reportedVersion, version);
    void this.flush();
  }

  stop(): void {
    this.#cancel?.();
    this.#isBusy = true;
  }

  get #isHeld(): boolean {
    return this.#isBusy || isAwaited(this.#of.saving()) || isBlocked(this.#of.saving());
  }

  #after(ms: number): void {
    this.#cancel?.();
    this.#cancel = this.#powers.later(() => void this.flush(), ms);
  }

  /** Does one request; true if there may be more to send. */
  async #step(): Promise<boolean> {
    const { sent, base } = this.#of.queue();
    if (!sent && this.#reportedVersion > base.version) return this.#catchUp();
    const queue = sorted(this.#of.queue(), this.#of.judge);
    const next = taken(queue, this.#powers.newKey());
    if (next !== this.#of.queue()) this.#of.put(next);
    if (!next.sent) {
      this.#of.setSaving("still");
      return false;
    }
    this.#of.setSaving("sending");
    return this.#send(next.sent);
  }

  async #send({ key, version, operations }: SentEdits): Promise<boolean> {
    const answer = await this.#powers.client.change<EditAnswer>(`/api/pages/${this.#of.page}/operations`, {
      method: "POST",
      key,
      version,
      body: { operations, proof: this.proof },
    });
    if (!answer.ok) return this.#refused(answer.error);
    this.#retryMs = FIRST_RETRY_MS;
    this.proof = undefined;
    const { body } = answer.value;
    const reached = body.versions[0]?.version ?? version + 1;
    const hasOthers = reached !== version + 1;
    this.#of.put(afterAnswer(this.#of.queue(), reached));
    this.#of.saved(body, hasOthers);
    return hasOthers ? this.#reread() : true;
  }

  async #refused(failure: RequestFailure): Promise<boolean> {
    if (failure.kind === "refused" && failure.status === 412) return this.#reread();
    if (failure.kind === "refused" && failure.status === 400)
      return this.#unfinished(failure.detail.issues ?? [], failure);
    const saving = savingAfter(failure);
    this.#of.setSaving(saving, failure);
    if (saving === "refused") return this.#giveUp();
    if (isAwaited(saving)) this.#tryAgain(failure.kind === "refused" ? failure.retryAfter * 1_000 : 0);
    if (isBlocked(saving)) this.#after(LOOK_MS);
    return false;
  }

  #giveUp(): boolean {
    const { queue, lost } = refusedWhole(this.#of.queue());
    this.#of.put(queue);
    this.#of.lost(lost);
    return false;
  }

  #unfinished(issues: readonly Issue[], failure: RequestFailure): boolean {
    const queue = this.#of.queue();
    const body = applied(queue.base.body, queue.sent?.operations ?? []);
    const rest = refusedFields(queue, issuesOfSection(body, issues));
    // A refusal that blames no sent change would come again for ever.
    if (rest) {
      this.#of.put(rest);
      return true;
    }
    this.#of.setSaving("refused", failure);
    return this.#giveUp();
  }

  #tryAgain(askedMs: number): void {
    this.#after(Math.max(askedMs, this.#retryMs));
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }

  /** Reads the page for a reported version. If that fails, the version is noted again. */
  async #catchUp(): Promise<boolean> {
    const heard = this.#reportedVersion;
    this.#reportedVersion = 0;
    const isRead = await this.#reread();
    if (!isRead) this.#reportedVersion = Math.max(this.#reportedVersion, heard);
    return isRead;
  }

  /** Tells whether this member wrote the last versions of the page, in another tab. */
  async #areOwn(count: number): Promise<boolean> {
    if (count === 1) return true;
    const path = `/api/pages/${this.#of.page}/revisions`;
    const answer = await this.#powers.client.read<RevisionsView>(path, { query: { limit: count } });
    const found = answer.ok ? answer.value.body.items : [];
    return found.length >= count && found.slice(0, count).every(({ changedBy }) => this.#of.isOwn(changedBy));
  }

  /** Reads the present page and rebases unsaved changes onto it. */
  async #reread(): Promise<boolean> {
    const answer = await this.#powers.client.read<PageView>(`/api/pages/${this.#of.page}`);
    if (!answer.ok) {
      const saving = savingAfter(answer.error);
      this.#of.setSaving(saving, answer.error);
      if (isAwaited(saving)) this.#tryAgain(0);
      if (isBlocked(saving)) this.#after(LOOK_MS);
      return false;
    }
    const { version, body, changedBy } = answer.value.body;
    const isOwn = this.#of.isOwn(changedBy) && (await this.#areOwn(version - this.#of.queue().base.version));
    const { queue, lost } = merged(this.#of.queue(), { version, body, isOwn });
    this.#of.put(queue);
    this.#of.reread();
    if (lost.length > 0) this.#of.lost(lost);
    return true;
  }
}
