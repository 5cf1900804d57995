import { SCHEDULE_ATTEMPTS_MAX, SCHEDULE_RETRY_MS, SCHEDULES_KEPT } from "../../manifests/bounds/publishing.ts";
import { type Sql, first } from "../powers/powers.ts";

/** `waiting` until its time, then `publishing` if the publication runs in steps, then one of three final states. */
export type ScheduleState = "waiting" | "publishing" | "published" | "failed" | "cancelled";

export interface ScheduleRow {
  readonly site: string;
  readonly id: string;
  /** Numbers a site's schedules. Of two for the same time, the lower one runs first. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly label: string | null;
  readonly state: ScheduleState;
  /** The change counter when it was scheduled. Later changes are not meant to be published. */
  readonly change: number;
  /** JSON of the documents to publish. Null for the whole draft. */
  readonly chosen: string | null;
  readonly actor: string;
  readonly createdAt: number;
  readonly attempts: number;
  readonly finishedAt: number | null;
  readonly release: number | null;
  /** JSON of the refusal with which it failed. */
  readonly problem: string | null;
  /** The request for publication that was approved for this time. Null for a schedule of one member. */
  readonly request: string | null;
  /** True if an owner scheduled changes past the review. */
  readonly pastReview: boolean;
}

interface StoredSchedule extends Omit<ScheduleRow, "pastReview"> {
  readonly pastReview: number;
}

const COLUMNS =
  "site, id, number, at, label, state, change, chosen, actor, created_at AS createdAt, attempts, finished_at AS finishedAt, release, problem, request, past_review AS pastReview";

/** The longest delay of an attempt in milliseconds. A later due time comes from a clock that jumped ahead and back. */
const PUT_OFF_MAX_MS = SCHEDULE_RETRY_MS * 2 ** SCHEDULE_ATTEMPTS_MAX;

interface StoredHead extends StoredSchedule {
  readonly dueAt: number;
}

type Head = ReturnType<typeof read<StoredHead>>;

const read = <T extends StoredSchedule>(row: T): Omit<T, "pastReview"> & { readonly pastReview: boolean } => ({
  ...row,
  pastReview: row.pastReview === 1,
});

const dueAt = (head: Head, now: number): number => (head.dueAt > now + PUT_OFF_MAX_MS ? head.at : head.dueAt);

/** The scheduled publications of a workspace's sites. */
export class Schedules {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  create(schedule: Omit<ScheduleRow, "number" | "state" | "attempts" | "finishedAt" | "release" | "problem">): void {
    const { site, id, at, label, change, chosen, actor, createdAt, request, pastReview } = schedule;
    const latest =
      first<{ number: number | null }>(this.#sql, "SELECT max(number) AS number FROM schedules WHERE site = ?", site)
        ?.number ?? 0;
    this.#sql.all(
      `INSERT INTO schedules (site, id, number, at, label, state, change, chosen, actor, created_at, due_at, attempts, request, past_review)
       VALUES (?, ?, ?, ?, ?, 'waiting', ?, ?, ?, ?, ?, 0, ?, ?)`,
      site,
      id,
      latest + 1,
      at,
      label,
      change,
      chosen,
      actor,
      createdAt,
      at,
      request,
      Number(pastReview),
    );
  }

