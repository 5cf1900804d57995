/** Releases by the clock that are refused again and again: tried ever more rarely, and told in the log. */
import { expect, test, vi } from "vitest";
import {
  CLOCK_REFUSALS_TOLD,
  CLOCK_REFUSED_PAUSE_MAX_MS,
  CLOCK_RELEASE_PAUSE_MS,
} from "../../../manifests/bounds/publishing.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { SITE, page, worldWith, type World } from "../kernel/world.ts";
import { ring, ringUntil } from "../publishing/ringing.ts";
import { event, EVENTS, listOf } from "./events.ts";

async function world(): Promise<World> {
  const pages = { home: page("/"), upcoming: listOf("upcoming"), gig: event("/gig", { start: "2026-03-28" }) };
  const of = await worldWith(pages, EVENTS);
  await ringUntil(of, "2026-03-28T11:00:00Z");
  return of;
}

const told = (of: World): number =>
  of.powers.sql
    .all<{ payload: string }>("SELECT payload FROM outbox WHERE kind = 'audit'")
    .filter(({ payload }) => payload.includes('"release.clock"') && payload.includes('"refused"')).length;

/** Rings at each moment that is due, and answers the pauses between them in milliseconds. */
async function pauses(of: World, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let tries = 0; tries < count; tries++) {
    of.powers.clock.now = of.kernel.clockMoments.nextDue() ?? 0;
    await ring(of);
    found.push((of.kernel.clockMoments.nextDue() ?? 0) - of.powers.clock.now);
  }
  return found;
}

test("pauses double up to an hour, and the log says it once, after the third refusal", async () => {
  const of = await world();
  const refusing = vi
    .spyOn(of.kernel.publisher, "prepareAgain")
    .mockImplementation(() => Promise.reject(new Refusal("UNAVAILABLE", { reason: "The room is used up." })));
  expect(await pauses(of, CLOCK_REFUSALS_TOLD - 1)).toEqual([1, 2].map((times) => times * CLOCK_RELEASE_PAUSE_MS));
  expect(told(of)).toBe(0);
  const refused = () => [of.kernel.clockRefusals.told(SITE), of.kernel.status().sites[0]?.clock];
  expect(refused()).toEqual([null, null]);
  await pauses(of, 1);
  expect(told(of)).toBe(1);
  expect(refused()).toMatchObject(
    Array.from({ length: 2 }, () => ({ times: CLOCK_REFUSALS_TOLD, code: "UNAVAILABLE" })),
  );
  expect((await pauses(of, 8)).slice(-4)).toEqual(Array.from({ length: 4 }, () => CLOCK_REFUSED_PAUSE_MAX_MS));
  expect(told(of)).toBe(1);
  refusing.mockRestore();
  await pauses(of, 1);
  expect(refused()).toEqual([null, null]);
  expect(await of.html("/upcoming")).not.toContain("<i>gig");
});

test("500 pages that ask for the time are one release at midnight", async () => {
  const lists = Object.fromEntries(
    Array.from({ length: 500 }, (_, n) => [`list-${n}`, listOf("upcoming", `/list-${n}`)]),
  );
  const of = await worldWith({ home: page("/"), gig: event("/gig", { start: "2026-03-28" }), ...lists }, [...EVENTS]);
  await ringUntil(of, "2026-03-28T12:00:00Z");
  const before = of.kernel.releases.list(SITE, 10_000, 50).length;
  await ringUntil(of, "2026-03-29T12:00:00Z");
  expect(of.kernel.releases.list(SITE, 10_000, 50).length - before).toBe(1);
  expect(await of.html("/list-499")).not.toContain("<i>gig");
});
