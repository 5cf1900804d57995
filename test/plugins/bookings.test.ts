/** The code of the plugin for bookings over a real storage, with other calls in the middle of its own. */
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CALL_MAX_SUBREQUESTS, CALL_RESULT_MAX_CHARS } from "../../manifests/bounds/calls.ts";
import { DATA_BATCH_PAGES } from "../../manifests/bounds/plugins.ts";
import { codeContext } from "./codeContext.ts";

type Call = (input: unknown, ctx: Context) => Promise<unknown>;
interface Module {
  readonly data: { readonly times: Call };
  readonly routes: Readonly<Record<"book" | "cancel" | "withdraw" | "add", Call>>;
  readonly hooks: Readonly<Record<"formSubmitted" | "scheduled", Call>>;
}
const { data, routes, hooks } = (await import(
  fileURLToPath(new URL("../../plugins/bookings/main.js", import.meta.url))
)) as Module;

type Context = ReturnType<typeof contextOf>;

const SETTINGS = {
  hours: [{ day: "monday", from: "09:00", until: "12:00" }],
  minutes: 30,
  places: 1,
  closed: [],
  noticeHours: 0,
  daysAhead: 14,
  place: "",
  reminderHours: 24,
  keptDays: 90,
};
/** A Sunday. The first time that can be booked is on Monday at nine. */
const SUNDAY = Date.UTC(2026, 10, 29, 12);
/** A moment of that Monday as the form sends it, ISO 8601 in UTC. */
const at = (time: string): string => `2026-11-30T${time}:00.000Z`;
const [NINE, HALF_PAST] = [at("09:00"), at("09:30")];
const HOUR_MS = 3_600_000;

const contextOf = () => codeContext("drawbridge.bookings", SETTINGS);

const book = (ctx: Context, slot: string, who: string) =>
  routes.book({ fields: { slot, name: who, email: `${who}@example.com` }, once: `once-${who}` }, ctx);
const submitted = (ctx: Context, id: number, slot: string, who: string) =>
  hooks.formSubmitted(
    { id, type: "drawbridge.bookings/booking", fields: { slot, name: who, email: `${who}@example.com` } },
    ctx,
  );
async function booked(ctx: Context, id: number, slot: string, who: string) {
  expect(await book(ctx, slot, who)).toMatchObject({ status: 201 });
  await submitted(ctx, id, slot, who);
}
const scheduled = (ctx: Context) => hooks.scheduled({}, ctx);
const cancel = (ctx: Context, submission: number) => routes.cancel({ submission }, ctx);
const withdraw = (ctx: Context, keys: readonly string[]) => routes.withdraw({ body: { keys } }, ctx);
const shown = async (ctx: Context): Promise<string[]> => {
  const page = { page: { id: "home" }, sections: [{ id: "times" }] };
  const answer = (await data.times({ site: ctx.site, pages: [page] }, ctx)) as {
    home: { times: { times: { value: string }[] } };
  };
  return answer.home.times.times.map(({ value }) => value).filter((value) => value.startsWith("2026-11-30"));
};
const names = (ctx: Context, prefix = "coming:") =>
  ctx
    .stored()
    .flatMap(({ key, value }) => (key.startsWith(prefix) ? [(JSON.parse(value) as { name: string }).name] : []));
const lettersOf = (ctx: Context) => ctx.letters.map(({ letter, submission }) => [letter, submission]);

const GONE = { status: 410, body: null };
const TAKEN = { status: 409, body: { field: "slot" } };

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: SUNDAY }));
afterEach(() => void vi.useRealTimers());

describe("a reminder", () => {
  /** A booking of Ann that is due, and a run of the clock that has seen it. */
  async function aRun(meanwhile: (ctx: Context) => Promise<unknown>) {
    const ctx = contextOf();
    vi.setSystemTime(SUNDAY - 48 * HOUR_MS);
    await booked(ctx, 1, NINE, "ann");
    vi.setSystemTime(SUNDAY);
    ctx.beforeChange(() => meanwhile(ctx));
    await scheduled(ctx);
    return ctx;
  }

  test("of a booking that its visitor cancels meanwhile is not written, and brings nothing back", async () => {
    const ctx = await aRun((one) => cancel(one, 1));
    expect([names(ctx), names(ctx, "cancelled:"), ctx.keys("of:")]).toEqual([[], ["ann"], []]);
    expect(lettersOf(ctx).map(([letter]) => letter)).toEqual(["confirmed", "given-back"]);
  });

  test("leaves the booking of another visitor who got the time meanwhile", async () => {
    const ctx = await aRun(async (one) => {
      await cancel(one, 1);
      await booked(one, 2, NINE, "bo");
    });
    expect(names(ctx)).toEqual(["bo"]);
    expect(await cancel(ctx, 1)).toEqual(GONE);
    expect(await cancel(ctx, 2)).toEqual({ body: { cancelled: true } });
  });

  test("is written once", async () => {
    const ctx = await aRun(async () => undefined);
    await scheduled(ctx);
    expect(lettersOf(ctx)).toEqual([
      ["confirmed", 1],
      ["reminder", 1],
    ]);
  });
});