  /** Gives a waiting schedule another time, with all of its attempts. */
  move({ site, id }: ScheduleRow, at: number): void {
    this.#sql.all(
      "UPDATE schedules SET at = ?, due_at = ?, attempts = 0 WHERE site = ? AND id = ? AND state = 'waiting'",
      at,
      at,
      site,
      id,
    );
  }

  find(site: string, id: string): ScheduleRow | undefined {
    return this.#all("WHERE site = ? AND id = ?", site, id)[0];
  }

  /** The schedule of a run that began. Undefined if it waits no longer, or for another time. */
  stillDue({ site, id, at }: ScheduleRow): ScheduleRow | undefined {
    return this.#all("WHERE site = ? AND id = ? AND state = 'waiting' AND at = ?", site, id, at)[0];
  }

  /** Lists schedules: waiting and publishing ones by time, then finished ones, newest first. */
  list(site: string): ScheduleRow[] {
    return this.#all(
      `WHERE site = ?
       ORDER BY state NOT IN ('waiting', 'publishing'), CASE WHEN state IN ('waiting', 'publishing') THEN at ELSE -number END, number`,
      site,
    );
  }

  /** The waiting schedules of a time, from its begin on and before its end. */
  waitingWithin(site: string, begin: number, end: number): ScheduleRow[] {
    return this.#all(
      "WHERE site = ? AND state = 'waiting' AND at >= ? AND at < ? ORDER BY at, number",
      site,
      begin,
      end,
    );
  }

  /** Lists the schedules that ended without a publication, newest first. A member's own cancellation is none. */
  failed(site: string): ScheduleRow[] {
    return this.#all(
      `WHERE site = ? AND (state = 'failed' OR (state = 'cancelled' AND problem IS NOT NULL)) ORDER BY number DESC`,
      site,
    );
  }

  waitingCount(site: string): number {
    return (
      first<{ n: number }>(this.#sql, "SELECT count(*) AS n FROM schedules WHERE site = ? AND state = 'waiting'", site)
        ?.n ?? 0
    );
  }

  /** The due schedules, at most one for each site, so that none overtakes an earlier one that was delayed. */
  due(now: number): ScheduleRow[] {
    return this.#heads().filter((head) => dueAt(head, now) <= now);
  }

  /** The time of the next schedule in milliseconds since the epoch. Undefined if there is none. */
  nextDue(now: number): number | undefined {
    const times = this.#heads().map((head) => dueAt(head, now));
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  publishing(): ScheduleRow[] {
    return this.#all("WHERE state = 'publishing'");
  }

  /** Counts an attempt and delays the next one, twice as long each time. One that was moved has its attempts anew. */
  attempted({ site, id, at, attempts }: ScheduleRow, now: number): void {
    this.#sql.all(
      "UPDATE schedules SET attempts = attempts + 1, due_at = ? WHERE site = ? AND id = ? AND state = 'waiting' AND at = ?",
      now + SCHEDULE_RETRY_MS * 2 ** attempts,
      site,
      id,
      at,
    );
  }

  /** Uncounts an attempt that only met another running publication. One that was moved keeps its new time. */
  notYet({ site, id, at, attempts }: ScheduleRow, now: number): void {
    this.#sql.all(
      "UPDATE schedules SET attempts = ?, due_at = ? WHERE site = ? AND id = ? AND state = 'waiting' AND at = ?",
      attempts,
      now + SCHEDULE_RETRY_MS,
      site,
      id,
      at,
    );
  }

  /** Puts a schedule back whose publication in steps failed for a temporary reason. `release` stays that one. */
  again({ site, id }: ScheduleRow, now: number): void {
    this.#sql.all(
      "UPDATE schedules SET state = 'waiting', due_at = ? WHERE site = ? AND id = ?",
      now + SCHEDULE_RETRY_MS,
      site,
      id,
    );
  }

  publishAs({ site, id }: ScheduleRow, release: number): void {
    this.#sql.all(
      "UPDATE schedules SET state = 'publishing', release = ? WHERE site = ? AND id = ?",
      release,
      site,
      id,
    );
  }

  end(
    { site, id }: ScheduleRow,
    state: "published" | "failed" | "cancelled",
    at: number,
    more: { release?: number; problem?: string },
  ): void {
    this.#sql.all(
      "UPDATE schedules SET state = ?, finished_at = ?, release = coalesce(?, release), problem = ? WHERE site = ? AND id = ?",
      state,
      at,
      more.release ?? null,
      more.problem ?? null,
      site,
      id,
    );
  }

  #heads(): Head[] {
    return this.#sql
      .all<StoredHead>(
        `SELECT ${COLUMNS}, due_at AS dueAt FROM schedules WHERE state = 'waiting' AND NOT EXISTS (
         SELECT 1 FROM schedules AS earlier
         WHERE earlier.site = schedules.site AND earlier.state = 'waiting' AND (earlier.at, earlier.number) < (schedules.at, schedules.number))
       ORDER BY at, site`,
      )
      .map(read);
  }

  #all(condition: string, ...values: readonly (string | number)[]): ScheduleRow[] {
    const query = `SELECT ${COLUMNS} FROM schedules ${condition}`;
    return this.#sql.all<StoredSchedule>(query, ...values).map(read);
  }

  /** Deletes finished schedules beyond the newest SCHEDULES_KEPT. */
  prune(site: string): void {
    this.#sql.all(
      `DELETE FROM schedules WHERE site = ? AND state NOT IN ('waiting', 'publishing') AND number <= (
         SELECT number FROM schedules WHERE site = ? AND state NOT IN ('waiting', 'publishing') ORDER BY number DESC LIMIT 1 OFFSET ?)`,
      site,
      site,
      SCHEDULES_KEPT,
    );
  }
}
