import {
  OUTBOX_BACKOFF_MAX_MS,
  OUTBOX_BACKOFF_MS,
  OUTBOX_BATCH,
  OUTBOX_TAKEN_MS,
} from "../../manifests/bounds/commands.ts";
import { type Powers, first } from "../powers/powers.ts";
import type { AuditSubject } from "./subject.ts";

/** The messages that a workspace must deliver: audit rows to the control plane, publications to the queue. */
export type OutboxKind = "audit" | "publication";

export interface OutboxMessage {
  /** The row's number. A number may be reused after removal, so only number and id together identify a message. */
  readonly number: number;
  readonly id: string;
  readonly kind: OutboxKind;
  readonly site: string;
  readonly payload: string;
  readonly attempts: number;
}

/** One audit row: the actor, the command, its subject, the site and the outcome. */
export interface AuditPayload {
  readonly id: string;
  readonly site: string;
  readonly actor: string;
  readonly command: string;
  /** SHA-256 in hexadecimal. The input itself is never part of the message. */
  readonly inputDigest: string;
  readonly outcome: "done" | "replayed" | "refused";
  readonly requestId: string;
  readonly at: number;
  /** The program that acted for the actor, if it was not their browser. */
  readonly via?: string;
  readonly about?: AuditSubject;
}

/** An audit row to add. The outbox fills in missing members. */
export interface AuditRow extends Omit<AuditPayload, "id" | "at" | "requestId"> {
  /** The time in milliseconds since the epoch; now by default. */
  readonly at?: number;
  /** Default: the row's own id, for work without a request. */
  readonly requestId?: string;
}

export interface PublicationPayload {
  readonly site: string;
  readonly release: number;
  readonly sequence: number;
}

const VALUES = "INTO outbox (id, kind, site, payload, created_at, attempts, due_at) VALUES (?, ?, ?, ?, ?, 0, ?)";

/** A site's new publication replaces a waiting one. Audit rows never replace each other. */
const INSERTS: Readonly<Record<OutboxKind, string>> = {
  audit: `INSERT ${VALUES}`,
  publication: `INSERT OR REPLACE ${VALUES}`,
};

/** Selects all messages in one statement, because that removes them faster than one statement each. */
const LISTED = "number IN (SELECT value FROM json_each(?)) AND id IN (SELECT value FROM json_each(?))";
const listOf = (messages: readonly OutboxMessage[]): [numbers: string, ids: string] => [
  JSON.stringify(messages.map(({ number }) => number)),
  JSON.stringify(messages.map(({ id }) => id)),
];

/** The most doublings of the delay. More would overflow the integer, and the delay reaches its maximum long before. */
const MOST_DOUBLINGS = 30;

/**
 * Messages to the outside. The transaction of an effect adds its message, and the receiver's confirmation removes it.
 * For an audit row, the database's answer is the confirmation. For a publication, only consumption is, because a queue
 * may lose an accepted message with its machine. So every message may arrive twice.
 */
export class Outbox {
  readonly #powers: Pick<Powers, "sql" | "now" | "newIdAt">;

  constructor(powers: Pick<Powers, "sql" | "now" | "newIdAt">) {
    this.#powers = powers;
  }

  add(kind: OutboxKind, site: string, id: string, payload: AuditPayload | PublicationPayload): void {
    const now = this.#powers.now();
    this.#powers.sql.all(INSERTS[kind], id, kind, site, JSON.stringify(payload), now, now);
  }

  /** Adds an audit row for the control plane. */
  audit({
    site,
    actor,
    command,
    inputDigest,
    outcome,
    requestId,
    at = this.#powers.now(),
    via,
    about,
  }: AuditRow): void {
    const id = this.#powers.newIdAt(at);
    this.add("audit", site, id, {
      id,
      site,
      actor,
      command,
      inputDigest,
      outcome,
      requestId: requestId ?? id,
      at,
      ...(via === undefined ? {} : { via }),
      ...(about === undefined ? {} : { about }),
    });
  }

  due(kind: OutboxKind): OutboxMessage[] {
    this.#capDelays();
    return this.#powers.sql.all<OutboxMessage>(
      "SELECT number, id, kind, site, payload, attempts FROM outbox WHERE kind = ? AND due_at <= ? ORDER BY due_at, number LIMIT ?",
      kind,
      this.#powers.now(),
      OUTBOX_BATCH,
    );
  }

  /** Shortens delays that are longer than the maximum. They come from a clock that jumped ahead and back. */
  #capDelays(): void {
    const now = this.#powers.now();
    const query = "UPDATE outbox SET due_at = ? WHERE kind IN ('audit', 'publication') AND due_at > ?";
    this.#powers.sql.all(query, now, now + OUTBOX_BACKOFF_MAX_MS);
  }

  /** Counts an attempt and delays the messages, twice as long each time. */
  attempted(messages: readonly OutboxMessage[]): void {
    this.#powers.sql.all(
      `UPDATE outbox SET attempts = attempts + 1, due_at = ? + min(? << min(attempts, ?), ?) WHERE ${LISTED}`,
      this.#powers.now(),
      OUTBOX_BACKOFF_MS,
      MOST_DOUBLINGS,
      OUTBOX_BACKOFF_MAX_MS,
      ...listOf(messages),
    );
  }

  /**
   * Records that the queue has accepted the messages. A message that replaced one of them since has no attempts yet,
   * and stays due.
   */
  taken(messages: readonly OutboxMessage[]): void {
    this.#powers.sql.all(
      `UPDATE outbox SET due_at = max(due_at, ?) WHERE attempts > 0 AND ${LISTED}`,
      this.#powers.now() + OUTBOX_TAKEN_MS,
      ...listOf(messages),
    );
  }

  /** All audit rows that still wait for their delivery. */
  auditUnderway(): AuditPayload[] {
    return this.#powers.sql
      .all<{ payload: string }>("SELECT payload FROM outbox WHERE kind = 'audit'")
      .map(({ payload }) => JSON.parse(payload) as AuditPayload);
  }

  confirmed(messages: readonly OutboxMessage[]): void {
    this.#powers.sql.all(`DELETE FROM outbox WHERE ${LISTED}`, ...listOf(messages));
  }

  /** Removes a site's publication after its delivery. `id` is the message's id. */
  carried(id: string): void {
    this.#powers.sql.all("DELETE FROM outbox WHERE kind = 'publication' AND id = ?", id);
  }

  /**
   * The time in milliseconds since the epoch at which the next message is due, of one kind or of any. Undefined if no
   * message waits.
   */
  nextDue(kind?: OutboxKind): number | undefined {
    this.#capDelays();
    const [where, ...values] = kind === undefined ? [""] : ["WHERE kind = ?", kind];
    return (
      first<{ due: number | null }>(this.#powers.sql, `SELECT min(due_at) AS due FROM outbox ${where}`, ...values)
        ?.due ?? undefined
    );
  }

  waiting(): { waiting: number; oldestMs: number | null } {
    const row = first<{ n: number; oldest: number | null }>(
      this.#powers.sql,
      "SELECT count(*) AS n, min(created_at) AS oldest FROM outbox",
    );
    const oldest = row?.oldest ?? null;
    return { waiting: row?.n ?? 0, oldestMs: oldest === null ? null : this.#powers.now() - oldest };
  }
}
