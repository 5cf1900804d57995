import { JOB_KEPT_MS, JOB_LOOK_AGAIN_MS, JOBS_AT_ONCE } from "../../../manifests/bounds/plugins.ts";
import { attemptsOf, hookKind } from "../../../manifests/hooks/lookup.ts";
import type { HookInput, OwedHookName } from "../../../manifests/hooks/lookup.ts";
import type { Grant } from "../../contributions/grant.ts";
import type { Powers } from "../../powers/powers.ts";
import { first } from "../../powers/powers.ts";
import type { PluginShelf } from "../states/shelf.ts";
import type { SiteRow, Sites } from "../../tenancy/sites.ts";
import type { Tenant } from "../../tenancy/tenant.ts";
import type { PluginCalls } from "../calls/calls.ts";
import { declares } from "../calls/declared.ts";
import { isOwnFailure } from "../calls/health.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import type { Job, PluginJobs } from "./jobs.ts";
import type { PluginTimers } from "./timers.ts";
import { writesOfHook } from "../calls/writes.ts";

/** Hook input that other areas keep. */
export interface HookSources {
  /** Reads the time at which a release was made, in milliseconds since the epoch. */
  madeAt(site: string, release: number): number;
  /** Reads a submission as a plugin with this grant may see it; undefined if it was deleted. */
  submitted(site: string, submission: number, grant: Grant | null): HookInput<"formSubmitted"> | undefined;
}

/** The jobs, timers and calls behind plugins' hooks. */
export interface HookRunnerParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly plugins: PluginShelf;
  readonly tenant: Tenant;
  readonly pluginJobs: PluginJobs;
  readonly pluginTimers: PluginTimers;
  readonly pluginCalls: PluginCalls;
  readonly hookSources: HookSources;
}

interface Timed {
  readonly site: string;
  readonly plugin: ActivePlugin;
  readonly everyMinutes: number;
}

/**
 * Calls the hooks that nothing waits for. The transaction of each event writes a row for every call that it owes. The
 * row goes when the plugin has answered, or has had enough tries. A crash repeats an unfinished call, and never a
 * finished one.
 */
export class HookRunner {
  readonly #parts: HookRunnerParts;
  /** The site and plugin of each running call. A slow call outlives the turn in which it started. */
  readonly #running = new Set<string>();

  constructor(parts: HookRunnerParts) {
    this.#parts = parts;
  }

