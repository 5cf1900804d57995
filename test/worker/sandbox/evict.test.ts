import { beforeEach, describe, expect, test } from "vitest";
import { ISOLATES_LOADED_MAX } from "../../../manifests/bounds/calls.ts";
import { type CallUnderWay, LoadedIsolates } from "../../../sandbox/loadedIsolates.ts";
import { callDigest, install, lenderOf, PLUGIN, sandbox, valueOf, type Wish } from "./sandboxCalls.ts";

/** Counts the calls of its isolate, so that a test recognizes the isolate. */
const COUNTER = `let calls = 0;
  export const tools = {
    go: async (input, ctx) => {
      calls += 1;
      if (input) {
        await ctx.storage.put("begun", true);
        await new Promise((done) => setTimeout(done, input));
      }
      return calls;
    },
  };`;

let tenants = 0;
const newTenant = (): string => `evicted-${++tenants}`;
const ownerOf = (tenant: string) => ({ tenant, site: "main", plugin: PLUGIN });
const count = async (digest: string, wish: Wish): Promise<unknown> => valueOf((await callDigest(digest, wish)).invoked);

describe("eviction", () => {
  test("ends a plugin's isolates of one site, and nobody else's", async () => {
    const [mine, theirs] = [newTenant(), newTenant()];
    const digest = await install(COUNTER);
    for (const tenant of [mine, theirs, mine, theirs]) await count(digest, { tenant });
    await count(digest, { tenant: mine, grantHash: "g2" });
    expect(await sandbox.evict(ownerOf(mine))).toEqual({ ended: 2 });
    expect([await count(digest, { tenant: mine }), await count(digest, { tenant: mine, grantHash: "g2" })]).toEqual([
      1, 1,
    ]);
    expect([await count(digest, { tenant: mine }), await count(digest, { tenant: theirs })]).toEqual([2, 3]);
  });

  test("lets a call that is under way come to its end, and the next one meets another isolate", async () => {
    const tenant = newTenant();
    const digest = await install(COUNTER);
    await count(digest, { tenant });
    const underWay = count(digest, { tenant, input: 300 });
    await expect.poll(() => lenderOf(tenant).stored()).toContain("begun");
    expect(await sandbox.evict(ownerOf(tenant))).toEqual({ ended: 1 });
    expect([await count(digest, { tenant }), await underWay, await count(digest, { tenant })]).toEqual([1, 2, 2]);
  });

  test.each([{}, null, "all", { tenant: "evicted-1" }, { ...ownerOf("evicted-1"), extra: 1 }])(
    "takes no order of another shape: %j",
    async (owner) => {
      expect(await sandbox.evict(owner)).toEqual({ ended: 0 });
    },
  );

  test("of a plugin that was never called, or again, ends nothing", async () => {
    const tenant = newTenant();
    expect(await sandbox.evict(ownerOf(tenant))).toEqual({ ended: 0 });
    await count(await install(COUNTER), { tenant });
    expect([await sandbox.evict(ownerOf(tenant)), await sandbox.evict(ownerOf(tenant))]).toEqual([
      { ended: 1 },
      { ended: 0 },
    ]);
  });
});

describe("a plugin that breaks off", () => {
  test.each([
    ["throws", 'throw new Error("bye"); export const tools = { go: () => 1 };'],
    ["waits for nothing", "await new Promise(() => undefined); export const tools = { go: () => 1 };"],
  ])("because it %s while it is evaluated ends nothing else", async (_, source) => {
    const [mine, theirs] = [newTenant(), newTenant()];
    const [hostile, honest] = [await install(source), await install(COUNTER)];
    await count(honest, { tenant: theirs });
    for (let round = 0; round < 3; round++) {
      expect((await callDigest(hostile, { tenant: mine, input: 1 })).invoked).toMatchObject({
        ok: false,
        code: "plugin_broken",
      });
    }
    expect(await sandbox.evict(ownerOf(mine))).toEqual({ ended: 0 });
    expect(await count(honest, { tenant: theirs })).toBe(2);
  });
});

