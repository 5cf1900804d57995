import {
  PUBLISH_TURN_MS,
  SCHEDULE_ATTEMPTS_MAX,
  SCHEDULE_UNANSWERED_ATTEMPTS,
} from "../../manifests/bounds/publishing.ts";
import type { ConflictName } from "../../manifests/refusals/conflicts.ts";
import { type RefusalCode, Refusal } from "../../manifests/refusals/refusal.ts";
import type { Commands } from "../commands/commands.ts";
import { actorNamed } from "../area/actor.ts";
import type { Outbox } from "../commands/outbox.ts";
import { type Role, can } from "../commands/permissions.ts";
import type { Letters } from "../mail/letters.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Publisher } from "./publisher.ts";
import type { Releases } from "./releases/releases.ts";
import { type ScheduleParts, scheduleRun } from "./scheduleCommands.ts";
import type { ScheduleRow } from "./schedules.ts";

/** Reads a member's current role at a site. Undefined for a former member. */
export type RoleOf = (place: {
  readonly tenant: string;
  readonly site: string;
  readonly identity: string;
}) => Promise<Role | undefined>;

export interface RunnerParts extends ScheduleParts {
  readonly sites: Sites;
  readonly outbox: Outbox;
  /** Reads a member's current role. If absent, the role at the time of scheduling counts. */
  readonly roleOf?: RoleOf | undefined;
  readonly powers: Powers;
  readonly releases: Releases;
  readonly publisher: Publisher;
  readonly commands: Commands;
  readonly letters: Pick<Letters, "add">;
}

/** Refusals that mean "not now": another publication is running, or the site or the schedule changed during this one. */
const NOT_NOW: ReadonlySet<unknown> = new Set<ConflictName | RefusalCode>([
  "address_changed",
  "plugins_changed",
  "publication_overtaken",
  "publication_running",
  "schedule_moved",
  "UNAVAILABLE",
  "IDEMPOTENCY_IN_PROGRESS",
]);

/** The refusal that a failed run leaves. An earlier version left no names of conflicts. */
type Problem = { readonly code?: unknown; readonly conflict?: unknown };

/** The most attempts after a refusal that may not come again: plugins changed, or one did not answer. */
const attemptsFor = ({ code, conflict = "plugins_changed" }: Problem): number =>
  code === "PLUGIN_UNAVAILABLE"
    ? SCHEDULE_UNANSWERED_ATTEMPTS
    : code === "CONFLICT" && NOT_NOW.has(conflict)
      ? SCHEDULE_ATTEMPTS_MAX
      : 0;

const NO_PUBLISHER = {
  code: "FORBIDDEN",
  reason:
    "The member who scheduled this may no longer publish here. Another member can schedule the publication again.",
} as const;

/** The name of one run of a schedule. After a failed publication in steps, the next run is another command. */
const runName = ({ id, release }: ScheduleRow): string =>
  release === null ? `schedule:${id}` : `schedule:${id}:${release}`;

const problemIn = (json: string | null): Problem => JSON.parse(json ?? "{}") as Problem;

export class ScheduleRunner {
  readonly #parts: RunnerParts;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Runs due schedules in order, for at most one turn of the alarm. */
  async runDue(): Promise<void> {
    const { powers, schedules } = this.#parts;
    const end = powers.now() + PUBLISH_TURN_MS;
    this.#settle();
    for (let [next] = schedules.due(powers.now()); next && powers.now() < end; [next] = schedules.due(powers.now()))
      await this.#run(next);
  }

  /** The time of the next schedule in milliseconds since the epoch. Undefined if none waits. */
  nextDue(): number | undefined {
    return this.#parts.schedules.nextDue(this.#parts.powers.now());
  }

