import { OUTBOX_BACKOFF_MAX_MS, OUTBOX_BACKOFF_MS, OUTBOX_BATCH } from "../manifests/bounds.ts";
import type { Powers } from "./powers.ts";
import { first } from "./powers.ts";

/** What a workspace owes the outside: audit rows to the control plane, publications to the queue. */
export type OutboxKind = "audit" | "publication";

export interface OutboxMessage {
  /** Its row. Free again when it is gone, so it means a message only together with the id. */
  readonly number: number;
  readonly id: string;
  readonly kind: OutboxKind;
  readonly site: string;
  readonly payload: string;
  readonly attempts: number;
}

/** Who did what to which site. */
export interface AuditPayload {
  readonly id: string;
  readonly site: string;
  readonly actor: string;
  readonly command: string;
  /** SHA-256 in hexadecimal; the input itself never gets here. */
  readonly inputDigest: string;
  readonly outcome: "done" | "replayed" | "refused";
  readonly requestId: string;
  readonly at: number;
  /** The program that acted for the actor, when it was not their browser. */
  readonly via?: string;
}

export interface PublicationPayload {
  readonly site: string;
  readonly release: number;
  readonly sequence: number;
}

const VALUES = "INTO outbox (id, kind, site, payload, created_at, attempts, due_at) VALUES (?, ?, ?, ?, ?, 0, ?)";

/** A later publication of a site takes the place of one still waiting. Audit rows are each their own, and many. */
const INSERTS: Readonly<Record<OutboxKind, string>> = { audit: `INSERT ${VALUES}`, publication: `INSERT OR REPLACE ${VALUES}` };

/** All of them at once: what a command owes is put away in fewer steps than it was written in. */
const LISTED = "number IN (SELECT value FROM json_each(?)) AND id IN (SELECT value FROM json_each(?))";
const listOf = (messages: readonly OutboxMessage[]): [numbers: string, ids: string] =>
  [JSON.stringify(messages.map(({ number }) => number)), JSON.stringify(messages.map(({ id }) => id))];

/** More would leave the range of numbers, and every wait is at its longest before. */
const MOST_DOUBLINGS = 30;

/**
 * Messages are added in the transaction of the effect they tell of, and removed when the receiver has confirmed it.
 * An audit row is confirmed by the database's answer; a publication only when it has been consumed, because a queue
 * that accepted a message may still lose it with the machine. So every message may arrive twice.
 */
export class Outbox {
  readonly #powers: Powers;

  constructor(powers: Powers) {
    this.#powers = powers;
  }

  add(kind: OutboxKind, site: string, id: string, payload: AuditPayload | PublicationPayload): void {
    const now = this.#powers.now();
    this.#powers.sql.all(INSERTS[kind], id, kind, site, JSON.stringify(payload), now, now);
  }

  due(kind: OutboxKind): OutboxMessage[] {
    this.#pullIn();
    return this.#powers.sql.all<OutboxMessage>(
      "SELECT number, id, kind, site, payload, attempts FROM outbox WHERE kind = ? AND due_at <= ? ORDER BY due_at, number LIMIT ?",
      kind, this.#powers.now(), OUTBOX_BATCH,
    );
  }

  /** A clock that jumped ahead and back must put nothing off for longer than an attempt does. */
  #pullIn(): void {
    const now = this.#powers.now();
    const query = "UPDATE outbox SET due_at = ? WHERE kind IN ('audit', 'publication') AND due_at > ?";
    this.#powers.sql.all(query, now, now + OUTBOX_BACKOFF_MAX_MS);
  }

  /** Counts an attempt and puts the messages off, twice as long each time. */
  attempted(messages: readonly OutboxMessage[]): void {
    this.#powers.sql.all(
      `UPDATE outbox SET attempts = attempts + 1, due_at = ? + min(? << min(attempts, ?), ?) WHERE ${LISTED}`,
      this.#powers.now(), OUTBOX_BACKOFF_MS, MOST_DOUBLINGS, OUTBOX_BACKOFF_MAX_MS, ...listOf(messages),
    );
  }

  confirmed(messages: readonly OutboxMessage[]): void {
    this.#powers.sql.all(`DELETE FROM outbox WHERE ${LISTED}`, ...listOf(messages));
  }

  /** The publication of a site that waits under this id has been carried. */
  carried(id: string): void {
    this.#powers.sql.all("DELETE FROM outbox WHERE kind = 'publication' AND id = ?", id);
  }

  /** Of one kind, or of everything. */
  nextDue(kind?: OutboxKind): number | undefined {
    this.#pullIn();
    const [where, ...values] = kind === undefined ? [""] : ["WHERE kind = ?", kind];
    return first<{ due: number | null }>(this.#powers.sql, `SELECT min(due_at) AS due FROM outbox ${where}`, ...values)?.due ?? undefined;
  }

  waiting(): { waiting: number; oldestMs: number | null } {
    const row = first<{ n: number; oldest: number | null }>(this.#powers.sql, "SELECT count(*) AS n, min(created_at) AS oldest FROM outbox");
    const oldest = row?.oldest ?? null;
    return { waiting: row?.n ?? 0, oldestMs: oldest === null ? null : this.#powers.now() - oldest };
  }
}