describe("what is loaded", () => {
  const WALL_MS = 100;
  let clock = 0;
  const id = (n: number, owner = "o") => ({ name: `n${n}`, stem: `s${n}`, attempt: 0, owner });
  /** This many isolates, each with one running call. */
  const filled = (size: number): { readonly loaded: LoadedIsolates; readonly calls: readonly CallUnderWay[] } => {
    const loaded = new LoadedIsolates(() => clock);
    return { loaded, calls: Array.from({ length: size }, (_, n) => loaded.begin(id(n), WALL_MS)) };
  };
  beforeEach(() => {
    clock = 0;
  });

  test.each([
    [ISOLATES_LOADED_MAX - 1, 0],
    [ISOLATES_LOADED_MAX, 0],
    [ISOLATES_LOADED_MAX + 1, 1],
    [ISOLATES_LOADED_MAX + 2, 2],
  ])("of %i isolates the oldest %i leave", (size, leave) => {
    const { loaded, calls } = filled(size);
    const ended = calls.flatMap((call) => loaded.finish(call));
    expect(ended).toEqual(Array.from({ length: leave }, (_, n) => id(n)));
    expect(loaded.size).toBe(size - leave);
  });

  test("does not let go of one that is in the middle of a call, however old", () => {
    const {
      loaded,
      calls: [first, second],
    } = filled(ISOLATES_LOADED_MAX + 1);
    expect(loaded.finish(second as CallUnderWay)).toEqual([id(1)]);
    expect(loaded.finish(first as CallUnderWay)).toEqual([]);
  });

  test("keeps one that was used again, and lets go of the one before it", () => {
    const { loaded, calls } = filled(ISOLATES_LOADED_MAX);
    for (const call of calls) loaded.finish(call);
    loaded.finish(loaded.begin(id(0), WALL_MS));
    expect(loaded.finish(loaded.begin(id(-1), WALL_MS))).toEqual([id(1)]);
  });

  test("forgets one that broke off in the middle of calls", () => {
    const {
      loaded,
      calls: [call],
    } = filled(1);
    loaded.forget(id(0));
    expect([loaded.finish(call as CallUnderWay), loaded.size]).toEqual([[], 0]);
  });

  test.each([
    [WALL_MS - 1, []],
    [WALL_MS, [id(0)]],
    [WALL_MS + 1, [id(0)]],
  ])("believes of no call that it goes on for longer than it may: after %i ms", (ms, ended) => {
    const {
      loaded,
      calls: [, ...calls],
    } = filled(ISOLATES_LOADED_MAX);
    for (const call of calls) loaded.finish(call);
    clock = ms;
    for (let n = 1; n < ISOLATES_LOADED_MAX; n++) loaded.begin(id(n), WALL_MS);
    const last = loaded.begin(id(ISOLATES_LOADED_MAX), WALL_MS);
    expect(loaded.finish(last)).toEqual(ended.length > 0 ? ended : [id(ISOLATES_LOADED_MAX)]);
  });

  test("lets go of one that is to leave when its call was dropped in the middle, with the next call of anybody", () => {
    const {
      loaded,
      calls: [dropped, other],
    } = filled(2);
    expect(loaded.dismiss("o")).toEqual({ idle: [], busy: [id(0), id(1)] });
    clock = WALL_MS - 1;
    expect(loaded.finish(other as CallUnderWay)).toEqual([id(1)]);
    clock = WALL_MS;
    expect(loaded.finish(loaded.begin(id(2, "p"), WALL_MS))).toEqual([id(0)]);
    expect(loaded.finish(dropped as CallUnderWay)).toEqual([]);
  });

  test("takes the end of a call that was late for that of no other", () => {
    const {
      loaded,
      calls: [late],
    } = filled(1);
    clock = WALL_MS;
    const call = loaded.begin(id(0), WALL_MS);
    loaded.finish(late as CallUnderWay);
    expect(loaded.dismiss("o")).toEqual({ idle: [], busy: [id(0)] });
    expect(loaded.finish(call)).toEqual([id(0)]);
  });
});
