import { describe, expect, test } from "vitest";
import {
  ROOM_FOR_AUTHORS,
  ROOM_FOR_FORMS,
  ROOM_FOR_UNTRUSTED,
  ROOM_FREED,
  ROOM_KEPT,
} from "../../../manifests/bounds/commands.ts";
import { SITE_MAX_PAGES } from "../../../manifests/bounds/documents.ts";
import { PUBLISHED_PAGE_BYTES, PUBLISHED_TIMES_MAX } from "../../../manifests/bounds/publishing.ts";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Actor } from "../../../runtime/area/actor.ts";
import type { SqlValue } from "../../../runtime/powers/powers.ts";
import { Unpublished } from "../../../runtime/publishing/releases/unpublished.ts";
import { StorageQuota } from "../../../runtime/tenancy/storageQuota.ts";
import { MEMBER, SITE, page } from "../kernel/world.ts";
import { editingWorld } from "../editing/editingWorld.ts";

const MAX_BYTES = 24_000;
const RESERVE = MAX_BYTES * ROOM_FOR_FORMS;
const LIMIT = MAX_BYTES - RESERVE;
const PLUGIN: Actor = { kind: "plugin", id: "acme.tool" };

interface Sizes {
  /** Called when the quota asks for the submissions' bytes. */
  readonly summed?: () => void;
  /** Size by the numbers of versions and releases that are kept so far. */
  readonly bytes: (kept: readonly string[]) => number;
  readonly unpublished?: number;
  /** Called when the quota has counted what was written before a command. */
  readonly settled?: () => void;
  readonly submissions?: number;
  readonly maxBytes?: number;
}

/** A quota over made-up sizes, and what it has asked to be forgotten. */
async function quotaOver(sizes: Sizes) {
  const { bytes, unpublished = 0, submissions = 0, maxBytes = MAX_BYTES } = sizes;
  const { kernel, powers } = await editingWorld();
  const asked: string[] = [];
  const note = (what: string) => (site: string, kept: number) => void (site === SITE && asked.push(`${what} ${kept}`));
  const quota = new StorageQuota(
    {
      powers: { ...powers, sql: { ...powers.sql, bytes: () => bytes(asked) } },
      sites: kernel.sites,
      retention: { forgetUnseen: note("versions") },
      releaseRetention: { forgetOldest: note("releases") },
      unpublished: { bytes: () => unpublished, settle: () => sizes.settled?.() },
      submissions: { bytes: () => (sizes.summed?.(), submissions) },
      archiveCopy: { bytes: 0 },
    },
    maxBytes,
  );
  return { quota, asked, sites: kernel.sites.all().length };
}

const isRefused = (action: () => void): boolean => {
  try {
    action();
    return false;
  } catch (error) {
    return (error as Refusal).code === "WORKSPACE_FULL";
  }
};

/** The order in which a full workspace forgets. */
const PASSES = ROOM_KEPT.map(({ revisions, releases }) => [`releases ${releases}`, `versions ${revisions}`]);

describe("a workspace that is full", () => {
  test.each(PASSES.map((_, index) => index + 1))("forgets no more once pass %i has made room", async (passes) => {
    const enough = PASSES.slice(0, passes).flat();
    const { quota, asked } = await quotaOver({
      bytes: (kept) => (kept.length >= enough.length ? LIMIT * ROOM_FREED : LIMIT + 1),
    });
    expect(isRefused(quota.watch({}, { actor: MEMBER }))).toBe(false);
    expect(asked).toEqual(enough);
  });

  test("refuses the command when the last pass leaves no room", async () => {
    const { quota, asked } = await quotaOver({ bytes: () => LIMIT + 1 });
    expect(isRefused(quota.watch({}, { actor: MEMBER }))).toBe(true);
    expect(asked).toEqual(PASSES.flat());
  });

  test("forgets no release for a member who may not publish", async () => {
    const { quota, asked } = await quotaOver({ bytes: () => MAX_BYTES });
    expect(isRefused(quota.watch({}, { actor: MEMBER, mayPublish: false }))).toBe(true);
    expect(asked).toEqual(PASSES.flat().filter((what) => what.startsWith("versions")));
  });

  test("tries again at once after a command that makes room", async () => {
    const { quota, asked } = await quotaOver({ bytes: () => LIMIT + 1 });
    const write = () => isRefused(quota.watch({}, { actor: MEMBER }));
    expect([write(), write(), asked.length]).toEqual([true, true, PASSES.flat().length]);
    quota.watch({ makesRoom: true }, { actor: MEMBER })();
    expect([write(), asked.length]).toEqual([true, 2 * PASSES.flat().length]);
  });
});