describe("cancelling", () => {
  test("twice at once leaves the booking of a visitor who got the time in between", async () => {
    const ctx = contextOf();
    await booked(ctx, 1, NINE, "ann");
    ctx.beforeChange(async () => {
      expect(await cancel(ctx, 1)).toEqual({ body: { cancelled: true } });
      await booked(ctx, 2, NINE, "bo");
    });
    expect(await cancel(ctx, 1)).toEqual(GONE);
    expect([names(ctx), names(ctx, "cancelled:")]).toEqual([["bo"], ["ann"]]);
    expect(await book(ctx, NINE, "cy")).toEqual(TAKEN);
  });

  test("by a member beside the visitor does so, too, and writes one letter", async () => {
    const ctx = contextOf();
    await booked(ctx, 1, NINE, "ann");
    const [key = ""] = ctx.keys("coming:");
    ctx.beforeChange(async () => {
      await cancel(ctx, 1);
      await booked(ctx, 2, NINE, "bo");
    });
    expect(await withdraw(ctx, [key])).toEqual({ body: { cancelled: 0 } });
    expect([names(ctx), lettersOf(ctx).map(([letter]) => letter)]).toEqual([
      ["bo"],
      ["confirmed", "given-back", "confirmed"],
    ]);
  });

  test("by a member tells a visitor whose submission gets its number later", async () => {
    const ctx = contextOf();
    await book(ctx, NINE, "ann");
    ctx.beforeChange(() => withdraw(ctx, ctx.keys("coming:")));
    await submitted(ctx, 1, NINE, "ann");
    await submitted(ctx, 1, NINE, "ann");
    expect([names(ctx), ctx.keys("untold:"), lettersOf(ctx)]).toEqual([[], [], [["cancelled", 1]]]);
  });

  test("by a member tells every visitor, of more than one call has letters for", async () => {
    const ctx = contextOf();
    ctx.settings.places = 20;
    for (let n = 1; n <= 40; n += 1) await booked(ctx, n, n % 2 === 0 ? NINE : HALF_PAST, `v${n}`);
    ctx.letters.length = 0;
    expect(await withdraw(ctx, ctx.keys("coming:"))).toEqual({ body: { cancelled: 40 } });
    expect(ctx.letters).toHaveLength(15);
    for (let n = 0; n < 3; n += 1) await scheduled(ctx);
    expect(new Set(lettersOf(ctx).map(String)).size).toBe(40);
    expect([ctx.letters.length, ctx.keys("untold:")]).toEqual([40, []]);
  });
});

describe("the clock", () => {
  test.each([49, 50, 51, 101])("moves %i past bookings, in several calls if it must", async (count) => {
    const ctx = contextOf();
    ctx.settings.places = 20;
    const slots = [NINE, HALF_PAST, at("10:00"), at("10:30"), at("11:00"), at("11:30")];
    for (let n = 0; n < count; n += 1) await booked(ctx, n + 1, slots[n % 6] ?? "", `v${n}`);
    vi.setSystemTime(SUNDAY + 48 * HOUR_MS);
    for (let n = 0; n < Math.ceil(count / 50); n += 1)
      expect(await ctx.callsOf(() => scheduled(ctx))).toBeLessThanOrEqual(CALL_MAX_SUBREQUESTS);
    expect([names(ctx), names(ctx, "past:").length, ctx.keys("of:")]).toEqual([[], count, []]);
  });

  test("frees a time whose answers were never stored, and keeps one whose answers were", async () => {
    const ctx = contextOf();
    await book(ctx, NINE, "ann");
    await booked(ctx, 2, HALF_PAST, "bo");
    await routes.add({ body: { day: "2026-11-30", time: "10:00", name: "cy" } }, ctx);
    vi.setSystemTime(SUNDAY + HOUR_MS - 1);
    await scheduled(ctx);
    expect(names(ctx)).toEqual(["ann", "bo", "cy"]);
    vi.setSystemTime(SUNDAY + HOUR_MS);
    await scheduled(ctx);
    expect([names(ctx), (await book(ctx, NINE, "di")) as { status: number }]).toMatchObject([
      ["bo", "cy"],
      { status: 201 },
    ]);
    // The visitor whose answers came late after all reads that the time is gone.
    await submitted(ctx, 9, NINE, "ann");
    expect(lettersOf(ctx).at(-1)).toEqual(["cancelled", 9]);
  });

  test("forgets a cancelled booking by the day of the cancellation", async () => {
    const ctx = contextOf();
    await booked(ctx, 1, "2026-12-07T09:00:00.000Z", "ann");
    await cancel(ctx, 1);
    vi.setSystemTime(SUNDAY + 90 * 24 * HOUR_MS);
    await scheduled(ctx);
    expect(names(ctx, "cancelled:")).toEqual(["ann"]);
    vi.setSystemTime(SUNDAY + 90 * 24 * HOUR_MS + 60_000);
    await scheduled(ctx);
    expect(names(ctx, "cancelled:")).toEqual([]);
  });
});

