import { describe, expect, test, vi } from "vitest";
import {
  PUBLICATIONS_JOINED_MAX,
  PUBLICATIONS_WAITING_MAX,
  PUBLISH_BUILDING_MS,
  PUBLISH_BUSY_MS,
  PUBLISH_GATHER_MS,
  PUBLISH_INLINE_PAGES,
  PUBLISH_LOOKS_MS,
  PUBLISH_ROLE_ASKED_MS,
  PUBLISH_WAIT_MS,
} from "../../../manifests/bounds/publishing.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Envelope } from "../../../runtime/area/command.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { EVERYTHING, type Selection } from "../../../runtime/publishing/choice.ts";
import type { Sql } from "../../../runtime/powers/powers.ts";
import type { PublishResult } from "../../../runtime/publishing/publisher.ts";
import {
  PublishTurns,
  type PublicationTurn,
  type PublishTurnsParts,
} from "../../../runtime/publishing/publishTurns.ts";
import { SITE, page, textSection, worldWith, type World } from "../kernel/world.ts";
import { check, computingWorld, said } from "../snapshots/computing.ts";

const by = (id: string): Envelope => ({
  site: SITE,
  actor: { kind: "member", id },
  key: `key-of-${id}`,
  requestId: "r",
});
/** Longer than a case may take. */
const NEVER_MS = 600_000;
const real = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });

/** Publications that wait for each other, with a clock and waits that the test ends. */
function line(role?: Role) {
  const clock = { now: 0 };
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const building = { left: 0 };
  const publisher: PublishTurnsParts["publisher"] = { prepare: () => Promise.reject(new Error("nothing joins here")) };
  const parts: PublishTurnsParts = {
    powers: { now: () => clock.now, sql: { atomically: (action: () => unknown) => action() } as unknown as Sql },
    publisher,
    wait: (ms) => new Promise((end) => void waits.push({ ms, end })),
    roleOf: async () => role,
    sites: { get: () => ({ tenant: "acme" }) } as unknown as PublishTurnsParts["sites"],
    releases: {
      building: () => (building.left-- > 0 ? { id: 1 } : undefined),
    } as unknown as PublishTurnsParts["releases"],
  };
  return { turns: new PublishTurns(parts), clock, waits, building, publisher };
}

/** A publication that shares no release, with work of the test. */
const asking = <T>(id: string, work: () => Promise<T>): PublicationTurn<T> => {
  let answer: T;
  return {
    envelope: by(id),
    prepare: async () => {
      answer = await work();
      return () => ({ release: 1, sequence: 1, state: "ready", changed: 0, notices: [] });
    },
    finish: (commit) => (commit(), answer),
  };
};

const codeOf = (error: unknown): unknown => (error instanceof Refusal ? error.code : error);
const objection = (code: "PUBLISH_VETOED" | "PLUGIN_UNAVAILABLE"): Refusal =>
  new Refusal(code, { reason: "", plugins: [], total: 1 });
const overtaken = (): Refusal => new Refusal("CONFLICT", { conflict: "publication_overtaken", reason: "" });

/** Lets so many looks at a publication in steps pass. */
async function passLooks({ waits, clock }: Pick<ReturnType<typeof line>, "waits" | "clock">, looks: number) {
  for (let look = 0; look < looks; look++) {
    await settled();
    const at = waits.findIndex(({ ms }) => ms === PUBLISH_LOOKS_MS);
    const [one] = at < 0 ? [] : waits.splice(at, 1);
    if (!one) return;
    clock.now += one.ms;
    one.end();
  }
}

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));
const held = (): { readonly work: () => Promise<string>; readonly end: () => void } => {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, end: () => resolve("first") };
};