  async #run(schedule: ScheduleRow): Promise<void> {
    const { powers, schedules, commands, publisher } = this.#parts;
    if (schedule.attempts >= SCHEDULE_ATTEMPTS_MAX)
      return this.#fail(schedule, new Refusal("INTERNAL", { attempts: schedule.attempts }));
    // Delays the schedule before its run. So a crash during the run repeats it later, and not at once in an endless
    // loop.
    schedules.attempted(schedule, powers.now());
    const name = runName(schedule);
    const role = await this.#roleNow(schedule);
    if (role !== "unknown" && !(role && can(role, "content.publish"))) return this.#cancel(schedule);
    const actor = actorNamed(schedule.actor);
    // Without the present role, the role at the time of scheduling counts. Only an owner could go past the review.
    const as = role === "unknown" ? (schedule.pastReview ? "owner" : undefined) : role;
    const envelope = { site: schedule.site, actor, role: as, key: name, requestId: name };
    try {
      const run = {
        name: "schedule.run",
        inLanguages: true,
        ...scheduleRun(this.#parts, publisher, schedule),
      } as const;
      await commands.run(run, envelope, { schedule: schedule.id });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, detail } = error;
      if (NOT_NOW.has(detail.conflict ?? code)) schedules.notYet(schedule, powers.now());
      else if (schedule.attempts + 1 >= attemptsFor({ ...detail, code })) this.#fail(schedule, error);
    }
  }

  /**
   * The present role of the schedule's author, who is responsible for the publication. Undefined for a former member,
   * and unknown for other actors, or if the deployment does not tell.
   */
  async #roleNow({ site, actor }: ScheduleRow): Promise<Role | "unknown" | undefined> {
    const { roleOf, sites } = this.#parts;
    const { kind, id } = actorNamed(actor);
    if (kind !== "member" || !roleOf) return "unknown";
    return roleOf({ tenant: sites.get(site).tenant, site, identity: id });
  }

  async #cancel(begun: ScheduleRow): Promise<void> {
    const { powers, schedules, outbox } = this.#parts;
    const { site, id, actor } = begun;
    const inputDigest = await powers.digest(JSON.stringify([id]));
    powers.sql.atomically(() => {
      const schedule = schedules.stillDue(begun);
      if (!schedule) return;
      schedules.end(schedule, "cancelled", powers.now(), { problem: JSON.stringify(NO_PUBLISHER) });
      this.#tell(schedule);
      outbox.audit({
        site,
        actor,
        command: "schedule.run",
        inputDigest,
        outcome: "refused",
        requestId: `schedule:${id}`,
        about: { schedule: id },
      });
    });
  }

  /** Marks the schedule as failed, unless a member cancelled or moved it meanwhile. */
  #fail(begun: ScheduleRow, { code, detail }: Refusal): void {
    const { powers, schedules } = this.#parts;
    powers.sql.atomically(() => {
      const schedule = schedules.stillDue(begun);
      if (!schedule) return;
      schedules.end(schedule, "failed", powers.now(), { problem: JSON.stringify({ code, ...detail }) });
      this.#tell(schedule);
    });
  }

  /**
   * Ends schedules whose publication ran in steps, with that publication's outcome. A temporary failure is tried again,
   * as it is for a publication without steps.
   */
  #settle(): void {
    const { powers, schedules, releases } = this.#parts;
    for (const schedule of schedules.publishing()) {
      const release = releases.find(schedule.site, schedule.release ?? 0);
      if (release?.state === "building") continue;
      const failed = release?.state === "failed";
      if (failed && schedule.attempts < attemptsFor(problemIn(release.problem))) {
        schedules.again(schedule, powers.now());
        continue;
      }
      schedules.end(
        schedule,
        failed ? "failed" : "published",
        powers.now(),
        failed ? { problem: release.problem ?? "{}" } : {},
      );
      if (failed) this.#tell(schedule);
    }
  }

  /** Members hear of a publication that did not happen: nobody looks at the moment at which the clock publishes. */
  #tell({ site, id }: ScheduleRow): void {
    this.#parts.letters.add({ site, kind: "publication", source: `schedule:${id}`, member: "" });
  }
}
