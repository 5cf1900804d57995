import { describe, expect, test } from "vitest";
import {
  PUBLICATIONS_WAITING_MAX,
  PUBLISH_BUILDING_MS,
  PUBLISH_LOOKS_MS,
  PUBLISH_ROLE_ASKED_MS,
  PUBLISH_WAIT_MS,
} from "../../../manifests/bounds/publishing.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Envelope } from "../../../runtime/area/command.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import type { PublishResult } from "../../../runtime/publishing/publisher.ts";
import { PublishTurns, type PublishTurnsParts } from "../../../runtime/publishing/publishTurns.ts";
import { SITE, page, textSection, worldWith, type World } from "../kernel/world.ts";
import { check, computingWorld, said } from "../snapshots/computing.ts";

const by = (id: string): Envelope => ({
  site: SITE,
  actor: { kind: "member", id },
  key: `key-of-${id}`,
  requestId: "r",
});
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
  const parts: PublishTurnsParts = {
    powers: { now: () => clock.now },
    wait: (ms) => new Promise((end) => void waits.push({ ms, end })),
    roleOf: async () => role,
    sites: { get: () => ({ tenant: "acme" }) } as unknown as PublishTurnsParts["sites"],
    releases: {
      building: () => (building.left-- > 0 ? { id: 1 } : undefined),
    } as unknown as PublishTurnsParts["releases"],
  };
  return { turns: new PublishTurns(parts), clock, waits, building };
}

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));
const held = (): { readonly work: () => Promise<string>; readonly end: () => void } => {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, end: () => resolve("first") };
};

describe("publications of one site", () => {
  test("of several members at once each become a release, in their order, and none is refused", async () => {
    const count = 8;
    const pages = Array.from({ length: count }, (_, n) => [`p${n}`, page(n === 0 ? "/" : `/p/${n}`)] as const);
    const world = await worldWith(Object.fromEntries(pages), undefined, { wait: real });
    for (let n = 0; n < count; n++)
      await world.write(`p${n}`, page(n === 0 ? "/" : `/p/${n}`, { sections: [textSection(`Words of ${n}`)] }));
    const done = await Promise.all(
      Array.from({ length: count }, (_, n) => publishAs(world, `m${n}`, { only: { pages: [`p${n}`] } })),
    );
    expect(done.map(({ release, changed }) => [release, changed])).toEqual(
      Array.from({ length: count }, (_, n) => [n + 2, 1]),
    );
    for (let n = 0; n < count; n++) expect(await world.html(n === 0 ? "/" : `/p/${n}`)).toContain(`Words of ${n}`);
    const releases = world.kernel.releases.list(SITE, 1_000, count).map(({ actor }) => actor);
    expect(releases.toReversed()).toEqual(Array.from({ length: count }, (_, n) => `member:m${n}`));
    const audited = world.kernel.outbox.auditUnderway().filter(({ command }) => command === "publish");
    expect(audited.map(({ actor }) => actor)).toEqual(Array.from({ length: count }, (_, n) => `member:m${n}`));
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

  test("a hundred at once, of which a plugin vetoes one, are all published but that one", async () => {
    const count = 100;
    const pages = Array.from({ length: count }, (_, n) => [`p${n}`, page(n === 0 ? "/" : `/p/${n}`)] as const);
    const world = await computingWorld(Object.fromEntries(pages), [check()]);
    for (let n = 0; n < count; n++)
      await world.write(`p${n}`, page(n === 0 ? "/" : `/p/${n}`, { sections: [textSection(`Words of ${n}`)] }));
    world.calls.answer = ({ input }) =>
      said(JSON.stringify(input).includes('"id":"p42"') ? { veto: ["Not this one."] } : null);
    const waiting = new PublishTurns({ ...world.kernel, powers: world.powers, wait: real });
    const outcomes = await Promise.allSettled(
      Array.from({ length: count }, (_, n) =>
        waiting.take(by(`m${n}`), async () => {
          const named = [{ kind: "page", id: `p${n}` }] as const;
          const commit = await world.kernel.publisher.prepare(SITE, `member:m${n}`, { named, isExcept: false });
          return world.powers.sql.atomically(commit);
        }),
      ),
    );
    const refused = outcomes.flatMap((outcome, n) => (outcome.status === "rejected" ? [[n, outcome.reason]] : []));
    expect(refused).toEqual([[42, expect.objectContaining({ code: "PUBLISH_VETOED" })]]);
    expect(world.kernel.sites.get(SITE).release).toBe(count);
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
      const done = turns.take(by("m"), async () => "published");
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
    const overtaken = (until: number) => async () => {
      count += 1;
      if (count < until) throw new Refusal("CONFLICT", { conflict: "publication_overtaken", reason: "" });
      return "published";
    };
    expect(await turns.take(by("m"), overtaken(3))).toBe("published");
    count = 0;
    await expect(turns.take(by("m"), overtaken(4))).rejects.toMatchObject({ code: "CONFLICT" });
    expect(count).toBe(3);
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
      turns.take(by(`m${n}`), n === 0 ? first.work : async () => "later"),
    );
    const one = turns
      .take(by("last"), async () => "last")
      .catch((error: unknown) => (error instanceof Refusal ? error.code : error));
    first.end();
    await Promise.all(before);
    expect(await one).toBe(isTaken ? "last" : "UNAVAILABLE");
  });

  test("too long leaves the line, and the next still waits for the first", async () => {
    const { turns, waits } = line();
    const first = held();
    const order: string[] = [];
    const begun = turns.take(by("a"), first.work).then(() => order.push("a"));
    await settled();
    const late = turns.take(by("b"), async () => order.push("b"));
    const next = turns.take(by("c"), async () => order.push("c"));
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
    const begun = turns.take(by("a"), first.work);
    const one = turns
      .take(by("b"), async () => "published")
      .catch((error: unknown) => (error instanceof Refusal ? error.code : error));
    await settled();
    clock.now += waited;
    first.end();
    await begun;
    expect(await one).toBe(outcome);
  });
});

async function publishAs(world: World, id: string, input: object): Promise<PublishResult> {
  const { json } = await world.kernel.execute("publish", by(id), input);
  return JSON.parse(json) as PublishResult;
}
