import { describe, expect, test } from "vitest";
import { LABEL_MAX_CHARS } from "../../../manifests/bounds/manifest.ts";
import {
  PUBLISH_INLINE_PAGES,
  SCHEDULE_AHEAD_MAX_MS,
  SCHEDULE_ATTEMPTS_MAX,
  SCHEDULE_REASONS_LISTED,
  SCHEDULE_RETRY_MS,
  SCHEDULE_UNANSWERED_ATTEMPTS,
  SCHEDULES_KEPT,
  SCHEDULES_WAITING_MAX,
} from "../../../manifests/bounds/publishing.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Deployment } from "../../../runtime/deployment.ts";
import { SITE, THEME, page, textPlugin, worldOf, worldWith, type World } from "../kernel/world.ts";
import type { TestPowers } from "../kernel/powers.ts";
import { mortal } from "../editing/crash.ts";
import {
  EDITING_PACK,
  attempt,
  audits,
  editingWorld,
  pointersOf,
  refusalOf,
  schedules,
  versionOf,
} from "../editing/editingWorld.ts";

const HOUR = 3_600_000;

interface Made {
  readonly schedule: string;
}
const schedule = async (world: World, inMs = HOUR, more: object = {}): Promise<Made> => {
  const { schedule } = await world.run<Made>("schedule.create", { at: world.powers.now() + inMs, ...more });
  return { schedule };
};
const retitle = (world: World, title: string, id = "about"): Promise<unknown> =>
  world.run("page.update", { page: id, expected: versionOf(world, id), changes: { title } });
const sequence = (world: World): number => world.kernel.sites.get(SITE).sequence;
const states = (world: World): string[] => schedules(world).map(({ state }) => state);

/** Rings the alarm later: completes a running publication, then runs what is due. */
async function alarm(world: World, inMs = 0): Promise<void> {
  world.powers.clock.now += inMs;
  while (!(await world.kernel.publisher.step(SITE))) continue;
  await world.kernel.scheduleRunner.runDue();
}

/** A site with a changed page that is scheduled, kept after the first case that begins with it. */
let begun: { readonly powers: () => TestPowers; readonly made: Made } | undefined;

async function scheduled(): Promise<{ world: World; made: Made }> {
  begun ??= await begin();
  return { world: worldOf(begun.powers(), EDITING_PACK), made: begun.made };
}

async function begin(): Promise<NonNullable<typeof begun>> {
  const world = await editingWorld();
  await retitle(world, "Scheduled");
  const made = await schedule(world);
  return { powers: world.powers.keep(), made };
}

/** The plugin in a version whose sections require a new field. */
function demanding(entry: PackedPlugin): PackedPlugin {
  const fields = {
    type: "object",
    properties: { other: { $ref: "drawbridge:text", title: "Other" } },
    required: ["other"],
    additionalProperties: false,
  };
  const sections = entry.manifest.contributes.sections?.map((section) => ({ ...section, fields }));
  return { ...entry, manifest: { ...entry.manifest, contributes: { sections } } as PackedPlugin["manifest"] };
}

