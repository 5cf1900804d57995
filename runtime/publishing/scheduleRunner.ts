import { PUBLISH_TURN_MS, SCHEDULE_ATTEMPTS_MAX, SCHEDULE_UNANSWERED_ATTEMPTS } from "../../manifests/bounds.ts";
import type { RefusalCode } from "../../manifests/refusal.ts";
import { Refusal } from "../../manifests/refusal.ts";
import type { Commands } from "../command.ts";
import { actorNamed } from "../actor.ts";
import type { Outbox } from "../outbox.ts";
import type { Role } from "../permissions.ts";
import { can } from "../permissions.ts";
import type { Powers } from "../powers.ts";
import type { Sites } from "../sites.ts";
import type { Publisher } from "./publisher.ts";
import type { Releases } from "./releases.ts";
import type { ScheduleParts } from "./scheduleCommands.ts";
import { scheduleRun } from "./scheduleCommands.ts";
import type { ScheduleRow } from "./schedules.ts";

/** The role a member has in a site now; undefined for one who is a member no more. */
export type RoleOf = (place: { readonly tenant: string; readonly site: string; readonly identity: string }) => Promise<Role | undefined>;

export interface RunnerParts extends ScheduleParts {
  readonly sites: Sites;
  readonly outbox: Outbox;
  /** Without it, the member who made a schedule is taken to have the role they had then. */
  readonly roleOf?: RoleOf | undefined;
  readonly powers: Powers;
  readonly releases: Releases;
  readonly publisher: Publisher;
  readonly commands: Commands;
}

/** Refusals that say "not now": another publication is on its way, and this one gets its turn after it. */
const NOT_NOW: ReadonlySet<RefusalCode> = new Set<RefusalCode>(["CONFLICT", "IDEMPOTENCY_IN_PROGRESS"]);

/** A plugin that did not answer may the next time, and its attempt has put the schedule off already. */
const isWorthAnother = ({ code }: Refusal, { attempts }: ScheduleRow): boolean =>
  code === "PLUGIN_UNAVAILABLE" && attempts + 1 < SCHEDULE_UNANSWERED_ATTEMPTS;

const NO_PUBLISHER = { code: "FORBIDDEN", reason: "The member who scheduled this may no longer publish here. Another member can schedule it again." } as const;

/** Does what schedules ask for when their time has come. */
export class ScheduleRunner {
  readonly #parts: RunnerParts;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Runs what is due, in order, for one turn of the alarm at most. */
  async runDue(): Promise<void> {
    const { powers, schedules } = this.#parts;
    const end = powers.now() + PUBLISH_TURN_MS;
    this.#settle();
    for (let [next] = schedules.due(powers.now()); next && powers.now() < end; [next] = schedules.due(powers.now()))
      await this.#run(next);
  }

  /** When the alarm has to ring for a schedule. */
  nextDue(): number | undefined {
    return this.#parts.schedules.nextDue(this.#parts.powers.now());
  }

  async #run(schedule: ScheduleRow): Promise<void> {
    const { powers, schedules, commands, publisher } = this.#parts;
    if (schedule.attempts >= SCHEDULE_ATTEMPTS_MAX)
      return this.#fail(schedule, new Refusal("INTERNAL", { attempts: schedule.attempts }));
    // Put off before it is run: dying in between repeats it a little later, the other order could die for ever.
    schedules.attempted(schedule, powers.now());
    const name = `schedule:${schedule.id}`;
    if (!(await this.#mayPublish(schedule))) return this.#cancel(schedule);
    const envelope = { site: schedule.site, actor: actorNamed(schedule.actor), key: name, requestId: name };
    try {
      await commands.run(scheduleRun(this.#parts, publisher), envelope, { schedule: schedule.id });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (NOT_NOW.has(error.code)) schedules.notYet(schedule, powers.now());
      else if (!isWorthAnother(error, schedule)) this.#fail(schedule, error);
    }
  }

  /** Who made it answers for it: they have to be one who may publish, at the time it is published. */
  async #mayPublish({ site, actor }: ScheduleRow): Promise<boolean> {
    const { roleOf, sites } = this.#parts;
    const { kind, id } = actorNamed(actor);
    if (kind !== "member" || !roleOf) return true;
    const role = await roleOf({ tenant: sites.get(site).tenant, site, identity: id });
    return role !== undefined && can(role, "content.publish");
  }

  async #cancel({ site, id, actor }: ScheduleRow): Promise<void> {
    const { powers, schedules, outbox } = this.#parts;
    const row = powers.newId();
    const inputDigest = await powers.digest(JSON.stringify([id]));
    powers.sql.atomically(() => {
      const schedule = schedules.find(site, id);
      if (schedule?.state !== "waiting") return;
      schedules.end(schedule, "cancelled", powers.now(), { problem: JSON.stringify(NO_PUBLISHER) });
      outbox.add("audit", site, row, { id: row, site, actor, command: "schedule.run", inputDigest, outcome: "refused", requestId: `schedule:${id}`, at: powers.now() });
    });
  }

  /** It may have been cancelled while it was being prepared; then it has its end already. */
  #fail({ site, id }: ScheduleRow, { code, detail }: Refusal): void {
    const { powers, schedules } = this.#parts;
    powers.sql.atomically(() => {
      const schedule = schedules.find(site, id);
      if (schedule?.state !== "waiting") return;
      schedules.end(schedule, "failed", powers.now(), { problem: JSON.stringify({ code, ...detail }) });
    });
  }

  /** Large publications go on after their command; the schedule ends as they do. */
  #settle(): void {
    const { powers, schedules, releases } = this.#parts;
    for (const schedule of schedules.publishing()) {
      const release = releases.find(schedule.site, schedule.release ?? 0);
      if (release?.state === "building") continue;
      const failed = release?.state === "failed";
      schedules.end(
        schedule,
        failed ? "failed" : "published",
        powers.now(),
        failed ? { problem: release.problem ?? "{}" } : {},
      );
    }
  }
}