describe("the limit", () => {
  const members = { actor: MEMBER };
  const authors = { actor: MEMBER, mayPublish: false };
  const plugins = { actor: PLUGIN };

  test.each(
    [
      ["members", members, LIMIT],
      ["members who may not publish", authors, MAX_BYTES * ROOM_FOR_AUTHORS],
      ["plugins", plugins, MAX_BYTES * ROOM_FOR_UNTRUSTED],
    ].flatMap(([who, writer, limit]) =>
      [-1, 0, 1].map((more) => [who, writer, Number(limit) + more, more > 0] as const),
    ),
  )("of %s %j with %i bytes refuses: %s", async (_who, writer, bytes, refused) => {
    const { quota } = await quotaOver({ bytes: () => bytes });
    expect(isRefused(quota.watch({}, writer as typeof authors))).toBe(refused);
  });

  test.each([
    [-1, false],
    [0, false],
    [1, true],
  ])("counts what a publication will add: %i over it", async (more, refused) => {
    const { quota } = await quotaOver({ bytes: () => 13_000, unpublished: LIMIT - 13_000 + more });
    expect(isRefused(quota.watch({}, members))).toBe(refused);
  });

  const parts = [
    ["members", members, LIMIT],
    ["members who may not publish", authors, MAX_BYTES * ROOM_FOR_AUTHORS],
    ["plugins", plugins, MAX_BYTES * ROOM_FOR_UNTRUSTED],
  ] as const;

  test.each(parts)(
    "of %s %j counts the draft as soon as its copy could exceed %i bytes",
    async (_who, writer, limit) => {
      const most = limit - limit / PUBLISHED_TIMES_MAX;
      for (const more of [-1, 0, 1]) {
        const { quota } = await quotaOver({
          bytes: () => limit / PUBLISHED_TIMES_MAX + more,
          unpublished: most + more,
        });
        expect([more, isRefused(quota.watch({}, writer))]).toEqual([more, more > 0]);
      }
    },
  );

  test("of a large workspace counts the draft as soon as sites of the most pages could exceed it", async () => {
    const maxBytes = 960_000_000;
    const { sites } = await quotaOver({ bytes: () => 0 });
    const most = (maxBytes - maxBytes * ROOM_FOR_FORMS - sites * SITE_MAX_PAGES * PUBLISHED_PAGE_BYTES) / 2;
    for (const more of [-1, 0, 1]) {
      const { quota } = await quotaOver({ bytes: () => most + more, unpublished: maxBytes, maxBytes });
      expect([more, isRefused(quota.watch({}, members))]).toEqual([more, more > 0]);
    }
  });

  test("leaves out the draft while its copy could not exceed it", async () => {
    const { quota } = await quotaOver({ bytes: () => LIMIT / PUBLISHED_TIMES_MAX, unpublished: MAX_BYTES });
    expect(isRefused(quota.watch({}, members))).toBe(false);
  });

  test.each([
    [0, LIMIT],
    [RESERVE - 1, MAX_BYTES - 1],
    [RESERVE, MAX_BYTES],
    [RESERVE + 1, MAX_BYTES],
  ])("of members with %i bytes of submissions is %i", async (submissions, limit) => {
    const at = async (bytes: number) => {
      const { quota } = await quotaOver({ bytes: () => bytes, submissions });
      return isRefused(quota.watch({}, members));
    };
    expect([await at(limit), await at(limit + 1)]).toEqual([false, true]);
  });
});

test.each([
  ["a command", "kept", LIMIT, true],
  ["a rehearsal, which is rolled back", "tried", LIMIT, false],
  ["a command with room for any draft", "kept", 1, false],
] as const)("the draft is settled before the next command: %s", async (_what, how, bytes, settled) => {
  let times = 0;
  const { quota } = await quotaOver({ bytes: () => bytes, settled: () => (times += 1) });
  quota.watch({}, { actor: MEMBER })();
  expect(times).toBe(0);
  quota.watch({}, { actor: MEMBER }, how);
  expect(times).toBe(settled ? 1 : 0);
});

