import * as z from "zod/mini";
import { SCHEDULE_AHEAD_MAX_MS, SCHEDULES_WAITING_MAX } from "../../manifests/bounds/publishing.ts";
import { type Issue, Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command, Envelope } from "../area/command.ts";
import { actorName } from "../area/actor.ts";
import type { DocumentRef } from "../documents/documents.ts";
import {
  type ChoiceParts,
  type LimitParts,
  withoutHeld,
  requireChosenInLanguages,
  requireSeen,
  type Selection,
  selectionOf,
  writtenSince,
} from "./choice.ts";
import { cancelSchedule, createSchedule, moveSchedule } from "./scheduleInputs.ts";
import { parseWith } from "../commands/parse.ts";
import type { Powers } from "../powers/powers.ts";
import type { Publisher } from "./publisher.ts";
import { passedIn, type ReviewGate } from "./reviewGate.ts";
import type { ScheduleRow, ScheduleState, Schedules } from "./schedules.ts";

export interface ScheduleParts extends ChoiceParts, LimitParts {
  readonly powers: Powers;
  readonly schedules: Schedules;
  readonly reviewGate: ReviewGate;
}

export interface ScheduleOutput {
  readonly schedule: string;
  readonly at: number;
  readonly state: ScheduleState;
  readonly passedReview?: true;
}

type Creating = z.infer<typeof createSchedule>;

/**
 * Schedules a publication of the current draft, or of chosen documents. At its time it is published only if none of
 * these has changed.
 */
export function scheduleCreate(parts: ScheduleParts): Command<Creating, ScheduleOutput> {
  return {
    parse: parseWith(createSchedule),
    prepare:
      async ({ site, actor, role }, input) =>
      () => {
        const { powers, schedules, documents } = parts;
        checkTime(input.at, powers.now());
        for (const [index, seen] of (input.versions ?? []).entries()) checkVersion(parts, site, seen, index);
        const selection = selectionOf(parts, site, input);
        requireChosenInLanguages(parts, { site, actor }, selection);
        if (input.change !== undefined) requireSeen(parts, site, input.change, selection);
        const isPast = parts.reviewGate.requireReviewed({ site, role, pastReview: input.pastReview }, selection);
        requireRoomForSchedule(schedules, site);
        const id = powers.newId();
        schedules.create({
          site,
          id,
          at: input.at,
          label: input.label ?? null,
          change: documents.change(site),
          chosen: storedSelection(selection, input.except !== undefined),
          actor: actorName(actor),
          createdAt: powers.now(),
          request: null,
          pastReview: isPast,
        });
        return { ...outputOf(schedules, site, id), ...passedIn(isPast) };
      },
  };
}

export function scheduleCancel(parts: ScheduleParts): Command<z.infer<typeof cancelSchedule>, ScheduleOutput> {
  return {
    parse: parseWith(cancelSchedule),
    prepare:
      async (caller, { schedule: id }) =>
      () => {
        const { schedules, powers } = parts;
        schedules.end(changeable(parts, caller, id), "cancelled", powers.now(), {});
        return outputOf(schedules, caller.site, id);
      },
  };
}

/** Gives a schedule another time. What it publishes, its approval and its author stay. */
export function scheduleMove(parts: ScheduleParts): Command<z.infer<typeof moveSchedule>, ScheduleOutput> {
  return {
    parse: parseWith(moveSchedule),
    prepare:
      async (caller, { schedule: id, at, was }) =>
      () => {
        const { schedules, powers } = parts;
        checkTime(at, powers.now());
        const schedule = changeable(parts, caller, id);
        if (was !== undefined && was !== schedule.at)
          throw new Refusal("STALE_VERSION", { kind: "schedule", id, current: schedule.at });
        schedules.move(schedule, at);
        return outputOf(schedules, caller.site, id);
      },
  };
}

/** The schedule that a member may still change. */
function changeable(parts: ScheduleParts, { site, actor }: Pick<Envelope, "site" | "actor">, id: string): ScheduleRow {
  const schedule = parts.schedules.find(site, id);
  if (!schedule) throw new Refusal("NOT_FOUND", { schedule: id });
  if (schedule.state !== "waiting")
    throw new Refusal("CONFLICT", { conflict: "schedule_over", schedule: id, state: schedule.state });
  requireChosenInLanguages(parts, { site, actor }, chosenOf(schedule));
  return schedule;
}

const runInput = z.strictObject({ schedule: z.string() });

/**
 * The command that the alarm runs for a due schedule. Publication, end of the schedule, claim and audit row are one
 * transaction, so even with crashes it is published once. Only the alarm can run it. A schedule that a member moves
 * meanwhile is not published by this run.
 */