describe("a schedule", () => {
  test("publishes the draft when its time has come, not a moment sooner, and once", async () => {
    const { world } = await scheduled();
    await alarm(world, HOUR - 1);
    expect([sequence(world), states(world), world.kernel.scheduleRunner.nextDue()]).toEqual([
      1,
      ["waiting"],
      world.powers.now() + 1,
    ]);
    await alarm(world, 1);
    await alarm(world, HOUR);
    expect([sequence(world), states(world), world.kernel.scheduleRunner.nextDue()]).toEqual([
      2,
      ["published"],
      undefined,
    ]);
    expect(await world.html("/about")).toContain("<h1>Scheduled</h1>");
    expect(schedules(world)[0]).toMatchObject({ release: 2, problem: null, finishedAt: world.powers.now() - HOUR });
  });

  test("is written down in audit when it was made, when it published, and for the one who made it", async () => {
    const { world } = await scheduled();
    await alarm(world, HOUR);
    expect(
      audits(world)
        .slice(1)
        .map(({ command, actor, outcome }) => [command, actor, outcome]),
    ).toEqual([
      ["schedule.create", "member:m1", "done"],
      ["schedule.run", "member:m1", "done"],
    ]);
  });

  test.each<[string, (world: World) => Promise<unknown>, { kind: string; id: string; version: number }]>([
    ["page", (world) => retitle(world, "Changed"), { kind: "page", id: "about", version: 3 }],
    [
      "page that was not there",
      (world) => world.run("page.create", { body: page("/new") }),
      { kind: "page", id: "new", version: 1 },
    ],
    [
      "page that was deleted",
      (world) => world.run("page.delete", { page: "home", expected: 1 }),
      { kind: "page", id: "home", version: 0 },
    ],
    [
      "navigation",
      (world) => world.run("navigation.put", { expected: 1, body: { menus: { header: [], footer: [] } } }),
      { kind: "navigation", id: "site", version: 2 },
    ],
    [
      "redirects",
      (world) => world.run("redirects.put", { expected: 1, body: { entries: [] } }),
      { kind: "redirects", id: "site", version: 2 },
    ],
    [
      "theme",
      (world) => world.run("theme.put", { expected: 1, body: { ...THEME, scheme: "dark" } }),
      { kind: "theme", id: "site", version: 2 },
    ],
    [
      "settings",
      (world) => world.run("settings.put", { expected: 1, body: { name: "N", language: "en" } }),
      { kind: "settings", id: "site", version: 2 },
    ],
  ])(
    "fails when its %s changed, says which, when and by whom, and changes nothing for visitors",
    async (_what, change, ref) => {
      const { world } = await scheduled();
      const before = await world.html("/about");
      world.powers.clock.now += 7;
      await change(world);
      const reason = { ...ref, changedBy: "member:m1", changedAt: world.powers.now() };
      expect(schedules(world)[0]?.changed).toEqual([reason]);
      await alarm(world, HOUR);
      expect(schedules(world)[0]).toMatchObject({
        state: "failed",
        release: null,
        problem: { code: "STALE_VERSION", changed: [reason], total: 1 },
      });
      expect([sequence(world), await world.html("/about")]).toEqual([1, before]);
      await alarm(world, HOUR);
      expect(sequence(world)).toBe(1);
    },
  );

  test("says in the list that it will not run once a member has changed what it publishes", async () => {
    const { world } = await scheduled();
    expect(schedules(world)).toMatchObject([{ state: "waiting", willRun: true, changed: [] }]);
    await retitle(world, "Changed");
    expect(schedules(world)).toMatchObject([{ state: "waiting", willRun: false, changed: [{ id: "about" }] }]);
  });

  test("fails for a change that was taken back, too: the version is another", async () => {
    const { world } = await scheduled();
    await retitle(world, "Changed");
    await world.run("revision.restore", { page: "about", expected: 3, version: 2 });
    await alarm(world, HOUR);
    expect(states(world)).toEqual(["failed"]);
  });

  test.each([[SCHEDULE_REASONS_LISTED - 1], [SCHEDULE_REASONS_LISTED], [SCHEDULE_REASONS_LISTED + 1]])(
    "that fails for %i changes counts them all and lists a bounded number",
    async (count) => {
      const { world } = await scheduled();
      for (let made = 0; made < count; made++) await world.run("page.create", { body: page(`/new${made}`) });
      await alarm(world, HOUR);
      const problem = schedules(world)[0]?.problem as { changed: unknown[]; total: number };
      expect([problem.changed.length, problem.total]).toEqual([Math.min(count, SCHEDULE_REASONS_LISTED), count]);
    },
  );

  test("is not disturbed by a publication or a restore, which change no draft", async () => {
    const { world } = await scheduled();
    await world.run("publish", {});
    await world.run("release.restore", { release: 1 });
    await alarm(world, HOUR);
    expect([states(world), (await world.html("/about")).includes("<h1>Scheduled</h1>")]).toEqual([["published"], true]);
  });

  test("is not stopped by a plugin that takes its content no longer", async () => {
    const { world } = await scheduled();
    const broken = world.restart(
      EDITING_PACK.map((entry) => (entry.manifest.id === "test.text" ? demanding(entry) : entry)),
    );
    await alarm(broken, HOUR);
    expect(schedules(broken)[0]).toMatchObject({ state: "published" });
    expect(sequence(broken)).toBe(2);
  });
});

