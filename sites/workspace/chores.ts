import { AUDIT_GATHER_MS, CHORE_RETRY_MS, JOB_TURN_MS, PUBLISH_STEP_ATTEMPTS, PUBLISH_TURN_MS, TIDY_EVERY_MS } from "../../manifests/bounds.ts";
import type { ArchiveRemoval } from "../../runtime/backups/removal.ts";
import type { Kernel } from "../../runtime/kernel.ts";
import type { ReleaseRow } from "../../runtime/publishing/releases.ts";
import type { Powers } from "../../runtime/powers.ts";
import type { Env } from "./env.ts";
import { removeMedia } from "./mediaGarbage.ts";
import { emptyQuarantine } from "./quarantine.ts";
import { dispatch } from "./outboxDispatch.ts";
import { erasedPlaces } from "./publicPlaces.ts";

export interface ChoresParts {
  readonly kernel: Kernel;
  readonly powers: Powers;
  readonly env: Env;
  readonly archives: ArchiveRemoval;
}

/** What a workspace does when its alarm rings. Each chore is done whatever became of the others. */
export class Chores {
  readonly #parts: ChoresParts;
  /** After a failure nothing is tried again before this moment, in milliseconds since the epoch. */
  #notBefore = 0;
  #tidied = Number.NEGATIVE_INFINITY;

  constructor(parts: ChoresParts) {
    this.#parts = parts;
  }

  async run(): Promise<void> {
    const { kernel, env, powers } = this.#parts;
    const chores = [
      () => this.#publishInSteps(),
      () => kernel.scheduleRunner.runDue(),
      () => dispatch(kernel.outbox, env, tenantOf(kernel)),
      async () => this.#tidy(),
      () => atMost(JOB_TURN_MS, kernel.hookRunner.runDue()),
      async () => kernel.submissions.sweep(),
      () => removeMedia(kernel.mediaObjects, env.MEDIA, tenantOf(kernel)),
      () => kernel.erasures.goOn(erasedPlaces(env.PUBLIC_CONTENT, tenantOf(kernel))),
      () => this.#removeArchives(),
      () => emptyQuarantine(kernel.formFiles, env.MEDIA, tenantOf(kernel)),
    ];
    const done: boolean[] = [];
    for (const chore of chores) done.push(await tried(chore));
    this.#notBefore = done.every(Boolean) ? 0 : powers.now() + CHORE_RETRY_MS;
  }

  /** When the alarm has to ring next, in milliseconds since the epoch; undefined when nothing is left to do. */
  nextDue(): number | undefined {
    const { kernel, powers } = this.#parts;
    const building = this.#building().length > 0 ? powers.now() : undefined;
    const audit = kernel.outbox.nextDue("audit");
    const times = [
      building, kernel.hookRunner.nextDue(), kernel.outbox.nextDue("publication"), kernel.scheduleRunner.nextDue(), kernel.mediaObjects.nextDue(),
      kernel.submissions.nextExpiry(), kernel.formFiles.nextDue(), kernel.erasures.nextDue(), this.#parts.archives.nextDue(),
      audit === undefined ? undefined : audit + AUDIT_GATHER_MS,
    ].filter((time) => time !== undefined);
    return times.length > 0 ? Math.max(Math.min(...times), this.#notBefore, powers.now()) : undefined;
  }

  async #removeArchives(): Promise<void> {
    const unreadable = await this.#parts.archives.runDue();
    if (unreadable) console.warn(JSON.stringify({ event: "archive_unreadable", tenant: tenantOf(this.#parts.kernel), ...unreadable }));
  }

  /** Publications that have begun and may go on: those of a tenant an operator has stopped wait until it is active again. */
  #building(): ReleaseRow[] {
    const { kernel } = this.#parts;
    return kernel.tenant.status === "active" ? kernel.releases.allBuilding() : [];
  }

  /** As many steps as fit in one turn; the next alarm goes on with the rest. */
  async #publishInSteps(): Promise<void> {
    const { powers } = this.#parts;
    const end = powers.now() + PUBLISH_TURN_MS;
    for (const { site } of this.#building()) {
      while (powers.now() < end && !(await this.#step(site))) continue;
    }
  }

  /**
   * A step that keeps breaking must not keep the site from ever being published again. The attempt is counted, and
   * stored by letting go of the thread, before it is made: a step may take the whole object with it.
   */
  async #step(site: string): Promise<boolean> {
    const { publisher, releases } = this.#parts.kernel;
    if (releases.attempt(site) >= PUBLISH_STEP_ATTEMPTS) {
      publisher.giveUp(site);
      return true;
    }
    await letOthersIn();
    return publisher.step(site);
  }

  #tidy(): void {
    const { kernel, powers } = this.#parts;
    const now = powers.now();
    // A clock that was set back counts as time gone by.
    if (Math.abs(now - this.#tidied) < TIDY_EVERY_MS) return;
    this.#tidied = now;
    powers.sql.atomically(() => {
      kernel.claims.sweep(now);
      kernel.rateLimits.sweep();
      kernel.mediaObjects.sweep();
      kernel.formTokens.sweep();
      for (const { site, release } of kernel.sites.all()) {
        const neededFrom = kernel.releases.prune(site, release);
        if (neededFrom !== undefined) kernel.documents.prune(site, neededFrom);
        kernel.schedules.prune(site);
      }
    });
  }
}

/** All sites of a workspace are one tenant's. */
const tenantOf = ({ tenant }: Kernel): string => tenant.name ?? "";

/** Rendering never waits for anything, so without this a visitor's request would wait for the whole turn. */
const letOthersIn = (): Promise<void> => scheduler.wait(0);

/**
 * Plugins that take longer go on without anybody waiting: what else a workspace has to do must not wait for them. The
 * timer ends with the work: one that runs on keeps the object in memory for as long, after every alarm.
 */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([work, scheduler.wait(ms, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}

async function tried(chore: () => Promise<void>): Promise<boolean> {
  try {
    await chore();
    return true;
  } catch (error) {
    console.error(JSON.stringify({ event: "chore_failed", error: String(error) }));
    return false;
  }
}