describe("what is not published", () => {
  /** A site with a published page, the counted bytes of its draft, and those of one more version of the page. */
  async function counted() {
    const world = await editingWorld();
    await world.write("p", page("/p", { title: "Page" }));
    await world.run("publish", {});
    const { unpublished } = world.kernel;
    const exactly = () => unpublished.bytes(-1);
    const versions = async (times: number) => {
      for (let n = 0; n < times; n++) await world.write("p", page("/p", { title: `Page ${n % 10}` }));
    };
    await versions(1);
    return { ...world, unpublished, exactly, versions, each: exactly() };
  }

  test("counts with its content, and with what a published page takes besides", async () => {
    const { kernel, powers, run, write } = await editingWorld();
    await run("publish", {});
    expect(kernel.unpublished.bytes(-1)).toBe(0);
    const pages = Array.from({ length: 20 }, (_, n) => page(`/p${n}`, { title: `Page ${n}` }));
    for (const [n, one] of pages.entries()) await write(`p${n}`, one);
    const content = powers.sql.all<{ bytes: number }>(
      "SELECT sum(octet_length(body)) AS bytes FROM documents WHERE kind = 'page' AND id LIKE 'p%'",
    )[0]?.bytes;
    const bytes = kernel.unpublished.bytes(-1);
    expect(bytes).toBe(Number(content) + pages.length * PUBLISHED_PAGE_BYTES);
    const before = powers.sql.bytes();
    await run("publish", {});
    expect(powers.sql.bytes() - before).toBeLessThanOrEqual(bytes);
  });

  test.each([
    ["left out by a choice, as another page is", { only: { pages: ["p1"] } }, false, 2],
    ["held", {}, true, 1],
  ])("counts still after a publication without it: %s", async (_what, choice, held, left) => {
    const { unpublished, exactly, run, write } = await counted();
    const body = page("/p0", { title: "Page 0", ...(held && { held }) });
    await write("p0", body);
    await write("p1", page("/p1", { title: "Page 1" }));
    const pages = () => Math.floor(exactly() / PUBLISHED_PAGE_BYTES);
    expect(pages()).toBe(3);
    await run("publish", choice);
    expect(pages()).toBe(left);
    unpublished.settle();
    await write("p0", { ...body, title: "Page 9" });
    expect(pages()).toBe(left);
  });

  test("counts a page again for each later version, until that exceeds the room", async () => {
    const { unpublished, versions, each } = await counted();
    unpublished.settle();
    for (const times of [2, 3]) {
      await versions(1);
      expect(unpublished.bytes(10 * each)).toBe(times * each);
      unpublished.settle();
    }
    expect(unpublished.bytes(3 * each)).toBe(3 * each);
    expect(unpublished.bytes(3 * each - 1)).toBe(each);
  });

  test("is read from the last command on, however many versions the draft has had", async () => {
    const { versions, each, powers, kernel } = await counted();
    const since: SqlValue[] = [];
    const unpublished = new Unpublished({
      ...powers.sql,
      all: (query, ...values) => (since.push(...values.slice(1)), powers.sql.all(query, ...values)),
    });
    await versions(40);
    unpublished.settle();
    const settled = kernel.sites.change(SITE);
    since.length = 0;
    await versions(1);
    expect(unpublished.bytes(10 * each)).toBe(2 * each);
    expect(since).toEqual([settled]);
  });

  test("is counted anew after a publication, and after a return to an earlier one", async () => {
    const { unpublished, versions, exactly, run, kernel, each } = await counted();
    await versions(2);
    unpublished.settle();
    const before = kernel.sites.get(SITE).release;
    await run("publish", {});
    expect(unpublished.bytes(10 * each)).toBe(0);
    unpublished.settle();
    await run("release.restore", { release: before });
    const bytes = unpublished.bytes(10 * each);
    expect(bytes).toBe(each);
    expect(exactly()).toBe(bytes);
  });

  test("leaves out what a rehearsal wrote before a command with the same change", async () => {
    const { unpublished, exactly, powers, versions, each, kernel } = await counted();
    unpublished.settle();
    const change = kernel.sites.change(SITE);
    expect(() =>
      powers.sql.atomically(() => {
        powers.sql.all("UPDATE documents SET change = ? WHERE site = ? AND id = 'p'", change + 1, SITE);
        powers.sql.all("UPDATE sites SET change = ? WHERE site = ?", change + 1, SITE);
        unpublished.bytes(10 * each);
        throw new Error("rolled back");
      }),
    ).toThrow("rolled back");
    await versions(1);
    expect([unpublished.bytes(10 * each), exactly()]).toEqual([2 * each, each]);
  });
});

