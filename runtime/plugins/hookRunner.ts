import { JOB_KEPT_MS, JOB_LOOK_AGAIN_MS, JOBS_AT_ONCE } from "../../manifests/bounds.ts";
import type { Submissions } from "../forms/submissions.ts";
import type { SubmittedForm } from "../forms/told.ts";
import { toldOf } from "../forms/told.ts";
import type { MediaView } from "../media/views.ts";
import type { Powers } from "../powers.ts";
import { first } from "../powers.ts";
import type { PluginShelf } from "../sitePlugins.ts";
import type { SiteRow, Sites } from "../sites.ts";
import type { Releases } from "../publishing/releases.ts";
import type { Tenant } from "../tenant.ts";
import type { PluginCalls } from "./calls.ts";
import { declares } from "./declared.ts";
import { isOwnFailure } from "./health.ts";
import type { ActivePlugin } from "./installed.ts";
import type { Job, PluginJobs } from "./jobs.ts";
import { JOB_ATTEMPTS } from "./jobs.ts";
import type { PluginTimers } from "./timers.ts";
import { writesOfHook } from "./writes.ts";

export interface HookRunnerParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly releases: Releases;
  readonly plugins: PluginShelf;
  readonly tenant: Tenant;
  readonly pluginJobs: PluginJobs;
  readonly pluginTimers: PluginTimers;
  readonly pluginCalls: PluginCalls;
  readonly submissions: Submissions;
}

/** What a plugin is told of a file, and not who sent it. */
export type UploadedMedia = Pick<MediaView, "id" | "path" | "kind" | "type" | "bytes" | "width" | "height" | "name">;

/** What a plugin is told of a publication that visitors see. */
export interface ReleaseInput {
  readonly release: number;
  readonly sequence: number;
  readonly publishedAt: string;
  readonly origin: string;
}

interface Timed {
  readonly site: string;
  readonly plugin: ActivePlugin;
  readonly everyMinutes: number;
}

/**
 * Calls hooks that nobody waits for. What is owed is a row that is written with what it follows from; it goes when the
 * plugin has answered, or has been tried often enough. After a crash a call is made again, after its end never.
 */
export class HookRunner {
  readonly #parts: HookRunnerParts;
  /** Site and plugin of what is being called. A slow call outlives the turn it was started in. */
  readonly #running = new Set<string>();

  constructor(parts: HookRunnerParts) {
    this.#parts = parts;
  }