describe("publications of one site", () => {
  test("of several members at once: the waiting ones are one release, with all of them in it and in audit", async () => {
    const count = 8;
    const world = await changedWorld(count);
    const done = await publishAll(world, count);
    expect(done.map(({ release, changed }) => [release, changed])).toEqual(
      Array.from({ length: count }, (_, n) => (n === 0 ? [2, 1] : [3, count - 1])),
    );
    for (let n = 0; n < count; n++) expect(await world.html(pathOf(n))).toContain(`Words of ${n}`);
    const releases = world.kernel.releases.list(SITE, 1_000, count).map(({ actor, joined }) => [actor, ...joined]);
    expect(releases.slice(0, 2)).toEqual([
      Array.from({ length: count - 1 }, (_, n) => `member:m${n + 1}`),
      ["member:m0"],
    ]);
    const audited = world.kernel.outbox.auditUnderway().filter(({ command }) => command === "publish");
    expect(audited.map(({ actor, about }) => [actor, about?.release])).toEqual(
      Array.from({ length: count }, (_, n) => [`member:m${n}`, n === 0 ? 2 : 3]),
    );
    const repeated = await publishAs(world, "m5", { only: { pages: ["p5"] } });
    expect(repeated).toEqual(done[5]);
  });

  test.each([
    [PUBLICATIONS_JOINED_MAX - 1, [1, PUBLICATIONS_JOINED_MAX - 1]],
    [PUBLICATIONS_JOINED_MAX, [1, PUBLICATIONS_JOINED_MAX]],
    [PUBLICATIONS_JOINED_MAX + 1, [1, PUBLICATIONS_JOINED_MAX, 1]],
  ])("%i that wait are releases of %j members", async (waiting, sizes) => {
    const world = await changedWorld(waiting + 1);
    await publishAll(world, waiting + 1);
    const made = world.kernel.releases.list(SITE, 1_000, sizes.length).map(({ joined }) => joined.length + 1);
    expect(made.toReversed()).toEqual(sizes);
  });

  test("of the whole draft join: the later ones answer with what is published already", async () => {
    const world = await worldWith({ home: page("/") }, undefined, { wait: real });
    await world.write("home", page("/", { title: "New" }));
    const done = await Promise.all(["a", "b", "c"].map((member) => publishAs(world, member, {})));
    expect(done.map(({ release, changed }) => [release, changed])).toEqual([
      [2, 1],
      [2, 0],
      [2, 0],
    ]);
  });

  test("a choice and all but another choice join as what either of them takes", async () => {
    const world = await changedWorld(5);
    await Promise.all([
      publishAs(world, "first", { only: { pages: ["p0"] } }),
      publishAs(world, "b", { except: { pages: ["p1", "p2", "p3"] } }),
      publishAs(world, "c", { only: { pages: ["p1"] } }),
      publishAs(world, "d", { except: { pages: ["p2", "p4"] } }),
    ]);
    const shown = await Promise.all(
      [0, 1, 2, 3, 4].map(async (n) => (await world.html(pathOf(n))).includes("Words of")),
    );
    expect(shown).toEqual([true, true, false, true, true]);
  });

  test("a page at a path that the publication before it frees is published after it", async () => {
    const world = await changedWorld(3);
    await world.write("p1", page("/elsewhere"));
    await world.write("p2", page("/p/1", { title: "Moved here" }));
    const done = await publishAll(world, 3);
    expect(done.map(({ release }) => release)).toEqual([2, 3, 4]);
    expect(await world.html("/p/1")).toContain("Moved here");
  });

  test("a page at a path that nobody frees is refused alone", async () => {
    const world = await changedWorld(4);
    await world.write("p1", page("/elsewhere"));
    await world.write("p2", page("/p/1", { title: "Moved here" }));
    const outcomes = await Promise.allSettled(
      [0, 2, 3].map((n) => publishAs(world, `m${n}`, { only: { pages: [`p${n}`] } })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ reason: { detail: { conflict: "path_still_published" } } });
  });

  test("a member whose draft is stale is refused alone, and members of other kinds do not join", async () => {
    const world = await changedWorld(5);
    const change = world.kernel.documents.change(SITE);
    const operator: Envelope = { ...by("o"), actor: { kind: "operator", id: "o" } };
    const outcomes = await Promise.allSettled([
      publishAs(world, "m0", { only: { pages: ["p0"] } }),
      publishAs(world, "m1", { only: { pages: ["p1"] }, change: change - 4 }),
      publishAs(world, "m2", { only: { pages: ["p2"] }, change }),
      world.kernel.execute("publish", operator, { only: { pages: ["p3"] } }),
      publishAs(world, "m4", { only: { pages: ["p4"] } }),
    ]);
    expect(outcomes.map((one) => (one.status === "rejected" ? (one.reason as Refusal).code : "done"))).toEqual([
      "done",
      "STALE_VERSION",
      "done",
      "done",
      "done",
    ]);
    expect(world.kernel.releases.list(SITE, 1_000, 4).map(({ actor, joined }) => [actor, ...joined])).toEqual([
      ["member:m4"],
      ["operator:o"],
      ["member:m2"],
      ["member:m0"],
    ]);
  });

  test("a restore between two publications keeps its place", async () => {
    const world = await changedWorld(3);
    await Promise.all([
      publishAs(world, "m0", { only: { pages: ["p0"] } }),
      publishAs(world, "m1", { only: { pages: ["p1"] } }),
      world.kernel.execute("release.restore", by("r"), { release: 1 }),
      publishAs(world, "m2", { only: { pages: ["p2"] } }),
    ]);
    const shown = await Promise.all([0, 1, 2].map(async (n) => (await world.html(pathOf(n))).includes("Words of")));
    expect(shown).toEqual([false, false, true]);
  });

  test("more pages than one transaction takes are releases apart", async () => {
    const world = await changedWorld(PUBLISH_INLINE_PAGES + 3);
    const pages = (from: number, to: number): { only: { pages: string[] } } => ({
      only: { pages: Array.from({ length: to - from }, (_, n) => `p${from + n}`) },
    });
    const done = await Promise.all([
      publishAs(world, "a", pages(0, 1)),
      publishAs(world, "b", pages(1, 2)),
      publishAs(world, "c", pages(2, PUBLISH_INLINE_PAGES + 2)),
    ]);
    expect(done.map(({ state, release }) => [state, release])).toEqual([
      ["ready", 2],
      ["ready", 3],
      ["ready", 4],
    ]);
  });

  test("a hundred at once, of which a plugin vetoes one, are all published but that one", async () => {
    const count = 100;
    const pages = Array.from({ length: count }, (_, n) => [`p${n}`, page(pathOf(n))] as const);
    const world = await computingWorld(Object.fromEntries(pages), [check()]);
    for (let n = 0; n < count; n++)
      await world.write(`p${n}`, page(pathOf(n), { sections: [textSection(`Words of ${n}`)] }));
    world.calls.answer = ({ input }) =>
      said(JSON.stringify(input).includes('"id":"p42"') ? { veto: ["Not this one."] } : null);
    const turns = new PublishTurns({ ...world.kernel, powers: world.powers, wait: real });
    const outcomes = await Promise.allSettled(
      Array.from({ length: count }, (_, n) => turns.take(publishingPage(world, n))),
    );
    const refused = outcomes.flatMap((outcome, n) => (outcome.status === "rejected" ? [[n, outcome.reason]] : []));
    expect(refused).toEqual([[42, expect.objectContaining({ code: "PUBLISH_VETOED" })]]);
    for (let n = 0; n < count; n++) expect((await world.html(pathOf(n))).includes(`Words of ${n}`)).toBe(n !== 42);
    expect(world.kernel.sites.get(SITE).release).toBeLessThan(20);
  });

  test("of waiting members, one who has lost the role meanwhile is refused, and the release has none of its pages", async () => {
    const world = await changedWorld(4);
    let time = 0;
    const turns = new PublishTurns({
      ...world.kernel,
      // Each look at the clock is later by the time after which roles are asked again.
      powers: { sql: world.powers.sql, now: () => (time += PUBLISH_ROLE_ASKED_MS) },
      wait: real,
      roleOf: async ({ identity }) => (identity === "m2" ? "author" : "editor"),
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, (_, n) => turns.take(publishingPage(world, n))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(outcomes[2]).toMatchObject({ reason: { code: "FORBIDDEN" } });
    expect(await world.html("/p/2")).not.toContain("Words of");
    expect(world.kernel.releases.list(SITE, 1_000, 1)).toMatchObject([{ actor: "member:m1", joined: ["member:m3"] }]);
  });

  test("an error of the database ends all of them, and the next publication runs", async () => {
    const world = await changedWorld(3);
    const broken = vi.spyOn(world.kernel.releases, "building").mockImplementation(() => {
      throw new Error("the disk is gone");
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 3 }, (_, n) => publishAs(world, `m${n}`, { only: { pages: [`p${n}`] } })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    broken.mockRestore();
    expect((await publishAs(world, "m1", { only: { pages: ["p1"] } })).changed).toBe(1);
  });

  test("one whose command cannot be recorded is not in the release of the others", async () => {
    const world = await changedWorld(4);
    const { claims } = world.kernel;
    const record = claims.record.bind(claims);
    vi.spyOn(claims, "record").mockImplementation((ref, ...rest) => {
      if (ref.key === "key-of-m2") throw new Refusal("WORKSPACE_FULL", { bytes: 2, maxBytes: 1 });
      record(ref, ...rest);
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, (_, n) => publishAs(world, `m${n}`, { only: { pages: [`p${n}`] } })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    const shown = await Promise.all([0, 1, 2, 3].map(async (n) => (await world.html(pathOf(n))).includes("Words of")));
    expect(shown).toEqual([true, true, false, true]);
  });

  test("wait for a publication in steps, but not for ever", async () => {
    const looks = PUBLISH_BUILDING_MS / PUBLISH_LOOKS_MS;
    for (const [left, expected] of [
      [looks - 1, "published"],
      [looks, "published"],
      [looks + 1, "published"],
    ] as const) {
      const { turns, waits, building } = line();
      building.left = left;
      const done = turns.take(asking("m", async () => "published"));
      for (let at = 0; at <= looks + 1; at++) {
        await settled();
        for (const { end } of waits.splice(0)) end();
      }
      expect(await done).toBe(expected);
      expect(building.left).toBeLessThanOrEqual(1);
    }
  });

  test("repeat their work after one that was not in the line, three times at most", async () => {
    const { turns } = line();
    let count = 0;
    const failing = (until: number) => async () => {
      count += 1;
      if (count < until) throw overtaken();
      return "published";
    };
    expect(await turns.take(asking("m", failing(3)))).toBe("published");
    count = 0;
    await expect(turns.take(asking("m", failing(4)))).rejects.toMatchObject({ code: "CONFLICT" });
    expect(count).toBe(3);
  });
});

describe("a joint release that is refused", () => {
  const members = 4;
  /** Members whose joint releases all fail, behind one that holds the line until `begin`. */
  const joined = (failing: (clock: { now: number }) => Refusal) => {
    const made = line("editor");
    const tries = vi.spyOn(made.publisher, "prepare").mockImplementation(async () => {
      throw failing(made.clock);
    });
    const first = held();
    void made.turns.take(asking("first", first.work));
    const outcomes = Promise.all(
      Array.from({ length: members }, (_, n) =>
        made.turns.take({ ...asking(`m${n}`, async () => "published"), select: () => EVERYTHING }).catch(codeOf),
      ),
    );
    return { ...made, tries, begin: first.end, outcomes };
  };

  test.each([
    ["a plugin's veto, is tried in parts", objection("PUBLISH_VETOED"), "published", 3],
    ["a plugin that does not answer, is not", objection("PLUGIN_UNAVAILABLE"), "PLUGIN_UNAVAILABLE", 1],
    ["a publication that finished first, is tried again as a whole alone", overtaken(), "CONFLICT", 3],
  ] as const)("for %s", async (_, refusal, outcome, tried) => {
    const { tries, begin, outcomes } = joined(() => refusal);
    begin();
    expect(await outcomes).toEqual(Array.from({ length: members }, () => outcome));
    expect(tries).toHaveBeenCalledTimes(tried);
  });

  test("for a publication whose steps do not end, ends within the longest wait for all", async () => {
    const { tries, begin, outcomes, building, waits, clock } = joined(
      () => new Refusal("CONFLICT", { conflict: "publication_running", reason: "", release: 1 }),
    );
    await settled();
    building.left = Number.MAX_SAFE_INTEGER;
    begin();
    await passLooks({ waits, clock }, (2 * PUBLISH_BUILDING_MS) / PUBLISH_LOOKS_MS);
    expect(await outcomes).toEqual(Array.from({ length: members }, () => "CONFLICT"));
    expect(tries).toHaveBeenCalledTimes(1);
    expect(clock.now).toBeLessThanOrEqual(PUBLISH_WAIT_MS);
  });

  test.each([
    [PUBLISH_WAIT_MS - 1, "published"],
    [PUBLISH_WAIT_MS, "UNAVAILABLE"],
    [PUBLISH_WAIT_MS + 1, "UNAVAILABLE"],
  ])("%i ms after the members asked ends them as %s", async (took, outcome) => {
    const { begin, outcomes } = joined((clock) => {
      clock.now = took;
      return objection("PUBLISH_VETOED");
    });
    begin();
    expect(await outcomes).toEqual(Array.from({ length: members }, () => outcome));
  });
});

describe("a member who loses the role", () => {
  test.each([
    [PUBLISH_ROLE_ASKED_MS - PUBLISH_LOOKS_MS, "published"],
    [PUBLISH_ROLE_ASKED_MS, "FORBIDDEN"],
    [PUBLISH_ROLE_ASKED_MS + PUBLISH_LOOKS_MS, "FORBIDDEN"],
  ])("during a wait of %i ms for steps, first in the line: %s", async (waited, outcome) => {
    const { turns, waits, building, clock } = line("author");
    building.left = waited / PUBLISH_LOOKS_MS + 1;
    const one = turns.take(asking("m", async () => "published")).catch(codeOf);
    await passLooks({ waits, clock }, waited / PUBLISH_LOOKS_MS);
    expect(await one).toBe(outcome);
    expect(clock.now).toBe(waited);
  });

  test("before another attempt does not publish with it", async () => {
    const { turns, clock } = line("author");
    let tries = 0;
    const work = async (): Promise<string> => {
      clock.now += PUBLISH_ROLE_ASKED_MS;
      if (++tries === 1) throw overtaken();
      return "published";
    };
    expect(await turns.take(asking("m", work)).catch(codeOf)).toBe("FORBIDDEN");
    expect(tries).toBe(1);
  });
});

describe("a site on which members publish together", () => {
  const moment = async (turns: PublishTurns, members: readonly string[]): Promise<void> => {
    await Promise.all(members.map((member) => turns.take(choosing(member))));
  };
  const choosing = (member: string): PublicationTurn<string> => ({
    ...asking(member, async () => member),
    select: () => EVERYTHING,
  });

  test.each([
    ["at once after another member's publication", ["a"], "b", 0, true],
    ["just before it counts as apart", ["a"], "b", PUBLISH_BUSY_MS, true],
    ["later", ["a"], "b", PUBLISH_BUSY_MS + 1, false],
    ["after the clock was set back", ["a"], "b", -PUBLISH_BUSY_MS - 1, false],
    ["after one's own", ["a"], "a", 0, false],
  ] as const)("a publication %s waits for more: %s %s %i %s", async (_, before, next, later, waitsForMore) => {
    const { turns, clock, waits } = line();
    await moment(turns, before);
    clock.now += later;
    const done = turns.take(choosing(next));
    await settled();
    expect(waits.filter(({ ms }) => ms === PUBLISH_GATHER_MS)).toHaveLength(waitsForMore ? 1 : 0);
    for (const { end } of waits) end();
    expect(await done).toBe(next);
  });

  test("it waits no longer than until as many ask as before", async () => {
    // A wait for more that nobody ends would last as long as the test.
    const world = await changedWorld(4, (ms, signal) => real(ms === PUBLISH_GATHER_MS ? NEVER_MS : ms, signal));
    await publishAll(world, 3);
    for (let n = 0; n < 3; n++) await world.write(`p${n}`, page(pathOf(n), { title: `Again ${n}` }));
    await Promise.all(
      [1, 2].map((n) =>
        world.kernel.execute("publish", { ...by(`m${n}`), key: `again-${n}` }, { only: { pages: [`p${n}`] } }),
      ),
    );
    expect(world.kernel.releases.list(SITE, 1_000, 1).map(({ actor, joined }) => [actor, ...joined])).toEqual([
      ["member:m1", "member:m2"],
    ]);
  });
});

describe("a publication that waits", () => {
  test.each([
    [PUBLICATIONS_WAITING_MAX - 1, true],
    [PUBLICATIONS_WAITING_MAX, false],
    [PUBLICATIONS_WAITING_MAX + 1, false],
  ])("behind %i others is taken: %s", async (others, isTaken) => {
    const { turns } = line();
    const first = held();
    const before = Array.from({ length: Math.min(others, PUBLICATIONS_WAITING_MAX) }, (_, n) =>
      turns.take(asking(`m${n}`, n === 0 ? first.work : async () => "later")),
    );
    const one = turns.take(asking("last", async () => "last")).catch(codeOf);
    first.end();
    await Promise.all(before);
    expect(await one).toBe(isTaken ? "last" : "UNAVAILABLE");
  });

  test("too long leaves the line, and the next still waits for the first", async () => {
    const { turns, waits } = line();
    const first = held();
    const order: string[] = [];
    const begun = turns.take(asking("a", first.work)).then(() => order.push("a"));
    await settled();
    const late = turns.take(asking("b", async () => order.push("b")));
    const next = turns.take(asking("c", async () => order.push("c")));
    await settled();
    const [ofB] = waits.filter(({ ms }) => ms === PUBLISH_WAIT_MS).slice(-2);
    ofB?.end();
    await expect(late).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(order).toEqual([]);
    first.end();
    await Promise.all([begun, next]);
    expect(order).toEqual(["a", "c"]);
  });

  test.each<[waited: number, role: Role | undefined, outcome: string]>([
    [PUBLISH_ROLE_ASKED_MS - 1, undefined, "published"],
    [PUBLISH_ROLE_ASKED_MS, undefined, "FORBIDDEN"],
    [PUBLISH_ROLE_ASKED_MS + 1, undefined, "FORBIDDEN"],
    [PUBLISH_ROLE_ASKED_MS + 1, "author", "FORBIDDEN"],
    [PUBLISH_ROLE_ASKED_MS + 1, "editor", "published"],
  ])("%i ms, by a member whose role is then %s, is %s", async (waited, role, outcome) => {
    const { turns, clock } = line(role);
    const first = held();
    const begun = turns.take(asking("a", first.work));
    const one = turns.take(asking("b", async () => "published")).catch(codeOf);
    await settled();
    clock.now += waited;
    first.end();
    await begun;
    expect(await one).toBe(outcome);
  });
});

const pathOf = (n: number): string => (n === 0 ? "/" : `/p/${n}`);

/** A published site of this many pages, each of which has a change. */
async function changedWorld(count: number, wait = real): Promise<World> {
  const pages = Array.from({ length: count }, (_, n) => [`p${n}`, page(pathOf(n))] as const);
  const world = await worldWith(Object.fromEntries(pages), undefined, { wait });
  for (let n = 0; n < count; n++)
    await world.write(`p${n}`, page(pathOf(n), { sections: [textSection(`Words of ${n}`)] }));
  return world;
}

/** A member's publication of a page, beside the kernel's commands. */
function publishingPage({ kernel }: World, n: number): PublicationTurn<PublishResult> {
  const chosen: Selection = { named: [{ kind: "page", id: `p${n}` }], isExcept: false };
  return {
    envelope: by(`m${n}`),
    prepare: () => kernel.publisher.prepare(SITE, `member:m${n}`, chosen),
    select: () => chosen,
    finish: (commit) => commit(),
  };
}

/** Publishes each page by a member of its own, all at once. */
const publishAll = (world: World, count: number): Promise<PublishResult[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => publishAs(world, `m${n}`, { only: { pages: [`p${n}`] } })));

async function publishAs(world: World, id: string, input: object): Promise<PublishResult> {
  const { json } = await world.kernel.execute("publish", by(id), input);
  return JSON.parse(json) as PublishResult;
}