test("the shortest pages, unpublished, add no more than the bound under which nobody counts them", async () => {
  const { kernel, powers, run } = await editingWorld();
  await run("publish", {});
  const before = powers.sql.bytes();
  const writes = Array.from({ length: 1_000 }, (_, n) => ({
    kind: "page",
    id: `p${n}`,
    expected: 0,
    body: { path: `/${n}`, title: "P", sections: [] },
  }));
  for (let at = 0; at < writes.length; at += 50) await run("documents.write", { writes: writes.slice(at, at + 50) });
  const draft = powers.sql.bytes() - before;
  expect(draft + kernel.unpublished.bytes(-1)).toBeLessThanOrEqual(draft * PUBLISHED_TIMES_MAX);
});

describe("visitors' submissions", () => {
  test.each([
    [RESERVE - 1, 2 * MAX_BYTES, false],
    [RESERVE, 2 * MAX_BYTES, false],
    [RESERVE + 1, 2 * MAX_BYTES, true],
    [RESERVE + 1, MAX_BYTES * ROOM_FOR_UNTRUSTED, false],
  ])("of %i bytes in a workspace of %i bytes are refused: %s", async (submissions, bytes, refused) => {
    const { quota } = await quotaOver({ bytes: () => bytes, submissions });
    expect(isRefused(() => quota.requireForVisitors())).toBe(refused);
  });

  test.each([
    [MAX_BYTES * ROOM_FOR_UNTRUSTED - 1, 0],
    [MAX_BYTES * ROOM_FOR_UNTRUSTED, 0],
    [MAX_BYTES * ROOM_FOR_UNTRUSTED + 1, 1],
  ])("in a workspace of %i bytes are summed over all forms %i times for each", async (bytes, times) => {
    let sums = 0;
    const { quota } = await quotaOver({ bytes: () => bytes, summed: () => (sums += 1) });
    quota.requireForVisitors();
    expect(sums).toBe(times);
  });
});

describe("a publication", () => {
  /** Publishes, which takes the workspace from one size to another. */
  async function publishes(before: number, after: number): Promise<boolean> {
    let bytes = before;
    const { quota } = await quotaOver({ bytes: () => bytes });
    const requireRoom = quota.watch({ replaces: true }, { actor: MEMBER });
    bytes = after;
    return !isRefused(requireRoom);
  }

  test.each([
    [LIMIT - 100, LIMIT - 1, true],
    [LIMIT - 100, LIMIT, true],
    [LIMIT - 100, LIMIT + 1, false],
    [2 * LIMIT, 2 * LIMIT - 1, true],
    [2 * LIMIT, 2 * LIMIT, true],
    [2 * LIMIT, 2 * LIMIT + 1, false],
  ])("from %i to %i bytes is possible: %s", async (before, after, possible) => {
    expect(await publishes(before, after)).toBe(possible);
  });
});

describe("versions that nothing shows", () => {
  test.each(ROOM_KEPT.flatMap(({ revisions: kept }) => [-1, 0, 1].map((more) => [kept, kept + more] as const)))(
    "keeps the newest %i of %i versions that nothing shows",
    async (kept, written) => {
      const world = await editingWorld();
      for (let n = 0; n < written; n++) await world.write("draft", page("/draft", { title: `Title ${n}` }));
      world.kernel.retention.forgetUnseen(SITE, kept);
      const left = world.powers.sql.all<{ version: number }>(
        "SELECT version FROM documents WHERE site = ? AND id = 'draft' ORDER BY version",
        SITE,
      );
      const first = Math.max(1, written - kept + 1);
      expect(left.map(({ version }) => version)).toEqual(
        Array.from({ length: Math.min(kept, written) }, (_, n) => first + n),
      );
    },
  );
});