  /**
   * A publication has reached the public places. The caller holds the transaction in which it did; a publication that
   * is carried again, to mend a store, is the same one.
   */
  published({ site, release, sequence, origin }: SiteRow): void {
    const { sql, timestamp } = this.#parts.powers;
    const told = first<{ sequence: number }>(sql, "SELECT sequence FROM plugin_publications WHERE site = ?", site)?.sequence ?? 0;
    if (sequence <= told) return;
    sql.all("INSERT OR REPLACE INTO plugin_publications (site, sequence) VALUES (?, ?)", site, sequence);
    const publishedAt = timestamp(this.#parts.releases.requireReady(site, release).createdAt);
    const input: ReleaseInput = { release, sequence, publishedAt, origin };
    for (const { id: plugin } of this.#waitingFor(site, "afterPublish")) {
      this.#parts.pluginJobs.add({ site, plugin, hook: "afterPublish", about: String(sequence) }, input);
    }
  }

  /** A file has been listed. Told to plugins that may look at it; the caller holds the transaction. */
  mediaUploaded(site: string, file: UploadedMedia): void {
    for (const { id: plugin, grant } of this.#waitingFor(site, "mediaUploaded")) {
      if (grant?.capabilities.media?.read) this.#parts.pluginJobs.add({ site, plugin, hook: "mediaUploaded", about: file.id }, file);
    }
  }

  /** A visitor has sent a form. Everybody who waits for that is told; what of it they see is settled when they are called. */
  formSubmitted(site: string, submission: number): void {
    for (const { id: plugin } of this.#waitingFor(site, "formSubmitted")) {
      this.#parts.pluginJobs.add({ site, plugin, hook: "formSubmitted", about: String(submission) }, { submission });
    }
  }

  /** Calls what is due, as many at once as one turn may. Settles when all have ended. */
  async runDue(): Promise<void> {
    if (this.#parts.tenant.status !== "active") return;
    this.#ringTimers();
    const now = this.#parts.powers.now();
    const due = this.#parts.pluginJobs.heads().filter((job) => job.dueAt <= now && !this.#running.has(keyOf(job)));
    // One of each plugin: what one hook waits to be called with again holds up no other hook, and none runs beside another.
    const first = [...Map.groupBy(due, keyOf).values()].flatMap((jobs) => jobs.slice(0, 1));
    await Promise.all(first.slice(0, JOBS_AT_ONCE).map((job) => this.#run(job)));
  }

  /** When the alarm has to ring for a plugin, in milliseconds since the epoch. */
  nextDue(): number | undefined {
    const { powers, tenant, pluginJobs, pluginTimers } = this.#parts;
    if (tenant.status !== "active") return undefined;
    const times = [
      ...pluginJobs.heads().filter((job) => !this.#running.has(keyOf(job))).map(({ dueAt }) => dueAt),
      ...this.#timed().map(({ site, plugin, everyMinutes }) => pluginTimers.dueAt(site, plugin.id, everyMinutes, powers.now())),
      // An object that does nothing but wait for a call would be put to sleep in the middle of it.
      ...(this.#running.size > 0 ? [powers.now() + JOB_LOOK_AGAIN_MS] : []),
    ];
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  #ringTimers(): void {
    const { powers, pluginJobs, pluginTimers } = this.#parts;
    const now = powers.now();
    for (const { site, plugin: { id }, everyMinutes } of this.#timed()) {
      if (pluginTimers.dueAt(site, id, everyMinutes, now) > now) continue;
      powers.sql.atomically(() => {
        pluginTimers.ring(site, id, everyMinutes, now);
        pluginJobs.add({ site, plugin: id, hook: "scheduled", about: "" }, { at: powers.timestamp(now) });
      });
    }
  }

  async #run(job: Job): Promise<void> {
    const plugin = this.#callable(job);
    if (!plugin) return;
    // Put off before it is called: dying in between repeats it a little later, the other order could die for ever.
    this.#parts.pluginJobs.attempted(job);
    this.#running.add(keyOf(job));
    try {
      await this.#call(job, plugin);
    } finally {
      this.#running.delete(keyOf(job));
    }
  }

  /** The plugin of a job that can be called now. Without one the job waits, or has no more sense. */
  #callable(job: Job): ActivePlugin | undefined {
    const { powers, plugins, pluginJobs } = this.#parts;
    const plugin = plugins.forSite(job.site).resolution.active.find(({ id }) => id === job.plugin);
    const isOver = job.attempts >= JOB_ATTEMPTS[job.hook] || Math.abs(powers.now() - job.createdAt) > JOB_KEPT_MS;
    if (isOver || (plugin && !declares(plugin.plugin, "hooks", job.hook))) pluginJobs.remove(job);
    else if (plugin) return plugin;
    else pluginJobs.postponed(job);
    return undefined;
  }

  /** What comes to nothing without the plugin's doing is no attempt of the job. */
  async #call(job: Job, plugin: ActivePlugin): Promise<void> {
    const { pluginCalls, pluginJobs } = this.#parts;
    const willRetry = job.attempts + 1 < JOB_ATTEMPTS[job.hook];
    const input = job.hook === "formSubmitted" ? this.#submitted(job, plugin) : (JSON.parse(job.input) as unknown);
    if (input === undefined) return pluginJobs.remove(job);
    const call = { site: job.site, plugin, point: "hooks", name: job.hook, input, willRetry, writes: writesOfHook(plugin.plugin.manifest.contributes, job.hook) } as const;
    const [outcome] = await pluginCalls.all([call]);
    if (outcome?.ok || (outcome && isOwnFailure(outcome.code) && !willRetry)) pluginJobs.remove(job);
    else if (outcome && !isOwnFailure(outcome.code)) pluginJobs.postponed(job);
  }

  /** Read now and not when it came: what was deleted meanwhile is told to nobody. */
  #submitted({ site, about }: Job, { grant }: ActivePlugin): SubmittedForm | undefined {
    const submission = this.#parts.submissions.find(site, Number(about));
    return submission && toldOf(submission, grant, this.#parts.powers.timestamp(submission.at));
  }

  #waitingFor(site: string, hook: string): ActivePlugin[] {
    return this.#parts.plugins.forSite(site).resolution.active.filter(({ plugin }) => declares(plugin, "hooks", hook));
  }

  /** Which plugins take part is not known to an object that has just woken; whatever wakes it finds that out next. */
  #timed(): Timed[] {
    if (!this.#parts.plugins.isPrepared) return [];
    return this.#parts.sites.all().flatMap(({ site }) =>
      this.#waitingFor(site, "scheduled").flatMap((plugin) => {
        const hook = plugin.plugin.manifest.contributes.hooks?.find(({ on }) => on === "scheduled");
        return hook?.everyMinutes === undefined ? [] : [{ site, plugin, everyMinutes: hook.everyMinutes }];
      }));
  }
}

const keyOf = ({ site, plugin }: Pick<Job, "site" | "plugin">): string => JSON.stringify([site, plugin]);
