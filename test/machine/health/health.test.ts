import { describe, expect, test } from "vitest";
import {
  HEALTH_BUSY_MS,
  HEALTH_KEPT_MS,
  HEALTH_LOOK_MS,
  HEALTH_PAGES_MAX,
  QUEUE_LATE_MS,
} from "../../../manifests/bounds/operators.ts";
import { Health, type HealthInput } from "../../../sites/machine/health/health.ts";

const tenant = (waiting: number, oldestMs: number | null, overdueMs = 0, clock: object | null = null) => ({
  id: "secret-name",
  workspace: { outbox: { waiting, oldestMs }, overdueMs, sites: [{ clock }] },
});

const page = (change: object = {}): object => ({
  loader: { available: true, reason: null },
  tenants: [tenant(0, null), tenant(2, 1_000)],
  open: { dead_letter: 3 },
  cursor: null,
  ...change,
});

const healthOf = (change: Partial<HealthInput> = {}): Health =>
  new Health({
    release: "0.1.0",
    status: async () => page(),
    answers: async () => false,
    wantsLoader: true,
    disk: () => ({ freeBytes: 5, isEnough: true }),
    losses: () => 0,
    now: () => 0,
    ...change,
  });

test("a healthy machine reports its figures, without names of tenants", async () => {
  const report = await healthOf().report();
  expect(report).toEqual({
    status: "ok",
    faults: [],
    release: "0.1.0",
    loader: { available: true, reason: null },
    storage: { tenants: 2, silent: 0, isAll: true },
    queue: { waiting: 2, oldestMs: 1_000, deadLetters: 3 },
    disk: { freeBytes: 5, isEnough: true },
    lost: 0,
  });
  expect(JSON.stringify(report)).not.toContain("secret-name");
});

describe("an unhealthy machine", () => {
  test.each<[string, Partial<HealthInput>, RegExp]>([
    ["whose workers do not answer", { status: () => Promise.reject(new Error("x")) }, /workers do not answer/],
    ["whose workers answer something else", { status: async () => ({}) }, /workers do not answer/],
    ["whose disk is full", { disk: () => ({ freeBytes: 0, isEnough: false }) }, /disk is full/],
    [
      "with a site whose releases by the clock are refused",
      { status: async () => page({ tenants: [tenant(0, null, 0, { times: 3 })] }) },
      /The lists of 1 site do not move with the time/,
    ],
    [
      "with a silent workspace",
      { status: async () => page({ tenants: [{ workspace: null }] }) },
      /1 of 1 workspaces do not answer/,
    ],
    [
      "without the loader it should have",
      { status: async () => page({ loader: { available: false, reason: "none" } }) },
      /Plugin code cannot run/,
    ],
    ["with damaged data", { losses: () => 2 }, /found 2 lost or damaged parts of the data/],
    ["whose queue stands still", { status: async () => page({ tenants: [tenant(1, QUEUE_LATE_MS)] }) }, /ten minutes/],
  ])("%s", async (_, change, says) => {
    const { status, faults } = await healthOf(change).report();
    expect([status, faults]).toEqual(["failing", [expect.stringMatching(says)]]);
  });

  test.each([
    [QUEUE_LATE_MS - 1, "ok"],
    [QUEUE_LATE_MS, "failing"],
    [QUEUE_LATE_MS + 1, "failing"],
  ])("has a message of %i ms in its queue: %s", async (oldest, status) => {
    const report = await healthOf({ status: async () => page({ tenants: [tenant(1, oldest)] }) }).report();
    expect(report.status).toBe(status);
  });

  test.each([
    [QUEUE_LATE_MS - 1, []],
    [QUEUE_LATE_MS, ["1 of 2 workspaces are more than ten minutes late with their work."]],
    [QUEUE_LATE_MS + 1, ["1 of 2 workspaces are more than ten minutes late with their work."]],
  ])("has a workspace whose work has been due for %i ms", async (late, expected) => {
    const tenants = [tenant(0, null, late), tenant(0, null)];
    expect((await healthOf({ status: async () => page({ tenants }) }).report()).faults).toEqual(expected);
  });

  test("lacks the loader, but only if plugin code should run", async () => {
    const status = async (): Promise<object> => page({ loader: { available: false, reason: "none" } });
    expect((await healthOf({ status, wantsLoader: false }).report()).status).toBe("ok");
  });
});

test.each([
  [HEALTH_KEPT_MS - 1, 1],
  [HEALTH_KEPT_MS, 2],
  [HEALTH_KEPT_MS + 1, 2],
  [-HEALTH_KEPT_MS, 2],
])("after %i ms of the clock the workers were asked %i times, by any number of requests", async (later, asked) => {
  let [now, count] = [1_000_000, 0];
  const health = healthOf({ now: () => now, status: async () => ((count += 1), page()) });
  await Promise.all([health.report(), health.report()]);
  now += later;
  await Promise.all([health.report(), health.report()]);
  expect(count).toBe(asked);
});

