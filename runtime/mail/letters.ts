import {
  MAIL_BACKOFF_MAX_MS,
  MAIL_BACKOFF_MS,
  MAIL_FAILURE_MAX_CHARS,
  MAIL_LISTED_MAX,
  MAIL_PLUGIN_WAITING_MAX,
  MAIL_TRIED_MS,
  MAIL_WAITING_MAX,
} from "../../manifests/bounds/forms.ts";
import { type Powers, first } from "../powers/powers.ts";
import { ENCLOSED_KINDS, type LetterKind, TURN_OF_KIND, isEnclosed, roomMates } from "./letterKinds.ts";
import { pluginOfSource, sourceRange } from "./pluginEnclosures.ts";

/** `kept`: nobody got the letter, because there is no mail server, or nobody wants it. `dead`: given up. */
export const LETTER_STATES = ["waiting", "sent", "kept", "dead"] as const;
export type LetterState = (typeof LETTER_STATES)[number];

export interface Letter {
  readonly number: number;
  readonly id: string;
  readonly site: string;
  readonly kind: LetterKind;
  /** The subject by its kind, such as the number of a submission. */
  readonly source: string;
  /** The receiver's identity; empty for everybody who wants the letter. */
  readonly member: string;
  readonly state: LetterState;
  readonly attempts: number;
  readonly createdAt: number;
  readonly settledAt: number | null;
  readonly failure: string | null;
}

type NewLetter = Pick<Letter, "site" | "kind" | "source" | "member">;

const IS_FULL = "too many letters waited";

const COLUMNS =
  "number, id, site, kind, source, member, state, attempts, created_at AS createdAt, settled_at AS settledAt, failure";

/** The most doublings of the wait. More would overflow the integer, and the wait reaches its maximum long before. */
const MOST_DOUBLINGS = 30;

/**
 * The letters of a workspace, each once. The transaction of an effect adds its letter. A letter is settled after the
 * mail server has answered, so a crash between the two sends it again with the same id.
 */
export class Letters {
  readonly #powers: Pick<Powers, "sql" | "now" | "newIdAt">;
  readonly #isSending: boolean;

  /** `isSending` is false without a mail server. */
  constructor(powers: Pick<Powers, "sql" | "now" | "newIdAt">, isSending: boolean) {
    this.#powers = powers;
    this.#isSending = isSending;
  }

