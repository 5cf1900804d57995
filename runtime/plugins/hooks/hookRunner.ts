import {
  JOB_KEPT_MS,
  JOB_LOOK_AGAIN_MS,
  JOBS_AT_ONCE,
  JOBS_GATHER_MS,
  JOBS_ROW_MS,
} from "../../../manifests/bounds/plugins.ts";
import { attemptsOf, hookKind, type HookInput, type OwedHookName } from "../../../manifests/hooks/lookup.ts";
import type { Grant } from "../../contributions/grant.ts";
import { type Powers, first } from "../../powers/powers.ts";
import type { PluginShelf } from "../states/shelf.ts";
import type { SiteRow, Sites } from "../../tenancy/sites.ts";
import type { Tenant } from "../../tenancy/tenant.ts";
import type { PluginCalls } from "../calls/calls.ts";
import { declares } from "../calls/declared.ts";
import { isOwnFailure } from "../calls/health.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import type { Job, PluginJobs } from "./jobs.ts";
import { HookRests, leastMinutes } from "./rests.ts";
import type { PluginTimers } from "./timers.ts";
import { writesOfHook } from "../calls/writes.ts";
import type { PluginLetters } from "../letters/pluginLetters.ts";

/** Hook input that other areas store. */
export interface HookSources {
  /** The time at which a release was made, in milliseconds since the epoch. */
  madeAt(site: string, release: number): number;
  /** A submission as a plugin with this grant may see it. Undefined if it was deleted. */
  submitted(site: string, submission: number, grant: Grant | null): HookInput<"formSubmitted"> | undefined;
}

export interface HookRunnerParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly plugins: PluginShelf;
  readonly tenant: Tenant;
  readonly pluginJobs: PluginJobs;
  readonly pluginTimers: PluginTimers;
  readonly pluginCalls: PluginCalls;
  readonly hookSources: HookSources;
  readonly pluginLetters: Pick<PluginLetters, "published">;
}

interface Timed {
  readonly site: string;
  readonly plugin: ActivePlugin;
  readonly everyMinutes: number;
}

/**
 * Calls hooks asynchronously. An event's transaction writes one row for each call. The row is deleted after the plugin
 * has answered, or after the last attempt. A crash repeats an unfinished call, and never a finished one.
 */
export class HookRunner {
  readonly #parts: HookRunnerParts;
  /** The site and plugin of each running call. A slow call may outlast the turn that started it. */
  readonly #running = new Set<string>();
  readonly #rests = new HookRests();

  constructor(parts: HookRunnerParts) {
    this.#parts = parts;
  }