  /**
   * Notes that a publication reached the public stores. The caller holds the transaction of that event. A publication
   * that is carried again, to mend a store, is the same one and owes no new call.
   */
  published({ site, release, sequence, origin }: SiteRow): void {
    const { sql, timestamp } = this.#parts.powers;
    const lastSequence =
      first<{ sequence: number }>(sql, "SELECT sequence FROM plugin_publications WHERE site = ?", site)?.sequence ?? 0;
    if (sequence <= lastSequence) return;
    sql.all("INSERT OR REPLACE INTO plugin_publications (site, sequence) VALUES (?, ?)", site, sequence);
    const publishedAt = timestamp(this.#parts.hookSources.madeAt(site, release));
    this.emit(site, "afterPublish", String(sequence), { release, sequence, publishedAt, origin });
  }

  /**
   * Owes a call to every plugin that listens to the hook. `about` names the event, and each event is owed once. The
   * caller holds the event's transaction.
   */
  emit<H extends OwedHookName>(site: string, hook: H, about: string, input: HookInput<H>): void {
    this.#owe(site, hook, about, input);
  }

  /**
   * Owes the calls for a visitor's submission. Each plugin's grant decides at the call how much of it the plugin sees.
   */
  formSubmitted(site: string, submission: number): void {
    this.#owe(site, "formSubmitted", String(submission), { submission });
  }

  /** Calls the hooks that are due, as many at once as one turn allows. Settles when all calls have ended. */
  async runDue(): Promise<void> {
    if (this.#parts.tenant.status !== "active") return;
    this.#ringTimers();
    const now = this.#parts.powers.now();
    const due = this.#parts.pluginJobs.heads().filter((job) => job.dueAt <= now && !this.#running.has(keyOf(job)));
    // One job for each plugin: a hook that waits for its next try delays no other hook, and no two hooks run side by
    // side.
    const first = [...Map.groupBy(due, keyOf).values()].flatMap((jobs) => jobs.slice(0, 1));
    await Promise.all(first.slice(0, JOBS_AT_ONCE).map((job) => this.#run(job)));
  }

  /** The time at which the alarm must ring for a plugin, in milliseconds since the epoch; undefined if none is due. */
  nextDue(): number | undefined {
    const { powers, tenant, pluginJobs, pluginTimers } = this.#parts;
    if (tenant.status !== "active") return undefined;
    const times = [
      ...pluginJobs
        .heads()
        .filter((job) => !this.#running.has(keyOf(job)))
        .map(({ dueAt }) => dueAt),
      ...this.#timed().map(({ site, plugin, everyMinutes }) =>
        pluginTimers.dueAt(site, plugin.id, everyMinutes, powers.now()),
      ),
      // The platform would put an object to sleep in the middle of a call if it had nothing else to do.
      ...(this.#running.size > 0 ? [powers.now() + JOB_LOOK_AGAIN_MS] : []),
    ];
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  #owe(site: string, hook: OwedHookName, about: string, input: unknown): void {
    const { isHeardWith = () => true } = hookKind(hook);
    for (const { id: plugin, grant } of this.#waitingFor(site, hook)) {
      if (isHeardWith(grant?.capabilities)) this.#parts.pluginJobs.add({ site, plugin, hook, about }, input);
    }
  }

  #ringTimers(): void {
    const { powers, pluginJobs, pluginTimers } = this.#parts;
    const now = powers.now();
    for (const {
      site,
      plugin: { id },
      everyMinutes,
    } of this.#timed()) {
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
    // The job is postponed before its call. A crash during the call then repeats it later; in the other order it could
    // crash for ever.
    this.#parts.pluginJobs.attempted(job);
    this.#running.add(keyOf(job));
    try {
      await this.#call(job, plugin);
    } finally {
      this.#running.delete(keyOf(job));
    }
  }

  /** Finds the job's plugin if it can be called now. Without one, the job waits or has become pointless. */
  #callable(job: Job): ActivePlugin | undefined {
    const { powers, plugins, pluginJobs } = this.#parts;
    const plugin = plugins.forSite(job.site).resolution.active.find(({ id }) => id === job.plugin);
    const isOver = job.attempts >= attemptsOf(job.hook) || Math.abs(powers.now() - job.createdAt) > JOB_KEPT_MS;
    if (isOver || (plugin && !declares(plugin.plugin, "hooks", job.hook))) pluginJobs.remove(job);
    else if (plugin) return plugin;
    else pluginJobs.postponed(job);
    return undefined;
  }

  /** Calls the plugin for a job. A failure that the plugin did not cause does not count as a try of the job. */
  async #call(job: Job, plugin: ActivePlugin): Promise<void> {
    const { pluginCalls, pluginJobs } = this.#parts;
    const willRetry = job.attempts + 1 < attemptsOf(job.hook);
    const input = job.hook === "formSubmitted" ? this.#submitted(job, plugin) : (JSON.parse(job.input) as unknown);
    if (input === undefined) return pluginJobs.remove(job);
    const call = {
      site: job.site,
      plugin,
      point: "hooks",
      name: job.hook,
      input,
      willRetry,
      writes: writesOfHook(plugin.plugin.manifest.contributes, job.hook),
    } as const;
    const [outcome] = await pluginCalls.all([call]);
    if (outcome?.ok || (outcome && isOwnFailure(outcome.code) && !willRetry)) pluginJobs.remove(job);
    else if (outcome && !isOwnFailure(outcome.code)) pluginJobs.postponed(job);
  }

  /** Reads the submission now and not when it arrived, so that no plugin receives a deleted one. */
  #submitted({ site, about }: Job, { grant }: ActivePlugin): HookInput<"formSubmitted"> | undefined {
    return this.#parts.hookSources.submitted(site, Number(about), grant);
  }

  #waitingFor(site: string, hook: string): ActivePlugin[] {
    return this.#parts.plugins.forSite(site).resolution.active.filter(({ plugin }) => declares(plugin, "hooks", hook));
  }

  /**
   * Lists the timed plugins. An object that has just woken does not know the active plugins yet. The event that wakes
   * it finds them out next.
   */
  #timed(): Timed[] {
    if (!this.#parts.plugins.isPrepared) return [];
    return this.#parts.sites.all().flatMap(({ site }) =>
      this.#waitingFor(site, "scheduled").flatMap((plugin) => {
        const hook = plugin.plugin.manifest.contributes.hooks?.find(({ on }) => on === "scheduled");
        return hook?.everyMinutes === undefined ? [] : [{ site, plugin, everyMinutes: hook.everyMinutes }];
      }),
    );
  }
}

const keyOf = ({ site, plugin }: Pick<Job, "site" | "plugin">): string => JSON.stringify([site, plugin]);
