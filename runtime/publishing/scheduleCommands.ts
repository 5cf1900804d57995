import * as z from "zod/mini";
import {
  SCHEDULE_AHEAD_MAX_MS,
  SCHEDULE_REASONS_LISTED,
  SCHEDULES_WAITING_MAX,
} from "../../manifests/bounds/publishing.ts";
import type { Issue } from "../../manifests/refusals/refusal.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command } from "../commands/command.ts";
import { actorName } from "../commands/actor.ts";
import type { Documents } from "../documents/documents.ts";
import type { History } from "../documents/history.ts";
import { cancelSchedule, createSchedule } from "./scheduleInputs.ts";
import { parseWith } from "../commands/parse.ts";
import type { Powers } from "../powers.ts";
import type { Publisher } from "./publisher.ts";
import type { ScheduleRow, ScheduleState, Schedules } from "./schedules.ts";

/** The schedules and documents that commands about schedules use. */
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

/** Schedules a publication of the present draft. The run publishes it only if the draft has not changed by then. */
export function scheduleCreate(parts: ScheduleParts): Command<Creating, ScheduleOutput> {
  return {
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
 * The command that the alarm runs when a schedule is due. One transaction holds the publication, the end of the
 * schedule, the claim and the audit row, so a crash before or after it publishes once. Only the alarm can run it.
 */
export function scheduleRun(
  parts: ScheduleParts,
  publisher: Publisher,
): Command<z.infer<typeof runInput>, ScheduleOutput> {
  return {
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

/**
 * Checks one expected version. A version that never existed is the caller's mistake; a replaced one is another member's
 * change.
 */
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