describe("times that overlap", () => {
  const add = (ctx: Context, time: string) => routes.add({ body: { day: "2026-11-30", time, name: "telephone" } }, ctx);

  test("are taken by one booking alone, whoever makes it", async () => {
    const ctx = contextOf();
    await add(ctx, "09:15");
    expect(await shown(ctx)).toEqual([at("10:00"), at("10:30"), at("11:00"), at("11:30")]);
    expect([await book(ctx, NINE, "ann"), await book(ctx, HALF_PAST, "bo")]).toEqual([TAKEN, TAKEN]);
    expect([await add(ctx, "08:46"), await add(ctx, "09:44")]).toMatchObject([{ status: 409 }, { status: 409 }]);
    expect([await add(ctx, "08:45"), await add(ctx, "09:45")]).toMatchObject([{ status: 201 }, { status: 201 }]);
  });

  test("count with the minutes that each booking was made for", async () => {
    const ctx = contextOf();
    await booked(ctx, 1, HALF_PAST, "ann");
    ctx.settings.minutes = 45;
    expect(await shown(ctx)).toEqual([at("10:30"), at("11:15")]);
    ctx.settings.minutes = 480;
    expect(await add(ctx, "01:31")).toMatchObject({ status: 409 });
    expect(await add(ctx, "01:30")).toMatchObject({ status: 201 });
    ctx.settings.minutes = 30;
    expect(await shown(ctx)).not.toContain(NINE);
  });

  test("take as many bookings at one moment as there are places", async () => {
    const ctx = contextOf();
    ctx.settings.places = 2;
    for (const time of ["09:00", "09:15", "09:30"]) expect(await add(ctx, time)).toMatchObject({ status: 201 });
    expect(await shown(ctx)).not.toContain(NINE);
    expect([await add(ctx, "09:00"), await add(ctx, "09:45")]).toMatchObject([{ status: 409 }, { status: 201 }]);
  });

  test("are not booked by two visitors who ask at once", async () => {
    const ctx = contextOf();
    ctx.beforeChange(async () => expect(await add(ctx, "09:15")).toMatchObject({ status: 201 }));
    expect([await book(ctx, NINE, "ann"), ctx.keys("coming:")]).toEqual([TAKEN, ["coming:20261130T0915~1"]]);
  });

  test("are booked once by a visitor who sends twice at once", async () => {
    const ctx = contextOf();
    ctx.settings.places = 2;
    ctx.beforeChange(() => book(ctx, NINE, "ann"));
    expect([await book(ctx, NINE, "ann"), names(ctx)]).toMatchObject([{ status: 201 }, ["ann"]]);
  });
});

test("the free times of ten pages fit into the answer of one call", async () => {
  const ctx = contextOf();
  const hours = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map((day) => ({
    day,
    from: "00:00",
    until: "23:55",
  }));
  Object.assign(ctx.settings, { hours, minutes: 5, daysAhead: 60 });
  const pages = Array.from({ length: DATA_BATCH_PAGES }, (_, n) => ({
    page: { id: `${"p".repeat(60)}${n}` },
    sections: [{ id: "times" }],
  }));
  const { length } = JSON.stringify(await data.times({ site: ctx.site, pages }, ctx));
  expect([length > 200_000, length < CALL_RESULT_MAX_CHARS]).toEqual([true, true]);
});
