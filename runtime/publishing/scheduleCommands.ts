import * as z from "zod/mini";
import { SCHEDULE_AHEAD_MAX_MS, SCHEDULE_REASONS_LISTED, SCHEDULES_WAITING_MAX } from "../../manifests/bounds.ts";
import type { Issue } from "../../manifests/refusal.ts";
import { Refusal } from "../../manifests/refusal.ts";
import type { Command } from "../command.ts";
import { actorName } from "../actor.ts";
import type { Documents } from "../documents.ts";
import type { History } from "../editing/history.ts";
import { cancelSchedule, createSchedule } from "../editing/inputs.ts";
import { parseWith } from "../parse.ts";
import type { Powers } from "../powers.ts";
import type { Publisher } from "./publisher.ts";
import type { ScheduleRow, ScheduleState, Schedules } from "./schedules.ts";

export interface ScheduleParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly history: History;
  readonly schedules: Schedules;
}

export interface ScheduleOutput {
  readonly schedule: string;
  readonly at: number;
  readonly state: ScheduleState;
}

type Creating = z.infer<typeof createSchedule>;

/** Publishes the draft as it is now at a later moment, if it has not changed by then. */
export function scheduleCreate(parts: ScheduleParts): Command<Creating, ScheduleOutput> {
  return {
    name: "schedule.create",
    parse: parseWith(createSchedule),
    prepare:
      async ({ site, actor }, input) =>
      () => {
        const { powers, schedules, documents } = parts;
        checkTime(input.at, powers.now());
        for (const [index, seen] of (input.versions ?? []).entries()) checkVersion(parts, site, seen, index);
        if (schedules.waitingCount(site) >= SCHEDULES_WAITING_MAX) throw tooMany();
        const id = powers.newId();
        schedules.create({
          site,
          id,
          at: input.at,
          label: input.label ?? null,
          change: documents.change(site),
          actor: actorName(actor),
          createdAt: powers.now(),
        });
        return outputOf(schedules, site, id);
      },
  };
}

export function scheduleCancel({
  powers,
  schedules,
}: ScheduleParts): Command<z.infer<typeof cancelSchedule>, ScheduleOutput> {
  return {
    name: "schedule.cancel",
    parse: parseWith(cancelSchedule),
    prepare:
      async ({ site }, { schedule: id }) =>
      () => {
        const schedule = schedules.find(site, id);
        if (!schedule) throw new Refusal("NOT_FOUND", { schedule: id });
        if (schedule.state !== "waiting") throw new Refusal("CONFLICT", { schedule: id, state: schedule.state });
        schedules.end(schedule, "cancelled", powers.now(), {});
        return outputOf(schedules, site, id);
      },
  };
}

const runInput = z.strictObject({ schedule: z.string() });

/**
 * What the alarm runs when the time of a schedule has come, as a command like any other: publication, end of the
 * schedule, claim and audit row are committed together, so a crash on either side of it publishes once. Nobody else
 * can ask for it.
 */
export function scheduleRun(
  parts: ScheduleParts,
  publisher: Publisher,
): Command<z.infer<typeof runInput>, ScheduleOutput> {
  return {
    name: "schedule.run",
    parse: parseWith(runInput),
    async prepare({ site, actor }, { schedule: id }) {
      // The publisher pins the draft before it first waits, so the draft compared here is the one that is published.
      requireUnchanged(parts, requireWaiting(parts, site, id));
      const publish = await publisher.prepare(site, actorName(actor));
      return () => {
        const schedule = requireWaiting(parts, site, id);
        const { release, state } = publish();
        if (state === "building") parts.schedules.publishAs(schedule, release);
        else parts.schedules.end(schedule, "published", parts.powers.now(), { release });
        return outputOf(parts.schedules, site, id);
      };
    },
  };
}

function requireWaiting({ schedules }: ScheduleParts, site: string, id: string): ScheduleRow {
  const schedule = schedules.find(site, id);
  if (schedule?.state !== "waiting") throw new Refusal("NOT_FOUND", { schedule: id });
  return schedule;
}

/** Says which documents changed, when and by whom: the reason the author of the schedule will read. */
function requireUnchanged({ history, documents }: ScheduleParts, { site, change }: ScheduleRow): void {
  if (documents.change(site) === change) return;
  const changed = history.changedSince(site, change, SCHEDULE_REASONS_LISTED);
  throw new Refusal("STALE_VERSION", { changed, total: history.countChangedSince(site, change) });
}

function checkTime(at: number, now: number): void {
  if (at <= now) throw refusedTime(at, "a time to come, in milliseconds since 1970");
  if (at > now + SCHEDULE_AHEAD_MAX_MS) throw refusedTime(at, `at most ${now + SCHEDULE_AHEAD_MAX_MS}`);
}

const refusedTime = (at: number, allowed: string): Refusal =>
  refusedBecause({ pointer: "/at", found: String(at), allowed });

/** A version that never was is a mistake of the caller's; one that has been replaced is somebody else's change. */
function checkVersion(
  { documents, history }: ScheduleParts,
  site: string,
  { kind, id, version }: NonNullable<Creating["versions"]>[number],
  index: number,
): void {
  if (version > history.latestVersion(site, kind, id)) {
    throw refusedBecause({
      pointer: `/versions/${index}/version`,
      found: String(version),
      allowed: "a version that exists",
    });
  }
  documents.require(site, { kind, id, expected: version });
}

const refusedBecause = (issue: Issue): Refusal => new Refusal("INVALID_REQUEST", { issues: [issue] });

const tooMany = (): Refusal =>
  new Refusal("CONFLICT", {
    reason: "Too many publications are waiting for their time.",
    allowed: SCHEDULES_WAITING_MAX,
  });

function outputOf(schedules: Schedules, site: string, id: string): ScheduleOutput {
  const { at, state } = schedules.find(site, id) ?? { at: 0, state: "failed" };
  return { schedule: id, at, state };
}