test.each(["read_only", "suspended"] as const)(
  "a schedule that comes due while its tenant is %s fails and publishes nothing, then or later",
  async (status) => {
    const { world } = await scheduled();
    world.kernel.tenant.setStatus(status);
    await alarm(world, HOUR);
    world.kernel.tenant.setStatus("active");
    await alarm(world, HOUR);
    const code = status === "suspended" ? "TENANT_SUSPENDED" : "TENANT_READ_ONLY";
    expect([schedules(world)[0], sequence(world)]).toMatchObject([{ state: "failed", problem: { code } }, 1]);
  },
);

describe("schedule.create", () => {
  test.each([
    [-HOUR, false],
    [0, false],
    [1, true],
    [SCHEDULE_AHEAD_MAX_MS - 1, true],
    [SCHEDULE_AHEAD_MAX_MS, true],
    [SCHEDULE_AHEAD_MAX_MS + 1, false],
  ])("in %i ms is accepted: %s", async (inMs, accepted) => {
    const world = await editingWorld();
    expect(await attempt(world, "schedule.create", { at: world.powers.now() + inMs })).toEqual(accepted ? [] : ["/at"]);
  });

  test.each<[unknown]>([["tomorrow"], [1.5], [null], [Number.MAX_SAFE_INTEGER + 1], ["2027-01-01T00:00:00Z"]])(
    "at %j is refused",
    async (at) => {
      expect(pointersOf(await refusalOf(await editingWorld(), "schedule.create", { at }))).toEqual(["/at"]);
    },
  );

  test.each([
    [LABEL_MAX_CHARS - 1, true],
    [LABEL_MAX_CHARS, true],
    [LABEL_MAX_CHARS + 1, false],
  ])("with a label of %i characters is accepted: %s", async (length, accepted) => {
    const world = await editingWorld();
    expect(await attempt(world, "schedule.create", { at: world.powers.now() + 1, label: "l".repeat(length) })).toEqual(
      accepted ? [] : ["/label"],
    );
  });

  test.each<[string, object, string]>([
    ["a version that has been replaced", { kind: "page", id: "about", version: 1 }, "STALE_VERSION"],
    ["a version that never was", { kind: "page", id: "about", version: 3 }, "INVALID_REQUEST"],
    ["a page nobody has", { kind: "page", id: "nothing", version: 1 }, "INVALID_REQUEST"],
    ["a page of another site", { kind: "page", id: "hidden", version: 1 }, "INVALID_REQUEST"],
    ["a theme that never was", { kind: "theme", id: "site", version: 2 }, "INVALID_REQUEST"],
    ["a site-wide document under another id", { kind: "theme", id: "main", version: 1 }, "INVALID_REQUEST"],
  ])("refuses %s", async (_claim, seen, code) => {
    const { world } = await scheduled();
    expect(
      (
        await refusalOf(world, "schedule.create", {
          at: world.powers.now() + 1,
          versions: [{ kind: "page", id: "home", version: 1 }, seen],
        })
      ).code,
    ).toBe(code);
    expect(schedules(world)).toHaveLength(1);
  });

  test("accepts the versions its caller has seen when they are current", async () => {
    const { world } = await scheduled();
    await schedule(world, 1, {
      versions: [
        { kind: "page", id: "about", version: 2 },
        { kind: "theme", id: "site", version: 1 },
      ],
    });
    expect(schedules(world)).toHaveLength(2);
  });

  test("takes as many as the bound says, and another when one of them has come to its end", async () => {
    const world = await editingWorld();
    const made = [];
    for (let count = 1; count < SCHEDULES_WAITING_MAX; count++) made.push(await schedule(world, count));
    await schedule(world, HOUR);
    expect(await refusalOf(world, "schedule.create", { at: world.powers.now() + 1 })).toMatchObject({
      code: "CONFLICT",
    });
    await world.run("schedule.cancel", made[0]);
    await schedule(world, HOUR);
  });
});