  /**
   * Records that a publication has reached the public stores. The caller holds the event's transaction. Copying the
   * same publication again, to repair a store, adds no calls.
   */
  published({ site, release, sequence, origin }: SiteRow): void {
    const { sql, timestamp } = this.#parts.powers;
    const lastSequence =
      first<{ sequence: number }>(sql, "SELECT sequence FROM plugin_publications WHERE site = ?", site)?.sequence ?? 0;
    if (sequence <= lastSequence) return;
    sql.all("INSERT OR REPLACE INTO plugin_publications (site, sequence) VALUES (?, ?)", site, sequence);
    const publishedAt = timestamp(this.#parts.hookSources.madeAt(site, release));
    this.emit(site, "afterPublish", String(sequence), { release, sequence, publishedAt, origin });
    this.#parts.pluginLetters.published(site, sequence, origin, publishedAt);
  }

  /**
   * Marks the current publication of every site as reported. After a restore, the former workspace has reported it, or
   * its pending calls were lost with it. The caller holds the transaction.
   */
  settle(): void {
    const { powers, sites } = this.#parts;
    for (const { site, sequence } of sites.all())
      powers.sql.all("UPDATE plugin_publications SET sequence = ? WHERE site = ?", sequence, site);
  }

  /**
   * Adds a call for every plugin with this hook. `about` identifies the event, so that it is added once. The caller
   * holds the event's transaction.
   */
  emit<H extends OwedHookName>(site: string, hook: H, about: string, input: HookInput<H>): void {
    this.#owe(site, hook, about, input);
  }

  /**
   * Adds calls for a visitor's submission. When a call is made, the plugin's grant decides how much of it the plugin
   * sees.
   */
  formSubmitted(site: string, submission: number): void {
    this.#owe(site, "formSubmitted", String(submission), { submission });
  }

  /** Calls due hooks of at most JOBS_AT_ONCE plugins. Resolves when all calls have ended. */
  async runDue(): Promise<void> {
    if (this.#parts.tenant.status !== "active") return;
    this.#ringTimers();
    const until = this.#parts.powers.now() + JOBS_ROW_MS;
    await Promise.all(
      this.#due()
        .slice(0, JOBS_AT_ONCE)
        .map((job) => this.#runInRow(job, until)),
    );
  }

  /**
   * The first due job of each plugin. A hook that waits for its next attempt delays no other hook, and no two hooks of a
   * plugin run at once.
   */
  #due(): Job[] {
    const now = this.#parts.powers.now();
    const due = this.#heads().filter((job) => job.dueAt <= now && !this.#running.has(keyOf(job)));
    return [...Map.groupBy(due, keyOf).values()].flatMap((jobs) => jobs.slice(0, 1));
  }

  /**
   * Runs a job. If visitors caused it, further ones of its plugin follow for a short time: a turn of the alarm costs more
   * than a fast hook.
   */
  async #runInRow(first: Job, until: number): Promise<void> {
    const { powers, tenant } = this.#parts;
    for (let job: Job | undefined = first; job;) {
      await this.#run(job);
      const goesOn: boolean = isFromVisitors(job) && powers.now() < until && tenant.status === "active";
      job = goesOn ? this.#due().find((one) => keyOf(one) === keyOf(first)) : undefined;
    }
  }

  /** The time of the next due hook in milliseconds since the epoch. Undefined if none waits. */
  nextDue(): number | undefined {
    const { powers, tenant, pluginTimers } = this.#parts;
    if (tenant.status !== "active") return undefined;
    const times = [
      ...this.#heads()
        .filter((job) => !this.#running.has(keyOf(job)))
        .map(gatheredAt),
      ...this.#timed().map(({ site, plugin, everyMinutes }) =>
        pluginTimers.dueAt(site, plugin.id, everyMinutes, powers.now()),
      ),
      // Without this alarm, the platform could evict an idle object in the middle of a call.
      ...(this.#running.size > 0 ? [powers.now() + JOB_LOOK_AGAIN_MS] : []),
    ];
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  #owe(site: string, hook: OwedHookName, about: string, input: unknown): void {
    const { isCalledWith = () => true } = hookKind(hook);
    const { pluginJobs } = this.#parts;
    for (const active of this.#waitingFor(site, hook)) {
      if (!isCalledWith(active.grant?.capabilities)) continue;
      const job = { site, plugin: active.id, hook, about };
      if (leastMinutes(active, hook) !== undefined) pluginJobs.dropUntried(job);
      pluginJobs.add(job, input);
    }
  }

  /** The oldest job of each hook of each plugin. A first attempt waits for the end of the hook's rest. */
  #heads(): Job[] {
    const now = this.#parts.powers.now();
    return this.#parts.pluginJobs.heads().map((job) => {
      const rest = job.attempts === 0 ? this.#rests.end(job, now) : undefined;
      return rest === undefined ? job : { ...job, dueAt: Math.max(job.dueAt, rest) };
    });
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
    // Delays the job before its call. So a crash during the call repeats it later, and not at once in an endless loop.
    this.#parts.pluginJobs.attempted(job);
    if (job.attempts === 0) this.#rests.begin(job, plugin, this.#parts.powers.now());
    this.#running.add(keyOf(job));
    try {
      await this.#call(job, plugin);
    } finally {
      this.#running.delete(keyOf(job));
    }
  }

  /**
   * The job's plugin, if it can be called now. Removes jobs that are too old, have no attempts left, or are no longer
   * declared.
   */
  #callable(job: Job): ActivePlugin | undefined {
    const { powers, plugins, pluginJobs } = this.#parts;
    const plugin = plugins.forSite(job.site).resolution.active.find(({ id }) => id === job.plugin);
    const age = Math.abs(powers.now() - this.#rests.readyAt(job));
    const isOver = job.attempts >= attemptsOf(job.hook) || age > JOB_KEPT_MS;
    if (isOver || (plugin && !declares(plugin.plugin, "hooks", job.hook))) pluginJobs.remove(job);
    else if (plugin) return plugin;
    else pluginJobs.postponed(job);
    return undefined;
  }

  /** Calls the plugin for a job. A failure that the plugin did not cause is no attempt of the job. */
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

  /** Reads the submission at the time of the call, so that no plugin gets a deleted one. */
  #submitted({ site, about }: Job, { grant }: ActivePlugin): HookInput<"formSubmitted"> | undefined {
    return this.#parts.hookSources.submitted(site, Number(about), grant);
  }

  #waitingFor(site: string, hook: string): ActivePlugin[] {
    return this.#parts.plugins.forSite(site).resolution.active.filter(({ plugin }) => declares(plugin, "hooks", hook));
  }

  /**
   * Lists plugins with a timer. A workspace that has just woken does not know the active plugins yet; the event that
   * woke it resolves them.
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

/** The first calls about visitors wait for more, so that one turn makes many of them. */
const gatheredAt = ({ hook, attempts, dueAt }: Job): number =>
  attempts === 0 && isFromVisitors({ hook }) ? dueAt + JOBS_GATHER_MS : dueAt;

const isFromVisitors = ({ hook }: Pick<Job, "hook">): boolean => hookKind(hook).isFromVisitors === true;

const keyOf = ({ site, plugin }: Pick<Job, "site" | "plugin">): string => JSON.stringify([site, plugin]);