describe("tenants of many pages", () => {
  /** Runs this many looks, each at one page of two tenants. */
  function machine(pages: number) {
    const asked: (string | null)[] = [];
    const clock = { now: 0 };
    const silent = new Set<number>();
    const state = { pages, isAway: false };
    const status = async (cursor: string | null): Promise<object> => {
      if (state.isAway) throw new Error("away");
      asked.push(cursor);
      const at = Number(cursor ?? 0);
      const tenants = [tenant(1, null), silent.has(at) ? { workspace: null } : tenant(1, null)];
      return page({ tenants, cursor: at + 1 < state.pages ? `${at + 1}` : null });
    };
    const health = healthOf({ status, now: () => clock.now });
    const look = () => ((clock.now += HEALTH_KEPT_MS), health.report());
    return { asked, silent, state, look };
  }

  test.each([
    [HEALTH_PAGES_MAX - 1, true],
    [HEALTH_PAGES_MAX, true],
    [HEALTH_PAGES_MAX + 1, false],
  ])("are added up over %i pages in one round: %s", async (pages, isAll) => {
    const { asked, look } = machine(pages);
    const { storage, queue } = await look();
    const most = Math.min(pages, HEALTH_PAGES_MAX);
    expect([asked.length, storage, queue?.waiting]).toEqual([most, { tenants: 2 * most, silent: 0, isAll }, 2 * most]);
  });

  test("are read in several rounds, each from where the last one stopped, and a silent one stays counted", async () => {
    const { asked, silent, look } = machine(2 * HEALTH_PAGES_MAX + 1);
    silent.add(1);
    for (const _look of ["first", "second"]) expect((await look()).storage?.silent).toBe(1);
    expect((await look()).storage).toEqual({ tenants: 4 * HEALTH_PAGES_MAX + 2, silent: 1, isAll: true });
    expect(new Set(asked).size).toBe(2 * HEALTH_PAGES_MAX + 1);
    silent.delete(1);
    expect((await look()).status).toBe("ok");
  });

  test("are not counted twice when some have disappeared", async () => {
    const { state, look } = machine(2 * HEALTH_PAGES_MAX);
    for (const _look of ["first", "second"]) await look();
    state.pages = HEALTH_PAGES_MAX;
    expect((await look()).storage).toEqual({ tenants: 2 * HEALTH_PAGES_MAX, silent: 0, isAll: true });
  });

  test("are read no further once a round takes too long, or a page fails", async () => {
    for (const slow of [true, false]) {
      const asked: (string | null)[] = [];
      let now = 0;
      const status = async (cursor: string | null): Promise<object> => {
        asked.push(cursor);
        if (slow) now += HEALTH_LOOK_MS / 2;
        else if (asked.length > 2) throw new Error("late");
        return page({ cursor: `${asked.length}` });
      };
      const health = healthOf({ status, now: () => now });
      expect((await health.report()).storage).toEqual({ tenants: 4, silent: 0, isAll: false });
      expect(asked.slice(0, 2)).toEqual([null, "1"]);
      expect(asked).toHaveLength(slow ? 2 : 3);
    }
  });

  test("are counted once if rounds reach further or less far than before", async () => {
    const pages = 7;
    let [now, late] = [0, Infinity];
    const status = async (cursor: string | null): Promise<object> => {
      const at = Number(cursor ?? 0);
      if ((late -= 1) <= 0) now += HEALTH_LOOK_MS;
      return page({ cursor: at + 1 < pages ? `${at + 1}` : null });
    };
    const health = healthOf({ status, now: () => now });
    for (const length of [7, 2, 3, 1, 4, 2]) {
      late = length;
      now += HEALTH_KEPT_MS;
      expect((await health.report()).storage).toEqual({ tenants: 2 * pages, silent: 0, isAll: true });
    }
  });

  test("are continued from the same place after a failed round", async () => {
    const { asked, state, look } = machine(HEALTH_PAGES_MAX + 1);
    await look();
    asked.length = 0;
    state.isAway = true;
    expect((await look()).storage).toBe(null);
    state.isAway = false;
    expect((await look()).storage?.tenants).toBe(2 * HEALTH_PAGES_MAX + 2);
    expect(asked).toEqual([`${HEALTH_PAGES_MAX}`]);
  });
});

describe("workers that answer health but not the status", () => {
  /** Looks at a machine whose workers become busy after the first look, or are busy from the start. */
  async function looks(later: number, seenBefore = true) {
    let [now, isBusy] = [1_000_000, !seenBefore];
    const status = async (): Promise<object> => (isBusy ? Promise.reject(new Error("late")) : page());
    const health = healthOf({ now: () => now, status, answers: async () => true });
    if (seenBefore) await health.report();
    isBusy = true;
    now += later;
    return health.report();
  }

  test.each([
    [HEALTH_BUSY_MS - 1, "ok", []],
    [
      HEALTH_BUSY_MS,
      "failing",
      [expect.stringMatching(/^The workers answer, but have not reported the state of the sites for a minute/)],
    ],
    [
      HEALTH_BUSY_MS + 1,
      "failing",
      [expect.stringMatching(/^The workers answer, but have not reported the state of the sites for a minute/)],
    ],
    [
      -HEALTH_BUSY_MS,
      "failing",
      [expect.stringMatching(/^The workers answer, but have not reported the state of the sites for a minute/)],
    ],
  ])("%i ms after the last status are %s, and report its figures", async (later, status, faults) => {
    const report = await looks(later);
    expect([report.status, report.faults]).toEqual([status, faults]);
    expect([report.storage?.tenants, report.queue?.waiting]).toEqual([2, 2]);
  });

  test("report no figures and no fault before the first status", async () => {
    const { status, storage, queue } = await looks(HEALTH_KEPT_MS, false);
    expect([status, storage, queue]).toEqual(["ok", null, null]);
  });
});