describe("schedule.cancel", () => {
  test("stops it for good", async () => {
    const { world, made } = await scheduled();
    await world.run("schedule.cancel", made);
    await alarm(world, HOUR);
    expect([states(world), sequence(world)]).toEqual([["cancelled"], 1]);
    expect(await refusalOf(world, "schedule.cancel", made)).toMatchObject({
      code: "CONFLICT",
      detail: { state: "cancelled" },
    });
  });

  test("comes too late for one that has published", async () => {
    const { world, made } = await scheduled();
    await alarm(world, HOUR);
    expect(await refusalOf(world, "schedule.cancel", made)).toMatchObject({
      code: "CONFLICT",
      detail: { state: "published" },
    });
  });

  test("does not know another site's", async () => {
    const { world, made } = await scheduled();
    const elsewhere = { site: "other", actor: { kind: "member", id: "m1" }, key: "k", requestId: "r" } as const;
    await expect(world.kernel.execute("schedule.cancel", elsewhere, made)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(states(world)).toEqual(["waiting"]);
  });

  test("while it is being published has its way or comes too late, and never both", async () => {
    const { world, made } = await scheduled();
    world.powers.clock.now += HOUR;
    const [cancelled] = await Promise.allSettled([
      world.run("schedule.cancel", made),
      world.kernel.scheduleRunner.runDue(),
    ]);
    expect([cancelled.status, ...states(world), sequence(world)]).toEqual(
      cancelled.status === "fulfilled" ? ["fulfilled", "cancelled", 1] : ["rejected", "published", 2],
    );
  });
});

describe("schedule.move", () => {
  test("publishes at the other time, and no longer at the first", async () => {
    const { world, made } = await scheduled();
    const at = world.powers.now() + 2 * HOUR;
    expect(await world.run("schedule.move", { ...made, at })).toEqual({ ...made, at, state: "waiting" });
    await alarm(world, 2 * HOUR - 1);
    expect([states(world), sequence(world)]).toEqual([["waiting"], 1]);
    await alarm(world, 1);
    expect([states(world), sequence(world)]).toEqual([["published"], 2]);
  });

  test("keeps what it publishes, its author and its state; only the time is another", async () => {
    const { world, made } = await scheduled();
    const [before] = schedules(world);
    await retitle(world, "Later");
    await world.run("schedule.move", { ...made, at: world.powers.now() + 2 * HOUR });
    const [after] = schedules(world);
    expect({ ...after, at: 0, willRun: true, changed: [] }).toEqual({ ...before, at: 0 });
    expect(after?.willRun).toBe(false);
  });

  test.each([
    ["in the past", 0, false],
    ["in a moment", 1, true],
    ["as late as can be", SCHEDULE_AHEAD_MAX_MS, true],
    ["later than that", SCHEDULE_AHEAD_MAX_MS + 1, false],
  ])("to a time %s: %i", async (_, inMs, isMoved) => {
    const { world, made } = await scheduled();
    const moving = { ...made, at: world.powers.now() + inMs };
    if (isMoved) expect(await world.run("schedule.move", moving)).toMatchObject({ at: moving.at });
    else
      expect(await refusalOf(world, "schedule.move", moving)).toMatchObject({
        code: "INVALID_REQUEST",
        detail: { issues: [{ pointer: "/at" }] },
      });
  });

  test("is refused if somebody else moved it since", async () => {
    const { world, made } = await scheduled();
    const was = world.powers.now() + HOUR;
    await world.run("schedule.move", { ...made, at: was + 1, was });
    expect(await refusalOf(world, "schedule.move", { ...made, at: was + 2, was })).toMatchObject({
      code: "STALE_VERSION",
      detail: { current: was + 1 },
    });
    await world.run("schedule.move", { ...made, at: was, was: was + 1 });
    expect(schedules(world)[0]?.at).toBe(was);
  });

  test("begins its attempts anew", async () => {
    const { world, made } = await scheduled();
    const row = world.kernel.schedules.find(SITE, made.schedule);
    if (row) world.kernel.schedules.attempted(row, world.powers.now());
    await world.run("schedule.move", { ...made, at: world.powers.now() + 1 });
    expect(world.kernel.schedules.find(SITE, made.schedule)?.attempts).toBe(0);
    expect(world.kernel.scheduleRunner.nextDue()).toBe(world.powers.now() + 1);
  });

  test("during the run has its way or comes too late, at every step of the run, and never both", async () => {
    const ended = { moved: 0, published: 0 };
    for (let steps = 0; ended.published === 0; steps++) {
      const { world, made } = await scheduled();
      const was = schedules(world)[0]?.at;
      world.powers.clock.now += HOUR;
      const at = world.powers.now() + 7 * 24 * HOUR;
      const running = world.kernel.scheduleRunner.runDue();
      for (let step = 0; step < steps; step++) await Promise.resolve();
      const [moved] = await Promise.allSettled([world.run("schedule.move", { ...made, at, was }), running]);
      const [row] = schedules(world);
      if (moved.status === "rejected") {
        expect([row?.state, sequence(world), moved.reason]).toMatchObject([
          "published",
          2,
          { detail: { conflict: "schedule_over" } },
        ]);
        ended.published += 1;
        continue;
      }
      expect([steps, row?.state, row?.at, sequence(world)]).toEqual([steps, "waiting", at, 1]);
      expect(world.kernel.scheduleRunner.nextDue()).toBe(at);
      expect(world.kernel.schedules.find(SITE, made.schedule)?.attempts).toBe(0);
      await alarm(world, at - world.powers.now());
      expect([states(world), sequence(world)]).toEqual([["published"], 2]);
      ended.moved += 1;
    }
    expect(ended.moved).toBeGreaterThan(5);
  });

  test.each<[string, object]>([
    ["not now", { code: "CONFLICT", detail: { conflict: "publication_running" } }],
    ["never", { code: "CONFLICT", detail: { conflict: "path_still_published" } }],
    ["a plugin that did not answer", { code: "PLUGIN_UNAVAILABLE", detail: {} }],
  ])("during a run that is refused with %s keeps the new time, and all attempts", async (_, refusal) => {
    const { world, made } = await scheduled();
    const publisher = world.kernel.publisher as { prepare: unknown };
    const at = world.powers.now() + 9 * HOUR;
    publisher.prepare = async () => {
      await world.run("schedule.move", { ...made, at });
      throw Refusal.again(refusal as never);
    };
    world.powers.clock.now += HOUR;
    await world.kernel.scheduleRunner.runDue();
    expect([states(world), world.kernel.scheduleRunner.nextDue()]).toEqual([["waiting"], at]);
    expect(world.kernel.schedules.find(SITE, made.schedule)).toMatchObject({ at, attempts: 0 });
  });

  test("during a run whose author may no longer publish keeps the schedule for that time", async () => {
    let move = async (): Promise<unknown> => undefined;
    const roleOf = async () => {
      await move();
      return "viewer" as const;
    };
    const world = await worldWith({ home: page("/"), about: page("/about") }, EDITING_PACK, { roleOf });
    const made = await schedule(world);
    const at = world.powers.now() + 9 * HOUR;
    move = () => world.run("schedule.move", { ...made, at });
    world.powers.clock.now += HOUR;
    await world.kernel.scheduleRunner.runDue();
    expect([states(world), schedules(world)[0]?.at]).toEqual([["waiting"], at]);
  });

  test("does not know another site's, and comes too late for one that is over", async () => {
    const { world, made } = await scheduled();
    const moving = { ...made, at: world.powers.now() + 2 * HOUR };
    const elsewhere = { site: "other", actor: { kind: "member", id: "m1" }, key: "k", requestId: "r" } as const;
    await expect(world.kernel.execute("schedule.move", elsewhere, moving)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await alarm(world, HOUR);
    expect(await refusalOf(world, "schedule.move", moving)).toMatchObject({
      code: "CONFLICT",
      detail: { conflict: "schedule_over", state: "published" },
    });
  });
});

describe("several schedules", () => {
  test("go in the order of their times; of two for one moment the first made goes first", async () => {
    const world = await editingWorld();
    const [late, early, twin] = [await schedule(world, 3), await schedule(world, 1), await schedule(world, 1)];
    expect(schedules(world).map((item) => item.schedule)).toEqual([early, twin, late].map((item) => item.schedule));
    await alarm(world, 5);
    const run = audits(world)
      .filter(({ command }) => command === "schedule.run")
      .map(({ requestId }) => requestId);
    expect(run).toEqual([early, twin, late].map((item) => `schedule:${item.schedule}`));
    expect(states(world)).toEqual(["published", "published", "published"]);
  });

  test("of two sites do not wait for one another", async () => {
    const { world } = await scheduled();
    const elsewhere = { site: "other", actor: { kind: "member", id: "m1" }, key: "k", requestId: "r" } as const;
    await world.kernel.execute("schedule.create", elsewhere, { at: world.powers.now() + HOUR });
    await alarm(world, HOUR);
    expect([states(world), world.kernel.reads.schedules("other").items.map(({ state }) => state)]).toEqual([
      ["published"],
      ["published"],
    ]);
  });

  test("are run once each by alarms that ring twice at once", async () => {
    const { world } = await scheduled();
    await schedule(world);
    world.powers.clock.now += HOUR;
    await Promise.all([world.kernel.scheduleRunner.runDue(), world.kernel.scheduleRunner.runDue()]);
    await alarm(world, HOUR);
    expect([states(world), sequence(world)]).toEqual([["published", "published"], 2]);
    expect(audits(world).filter(({ command }) => command === "schedule.run")).toHaveLength(2);
  });

  test.each([[SCHEDULES_KEPT - 1], [SCHEDULES_KEPT], [SCHEDULES_KEPT + 1]])(
    "are forgotten beyond the newest, of %i that are over",
    async (count) => {
      const world = await editingWorld();
      const waiting = await schedule(world, HOUR);
      for (let made = 0; made < count; made++) await world.run("schedule.cancel", await schedule(world, 1));
      world.kernel.schedules.prune(SITE);
      expect(states(world).filter((state) => state === "cancelled")).toHaveLength(Math.min(count, SCHEDULES_KEPT));
      expect(schedules(world)[0]).toMatchObject({ schedule: waiting.schedule, state: "waiting" });
    },
  );
});

describe("with an unreliable clock", () => {
  test("a jump back before the time leaves it waiting", async () => {
    const { world } = await scheduled();
    await alarm(world, -48 * HOUR);
    await alarm(world, 48 * HOUR);
    expect([states(world), sequence(world)]).toEqual([["waiting"], 1]);
    await alarm(world, HOUR);
    expect([states(world), sequence(world)]).toEqual([["published"], 2]);
  });

  test("a jump back after it has published does not publish again", async () => {
    const { world } = await scheduled();
    await alarm(world, HOUR);
    await retitle(world, "Later");
    for (const jump of [-2 * HOUR, HOUR, HOUR, 400 * 24 * HOUR]) await alarm(world, jump);
    expect(sequence(world)).toBe(2);
  });

  test("an attempt made under a clock far ahead does not keep it from its time", async () => {
    const { world } = await scheduled();
    const [row] = world.kernel.schedules.list(SITE);
    if (!row) throw new Error("there is no schedule");
    world.kernel.schedules.attempted(row, world.powers.now() + 300 * 24 * HOUR);
    expect(world.kernel.scheduleRunner.nextDue()).toBe(world.powers.now() + HOUR);
    await alarm(world, HOUR);
    expect(states(world)).toEqual(["published"]);
  });
});

describe("an interrupted run", () => {
  test("at any statement publishes once, whole, a little later", async () => {
    let crashes = 0;
    for (let at = 0; ; at++) {
      const { world } = await scheduled();
      world.powers.clock.now += HOUR;
      const victim = mortal(world.powers);
      victim.stopAfter(at);
      const crashed = await victim.kernel.scheduleRunner.runDue().then(
        () => false,
        () => true,
      );
      const after = world.restart();
      expect([sequence(after), states(after)[0]]).toEqual(
        [
          [1, "waiting"],
          [2, "published"],
        ][states(after)[0] === "published" ? 1 : 0],
      );
      await alarm(after, SCHEDULE_RETRY_MS);
      expect([sequence(after), states(after)]).toEqual([2, ["published"]]);
      expect(audits(after).filter(({ command }) => command === "schedule.run")).toHaveLength(1);
      if (!crashed) break;
      crashes += 1;
    }
    expect(crashes).toBeGreaterThan(20);
  });

  test("that never gets through gives up, and lets the next one try", async () => {
    const { world } = await scheduled();
    const publisher = world.kernel.publisher as { prepare: unknown };
    let tries = 0;
    publisher.prepare = () => {
      tries += 1;
      throw new TypeError("broken");
    };
    world.powers.clock.now += HOUR;
    for (let rings = 0; rings < 12; rings++) {
      await world.kernel.scheduleRunner.runDue().catch(() => undefined);
      world.powers.clock.now = Math.max(world.powers.now(), world.kernel.scheduleRunner.nextDue() ?? 0);
    }
    expect([tries, states(world), schedules(world)[0]?.problem]).toEqual([
      SCHEDULE_ATTEMPTS_MAX,
      ["failed"],
      { code: "INTERNAL", attempts: SCHEDULE_ATTEMPTS_MAX },
    ]);
  });
});

test.each([
  ["publication_running", "waiting"],
  ["publication_overtaken", "waiting"],
  ["plugins_changed", "waiting"],
  ["address_changed", "waiting"],
  ["path_still_published", "failed"],
  ["first_publication_partial", "failed"],
] as const)("a schedule that meets %s is %s", async (conflict, state) => {
  const { world } = await scheduled();
  const publisher = world.kernel.publisher as { prepare: unknown };
  publisher.prepare = () => {
    throw Refusal.again({ code: "CONFLICT", detail: { conflict } });
  };
  world.powers.clock.now += HOUR;
  await world.kernel.scheduleRunner.runDue();
  expect(states(world)).toEqual([state]);
  if (state === "failed") expect(schedules(world)[0]?.problem).toEqual({ code: "CONFLICT", conflict });
});

describe("a large publication", () => {
  const large = async (): Promise<World> => {
    const pages = Object.fromEntries(
      Array.from({ length: PUBLISH_INLINE_PAGES + 1 }, (_, index) => [`p${index}`, page(`/p${index}`)]),
    );
    const world = await editingWorld({ home: page("/"), about: page("/about"), ...pages });
    await world.run("theme.put", { expected: 1, body: { ...THEME, scheme: "dark" } });
    return world;
  };

  test("goes on after its time and ends with its last step", async () => {
    const world = await large();
    await schedule(world);
    await alarm(world, HOUR);
    expect([states(world), sequence(world)]).toEqual([["publishing"], 1]);
    await alarm(world.restart());
    expect([states(world), sequence(world)]).toEqual([["published"], 2]);
  });

  test("of a schedule is published as it was pinned, though plugins change and members write meanwhile", async () => {
    const world = await large();
    await schedule(world);
    world.powers.clock.now += HOUR;
    await world.kernel.scheduleRunner.runDue();
    await world.kernel.publisher.step(SITE);
    await retitle(world, "Written later", "p100");
    const text = EDITING_PACK.map((entry) =>
      entry.manifest.id === "test.text" ? textPlugin("<p>New: {{ fields.text }}</p>", "1.0.1") : entry,
    );
    const after = world.restart(text);
    await alarm(after);
    expect([states(after), sequence(after)]).toEqual([["published"], 2]);
    for (const path of ["/p0", "/p100"]) expect(await after.html(path)).toContain("New: Text of");
    expect(await after.html("/p100")).not.toContain("Written later");
  });

  test.each([
    [{ code: "CONFLICT" }, SCHEDULE_ATTEMPTS_MAX],
    [{ code: "CONFLICT", conflict: "plugins_changed" }, SCHEDULE_ATTEMPTS_MAX],
    [{ code: "CONFLICT", conflict: "path_still_published" }, 1],
    [{ code: "PLUGIN_UNAVAILABLE" }, SCHEDULE_UNANSWERED_ATTEMPTS],
    [{ code: "TOO_LARGE" }, 1],
  ])("of a schedule that always fails with %j is tried %i times", async (problem, tries) => {
    const world = await large();
    await schedule(world);
    world.powers.clock.now += HOUR;
    for (let attempt = 1; attempt <= tries; attempt++) {
      expect(states(world)).toEqual(["waiting"]);
      world.powers.clock.now = Math.max(world.powers.now(), world.kernel.scheduleRunner.nextDue() ?? 0);
      await world.kernel.scheduleRunner.runDue();
      expect(states(world)).toEqual(["publishing"]);
      const { id } = world.kernel.releases.building(SITE) ?? { id: 0 };
      world.kernel.releases.fail(SITE, id, JSON.stringify(problem), world.powers.now());
      await world.kernel.scheduleRunner.runDue();
    }
    expect(schedules(world)).toMatchObject([{ state: "failed", problem, willRun: false }]);
  });

  test("that is on its way makes a schedule wait its turn and not fail", async () => {
    const world = await large();
    await schedule(world);
    await world.run("publish", {});
    world.powers.clock.now += HOUR;
    for (let rings = 0; rings <= SCHEDULE_ATTEMPTS_MAX; rings++) {
      await world.kernel.scheduleRunner.runDue();
      world.powers.clock.now += SCHEDULE_RETRY_MS;
    }
    expect(states(world)).toEqual(["waiting"]);
    await alarm(world, SCHEDULE_RETRY_MS);
    expect(states(world)).toEqual(["published"]);
  });
});

describe("a schedule of a member", () => {
  const scheduledWith = async (roleOf: Deployment["roleOf"]): Promise<World> => {
    const world = await worldWith({ home: page("/"), about: page("/about") }, EDITING_PACK, roleOf ? { roleOf } : {});
    await retitle(world, "Scheduled");
    await schedule(world);
    return world;
  };

  test.each([
    ["owner", "published"],
    ["admin", "published"],
    ["editor", "published"],
    ["author", "cancelled"],
    ["viewer", "cancelled"],
    [undefined, "cancelled"],
  ] as const)("who is %s when its time comes is %s", async (role, state) => {
    const world = await scheduledWith(async () => role);
    await alarm(world, HOUR);
    await alarm(world);
    expect(states(world)).toEqual([state]);
    expect(sequence(world)).toBe(state === "published" ? 2 : 1);
  });

  test("waits when nobody can say what they are, and publishes when somebody can", async () => {
    let isThere = false;
    const world = await scheduledWith(async () => {
      if (!isThere) throw new Error("the database is away");
      return "editor";
    });
    await expect(alarm(world, HOUR)).rejects.toThrow("away");
    expect(states(world)).toEqual(["waiting"]);
    isThere = true;
    await alarm(world, SCHEDULE_RETRY_MS);
    expect(states(world)).toEqual(["published"]);
  });
});