export function scheduleRun(
  parts: ScheduleParts,
  publisher: Publisher,
  due: Pick<ScheduleRow, "at">,
): Command<z.infer<typeof runInput>, ScheduleOutput> {
  return {
    parse: parseWith(runInput),
    async prepare({ site, actor, role }, { schedule: id }) {
      const { request } = requireStillDue(parts, site, id, due);
      const readApprovals = async () => (request === null ? undefined : parts.reviewGate.stillApproved(site, request));
      let isApproved = await readApprovals();
      // The publisher pins the draft before its first wait, so it publishes the draft that is compared here.
      const schedule = requireStillDue(parts, site, id, due);
      requireUnchanged(parts, schedule);
      const selection = scheduledNow(parts, schedule);
      // A limit that the author was given after scheduling counts, too.
      requireChosenInLanguages(parts, { site, actor }, selection);
      // A review that the site demands since the schedule was made counts, too.
      const caller = { site, role, pastReview: schedule.pastReview };
      const review = parts.reviewGate.reviewing(caller, selection, () => isApproved?.() ?? false);
      const publish = await publisher.prepare(site, actorName(actor), selection);
      // A member who approved may have lost the right to it while plugins checked the publication.
      isApproved = await readApprovals();
      return () => {
        const waiting = requireStillDue(parts, site, id, due);
        const passed = passedIn(review());
        const { release, state } = publish();
        if (state === "building") parts.schedules.publishAs(waiting, release);
        else parts.schedules.end(waiting, "published", parts.powers.now(), { release });
        return { ...outputOf(parts.schedules, site, id), ...passed };
      };
    },
  };
}

/** The schedule of a run, if it still waits, and for the time for which the run began. */
function requireStillDue(
  { schedules }: ScheduleParts,
  site: string,
  id: string,
  { at }: Pick<ScheduleRow, "at">,
): ScheduleRow {
  const schedule = schedules.find(site, id);
  if (schedule?.state !== "waiting") throw new Refusal("NOT_FOUND", { schedule: id });
  if (schedule.at !== at) throw new Refusal("CONFLICT", { conflict: "schedule_moved", schedule: id, at: schedule.at });
  return schedule;
}

/** A schedule of everything names no document, and one that leaves some out names these. */
export function storedSelection({ named, isExcept }: Selection, leavesOut: boolean): string | null {
  if (!isExcept) return JSON.stringify(named);
  return leavesOut ? JSON.stringify({ except: named }) : null;
}

/** The documents that a member chose for a schedule. */
export function chosenOf({ chosen }: Pick<ScheduleRow, "chosen">): Selection {
  const stored = JSON.parse(chosen ?? "{}") as readonly DocumentRef[] | { readonly except?: readonly DocumentRef[] };
  return "except" in stored || !Array.isArray(stored)
    ? { named: (stored as { readonly except?: readonly DocumentRef[] }).except ?? [], isExcept: true }
    : { named: stored as readonly DocumentRef[], isExcept: false };
}

/** The documents that a schedule would publish now. A page that a member holds back meanwhile stays behind. */
export const scheduledNow = (parts: Pick<ChoiceParts, "documents">, schedule: Pick<ScheduleRow, "site" | "chosen">) =>
  withoutHeld(parts, schedule.site, chosenOf(schedule));

/** Throws if documents have changed since scheduling, with their authors and times, for the schedule's author. */
function requireUnchanged(parts: ScheduleParts, schedule: ScheduleRow): void {
  const found = writtenSince(parts, schedule.site, schedule.change, scheduledNow(parts, schedule));
  if (found.total > 0) throw new Refusal("STALE_VERSION", { ...found });
}

export function checkTime(at: number, now: number): void {
  if (at <= now) throw refusedTime(at, "a time in the future");
  if (at > now + SCHEDULE_AHEAD_MAX_MS) throw refusedTime(at, `at most ${now + SCHEDULE_AHEAD_MAX_MS}`);
}

const refusedTime = (at: number, allowed: string): Refusal =>
  refusedBecause({ pointer: "/at", found: String(at), allowed });

/**
 * Checks one expected version. A version that never existed is invalid input; an older one means that a member has
 * changed the document.
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

export function requireRoomForSchedule(schedules: Schedules, site: string): void {
  if (schedules.waitingCount(site) >= SCHEDULES_WAITING_MAX)
    throw new Refusal("CONFLICT", {
      conflict: "schedules_full",
      reason: "Too many publications are scheduled.",
      allowed: SCHEDULES_WAITING_MAX,
    });
}

function outputOf(schedules: Schedules, site: string, id: string): ScheduleOutput {
  const { at, state } = schedules.find(site, id) ?? { at: 0, state: "failed" };
  return { schedule: id, at, state };
}