  /**
   * Adds a letter, unless it is there already. With a reason to hold it, or if too many of the site wait, it is listed
   * and nobody gets it. A letter with a code is added in any case: its own rate limits it. The caller holds the
   * transaction.
   */
  add(letter: NewLetter, held: string | null = null): void {
    // Without a mail server no letter waits. An attempt keeps one with an enclosure, because it removes the enclosure.
    if (!this.#isSending && !isEnclosed(letter.kind)) return this.#insert(letter, "kept", held);
    const failure = held ?? (this.hasRoom(letter) ? null : IS_FULL);
    this.#insert(letter, failure === null ? "waiting" : "kept", failure);
  }

  /** Tells whether one more letter of this kind may wait. Yielding letters take no room from the others. */
  hasRoom({ site, kind, source = "" }: Pick<Letter, "site" | "kind"> & Partial<Pick<Letter, "source">>): boolean {
    if (kind === "plugin") return this.#waitingOf(site, pluginOfSource(source)) < MAIL_PLUGIN_WAITING_MAX;
    return kind === "address" || this.#waitingAt(site, kind) < MAIL_WAITING_MAX;
  }

  /**
   * Replaces a letter to everybody by one for each of these members. False, with no change, while too many others
   * wait.
   */
  addressTo({ number, site, kind, source }: Letter, members: readonly string[]): boolean {
    const isFull =
      kind === "plugin"
        ? this.#waitingOf(site, pluginOfSource(source)) > MAIL_PLUGIN_WAITING_MAX
        : this.#waitingAt(site, kind) > MAIL_WAITING_MAX;
    if (isFull) return false;
    this.#powers.sql.atomically(() => {
      this.remove(number);
      for (const member of members) this.#insert({ site, kind, source, member });
    });
    return true;
  }

  /** Adds a letter for each of these receivers beside the one to all, which goes on behind the one with the last number. */
  addSome({ site, kind, source }: Letter, members: readonly string[], last: number): void {
    this.#powers.sql.atomically(() => {
      for (const member of members) this.#insert({ site, kind, source, member });
      const reach = "UPDATE mail_plugin_letters SET reached = ? WHERE site = ? AND source = ?";
      this.#powers.sql.all(reach, last, site, source);
    });
  }

  /** The number of waiting letters of a plugin, beside the given one. */
  waitingBeside({ site, source }: Letter): number {
    return this.#waitingOf(site, pluginOfSource(source)) - 1;
  }

  /**
   * Letters that are due, codes first: a member waits for a code, which ends soon. Yielding letters come late, and those
   * of plugins last.
   */
  due(most: number): Letter[] {
    this.#capWaits();
    return this.#powers.sql.all<Letter>(
      `SELECT ${COLUMNS} FROM mail_letters WHERE state = 'waiting' AND due_at <= ?
       ORDER BY ${TURN_OF_KIND}, due_at, number LIMIT ?`,
      this.#powers.now(),
      most,
    );
  }

  nextDue(): number | undefined {
    const query = "SELECT min(due_at) AS at FROM mail_letters WHERE state = 'waiting'";
    return first<{ at: number | null }>(this.#powers.sql, query)?.at ?? undefined;
  }

  /** Counts an attempt that failed. The letter waits, twice as long each time, or is given up. True if it was given up. */
  failed({ number, createdAt }: Letter, reason: string, isFinal: boolean): boolean {
    const { sql, now } = this.#powers;
    const isOver = isFinal || now() - createdAt >= MAIL_TRIED_MS;
    sql.all(
      `UPDATE mail_letters SET attempts = attempts + 1, due_at = ? + min(? << min(attempts, ?), ?), failure = ? WHERE number = ?`,
      now(),
      MAIL_BACKOFF_MS,
      MOST_DOUBLINGS,
      MAIL_BACKOFF_MAX_MS,
      reason.slice(0, MAIL_FAILURE_MAX_CHARS),
      number,
    );
    if (isOver) this.#end(number, "dead");
    return isOver;
  }

  /** Lets a letter wait without counting an attempt. */
  postpone({ number }: Letter, ms: number): void {
    this.#powers.sql.all("UPDATE mail_letters SET due_at = ? WHERE number = ?", this.#powers.now() + ms, number);
  }

  /** Ends a letter that the server got. `doubt` says why that is not certain. */
  sent({ number }: Letter, doubt?: string): void {
    this.#powers.sql.all(
      "UPDATE mail_letters SET attempts = attempts + 1, failure = ? WHERE number = ?",
      doubt?.slice(0, MAIL_FAILURE_MAX_CHARS) ?? null,
      number,
    );
    this.#end(number, "sent");
  }

  /** Lists a letter that nobody gets. `why` says the reason, if it is none of the usual ones. */
  keep({ number }: Letter, why?: string): void {
    if (why !== undefined) this.#powers.sql.all("UPDATE mail_letters SET failure = ? WHERE number = ?", why, number);
    this.#end(number, "kept");
  }

  /** Forgets a letter whose subject is gone. */
  remove(number: number): void {
    this.#powers.sql.all("DELETE FROM mail_letters WHERE number = ?", number);
  }

  /** The last letters of a site, newest first. Those to readers, which strangers cause, are a quarter of them at most. */
  last(site: string, most: number): Letter[] {
    const query = `SELECT ${COLUMNS} FROM mail_letters WHERE site = ?1 AND (kind <> 'reader' OR number IN
      (SELECT number FROM mail_letters WHERE site = ?1 AND kind = 'reader' ORDER BY number DESC LIMIT ?3))
      ORDER BY number DESC LIMIT ?2`;
    return this.#powers.sql.all<Letter>(query, site, most, Math.ceil(most / 4));
  }

  find(site: string, id: string): Letter | undefined {
    return first<Letter>(this.#powers.sql, `SELECT ${COLUMNS} FROM mail_letters WHERE site = ? AND id = ?`, site, id);
  }

  /** Removes all but the last settled letters of each site. Those of plugins are counted apart, and those to readers. */
  sweep(): void {
    this.#powers.sql.all(
      `DELETE FROM mail_letters WHERE state <> 'waiting' AND number NOT IN (
       SELECT number FROM (SELECT number, row_number() OVER (PARTITION BY site, kind = 'plugin', kind = 'reader' ORDER BY number DESC) AS place
       FROM mail_letters WHERE state <> 'waiting') WHERE place <= ?)`,
      MAIL_LISTED_MAX,
    );
  }

  #insert(
    { site, kind, source, member }: NewLetter,
    state: LetterState = "waiting",
    failure: string | null = null,
  ): void {
    const { sql, now, newIdAt } = this.#powers;
    const at = now();
    sql.all(
      `INSERT OR IGNORE INTO mail_letters
       (id, site, kind, source, member, state, attempts, created_at, due_at, settled_at, failure)
       VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?)`,
      newIdAt(at),
      site,
      kind,
      source,
      member,
      state,
      at,
      at,
      state === "waiting" ? null : at,
      failure,
    );
  }

  #end(number: number, state: LetterState): void {
    const { sql, now } = this.#powers;
    sql.atomically(() => {
      sql.all("UPDATE mail_letters SET state = ?, settled_at = ? WHERE number = ?", state, now(), number);
      // Without a mail server, members can read the letter until the next sweep.
      if (state === "kept" && !this.#isSending) return;
      sql.all(
        `DELETE FROM mail_enclosures WHERE source IN (SELECT source FROM mail_letters WHERE number = ? AND kind IN (${ENCLOSED_KINDS}))`,
        number,
      );
      if (state === "sent" || state === "dead") this.#forgetData(number);
    });
  }

  /** Deletes the address and the data of a plugin's letter, once no other letter needs them. */
  #forgetData(number: number): void {
    this.#powers.sql.all(
      `DELETE FROM mail_plugin_letters WHERE (address <> '' OR data <> '') AND (site, source) IN
       (SELECT site, source FROM mail_letters WHERE number = ? AND kind = 'plugin')
       AND (site, source) NOT IN (SELECT site, source FROM mail_letters WHERE kind = 'plugin' AND state = 'waiting')`,
      number,
    );
  }

  /** The number of a plugin's waiting letters. */
  #waitingOf(site: string, plugin: string): number {
    const query =
      "SELECT count(*) AS n FROM mail_letters WHERE site = ? AND kind = 'plugin' AND state = 'waiting' AND source >= ? AND source < ?";
    return first<{ n: number }>(this.#powers.sql, query, site, ...sourceRange(plugin))?.n ?? 0;
  }

  /** The number of waiting letters that share their room with this kind. */
  #waitingAt(site: string, kind: LetterKind): number {
    const query =
      "SELECT count(*) AS n FROM mail_letters WHERE site = ? AND state = 'waiting' AND kind IN (SELECT value FROM json_each(?))";
    return first<{ n: number }>(this.#powers.sql, query, site, JSON.stringify(roomMates(kind)))?.n ?? 0;
  }

  /** Shortens waits that are longer than the maximum. They come from a clock that jumped ahead and back. */
  #capWaits(): void {
    const now = this.#powers.now();
    const query = "UPDATE mail_letters SET due_at = ? WHERE state = 'waiting' AND due_at > ?";
    this.#powers.sql.all(query, now, now + MAIL_BACKOFF_MAX_MS);
  }
}
