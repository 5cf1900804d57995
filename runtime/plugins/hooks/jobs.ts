import {
  JOB_BACKOFF_FACTOR,
  JOB_BACKOFF_MAX_MS,
  JOB_BACKOFF_MS,
  JOBS_WAITING_PER_HOOK,
} from "../../../manifests/bounds/plugins.ts";
import type { OwedHookName } from "../../../manifests/hooks/lookup.ts";
import { type Powers, first } from "../../powers/powers.ts";

/** Identifies one pending call. Adding it twice has no effect. */
export interface JobId {
  readonly site: string;
  readonly plugin: string;
  readonly hook: OwedHookName;
  readonly about: string;
}

export interface Job extends JobId {
  /** JSON. */
  readonly input: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly attempts: number;
  readonly dueAt: number;
}

const COLUMNS = "site, plugin, hook, about, input, created_at AS createdAt, attempts, due_at AS dueAt";
const ONE = "site = ? AND plugin = ? AND hook = ? AND about = ?";

const valuesOf = ({ site, plugin, hook, about }: JobId) => [site, plugin, hook, about] as const;

const backoff = (attempts: number): number =>
  Math.min(JOB_BACKOFF_MS * JOB_BACKOFF_FACTOR ** attempts, JOB_BACKOFF_MAX_MS);

/** Pending hook calls: not made yet, or to be repeated. A plugin gets the calls of one hook in order. */
export class PluginJobs {
  readonly #powers: Powers;

  constructor(powers: Powers) {
    this.#powers = powers;
  }

  /** Adds a job. If a hook has too many waiting calls, the oldest are dropped. */
  add(job: JobId, input: unknown): void {
    const { sql, now } = this.#powers;
    sql.all(
      `INSERT OR IGNORE INTO plugin_jobs (site, plugin, hook, about, input, created_at, attempts, due_at) VALUES (?, ?, ?, ?, ?, ?, 0, ?)`,
      ...valuesOf(job),
      JSON.stringify(input),
      now(),
      now(),
    );
    sql.all(
      `DELETE FROM plugin_jobs WHERE number IN (
         SELECT number FROM plugin_jobs WHERE site = ? AND plugin = ? AND hook = ? ORDER BY number DESC LIMIT -1 OFFSET ?)`,
      job.site,
      job.plugin,
      job.hook,
      JOBS_WAITING_PER_HOOK,
    );
  }

  /** Drops the waiting jobs of a hook that have not been tried. The next one stands for their events. */
  dropUntried({ site, plugin, hook }: Omit<JobId, "about">): void {
    const query = "DELETE FROM plugin_jobs WHERE site = ? AND plugin = ? AND hook = ? AND attempts = 0";
    this.#powers.sql.all(query, site, plugin, hook);
  }

  /**
   * Lists the oldest job of each hook of each plugin, by due time. A due time beyond the longest delay comes from a
   * changed clock, and counts as due now.
   */
  heads(): Job[] {
    const { sql, now } = this.#powers;
    const limit = now() + JOB_BACKOFF_MAX_MS;
    return sql
      .all<Job>(
        `SELECT ${COLUMNS} FROM plugin_jobs WHERE number IN (SELECT min(number) FROM plugin_jobs GROUP BY site, plugin, hook) ORDER BY due_at, number`,
      )
      .map((job) => (job.dueAt > limit ? { ...job, dueAt: now() } : job));
  }

  /** Counts an attempt and delays the next one, longer each time. */
  attempted(job: Job): void {
    this.#put(job, job.attempts + 1, this.#powers.now() + backoff(job.attempts));
  }

  /** Delays the job while the plugin is inactive. This is no attempt. */
  postponed(job: Job): void {
    this.#put(job, job.attempts, this.#powers.now() + JOB_BACKOFF_MAX_MS);
  }

  remove(job: JobId): void {
    this.#powers.sql.all(`DELETE FROM plugin_jobs WHERE ${ONE}`, ...valuesOf(job));
  }

  /** Counts the jobs of all hooks but these. */
  countBut(hooks: readonly string[]): number {
    const query = "SELECT count(*) AS n FROM plugin_jobs WHERE hook NOT IN (SELECT value FROM json_each(?))";
    return first<{ n: number }>(this.#powers.sql, query, JSON.stringify(hooks))?.n ?? 0;
  }

  /** Drops the jobs of these hooks, and makes all others due now. */
  dueBut(hooks: readonly string[]): void {
    const { sql, now } = this.#powers;
    sql.all("DELETE FROM plugin_jobs WHERE hook IN (SELECT value FROM json_each(?))", JSON.stringify(hooks));
    sql.all("UPDATE plugin_jobs SET due_at = ?", now());
  }

  #put(job: Job, attempts: number, dueAt: number): void {
    this.#powers.sql.all(
      `UPDATE plugin_jobs SET attempts = ?, due_at = ? WHERE ${ONE}`,
      attempts,
      dueAt,
      ...valuesOf(job),
    );
  }
}
