import { describe, expect, test } from "vitest";
import { DRAFT_SEARCH_PAGES_READ, EXCERPT_CHARS } from "../../../manifests/bounds/agents.ts";
import { LIST_ROWS } from "../../../manifests/bounds/api.ts";
import type { RehearsedName } from "../../../runtime/commandNames.ts";
import { MEMBER, SITE, page, textSection, worldWith } from "../kernel/world.ts";

const envelope = (key: string) => ({
  site: SITE,
  actor: MEMBER,
  key,
  requestId: "r1",
  via: "https://agent.example/client",
});

describe("a rehearsal", () => {
  test("answers as the command would, and leaves nothing behind", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about") });
    const before = world.powers.sql.all("SELECT * FROM outbox");
    const input = { page: "about", expected: 1, changes: { title: "Other" } };
    expect(JSON.parse(await world.kernel.rehearse("page.update", envelope("k"), input))).toEqual({
      versions: [{ kind: "page", id: "about", version: 2 }],
    });
    expect(world.kernel.reads.page(SITE, "about").version).toBe(1);
    expect(world.powers.sql.all("SELECT * FROM outbox")).toEqual(before);
    const { json, replayed } = await world.kernel.execute("page.update", envelope("k"), input);
    expect([JSON.parse(json), replayed]).toEqual([{ versions: [{ kind: "page", id: "about", version: 2 }] }, false]);
    expect(world.kernel.reads.page(SITE, "about")).toMatchObject({ version: 2, body: { title: "Other" } });
  });

  test("is refused for what the command is refused for", async () => {
    const world = await worldWith({ home: page("/") });
    await expect(
      world.kernel.rehearse("page.delete", envelope("k"), { page: "home", expected: 7 }),
    ).rejects.toMatchObject({ code: "STALE_VERSION" });
    await expect(world.kernel.rehearse("page.delete", envelope("k"), { page: "home" })).rejects.toMatchObject({
      code: "INVALID_REQUEST",
    });
  });

  test("of going back to a release and of schedules shows nobody anything and leaves nothing waiting", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about") });
    await world.kernel.execute("page.update", envelope("k1"), {
      page: "about",
      expected: 1,
      changes: { title: "Other" },
    });
    await world.kernel.execute("publish", envelope("k2"), {});
    const rehearse = async (name: RehearsedName, input: object) =>
      JSON.parse(await world.kernel.rehearse(name, envelope("k"), input)) as Record<string, unknown>;
    expect(await rehearse("release.restore", { release: 1 })).toMatchObject({ release: 1, state: "ready" });
    expect(world.kernel.reads.restoration(SITE, 1)).toEqual({
      release: 1,
      shown: 2,
      paths: ["/about"],
      more: false,
      opened: [],
      moreOpened: false,
    });
    expect(world.kernel.reads.releases(SITE, null, null).items).toMatchObject([
      { release: 2, current: true },
      { release: 1, current: false },
    ]);
    expect(await rehearse("schedule.create", { at: world.powers.now() + 60_000 })).toMatchObject({ state: "waiting" });
    expect(world.kernel.reads.schedules(SITE).items).toEqual([]);
    const { schedule } = JSON.parse(
      (await world.kernel.execute("schedule.create", envelope("k3"), { at: world.powers.now() + 60_000 })).json,
    ) as { schedule: string };
    expect(await rehearse("schedule.cancel", { schedule })).toMatchObject({ schedule, state: "cancelled" });
    expect(world.kernel.reads.schedules(SITE).items).toMatchObject([{ schedule, state: "waiting" }]);
  });

  test.each<[RehearsedName, object, string]>([
    ["release.restore", { release: 9 }, "NOT_FOUND"],
    ["schedule.cancel", { schedule: "none" }, "NOT_FOUND"],
    ["schedule.create", { at: 0 }, "INVALID_REQUEST"],
  ])("of %s %j is refused with %s, as it would be", async (name, input, code) => {
    const { kernel } = await worldWith({ home: page("/") });
    await expect(kernel.rehearse(name, envelope("k"), input)).rejects.toMatchObject({ code });
    await expect(kernel.execute(name, envelope("k"), input)).rejects.toMatchObject({ code });
  });

  test.each([
    [-1, false],
    [0, false],
    [1, true],
  ])(
    "of a release that differs at as many paths as are listed and %i says there are more: %s",
    async (more, isMore) => {
      const pages = Object.fromEntries(Array.from({ length: LIST_ROWS + more }, (_, n) => [`p${n}`, page(`/p${n}`)]));
      const world = await worldWith({ home: page("/") });
      const writes = Object.entries(pages).map(([id, body]) => ({ kind: "page", id, expected: 0, body }));
      await world.kernel.execute("documents.write", envelope("k1"), { writes });
      await world.kernel.execute("publish", envelope("k2"), {});
      const { paths, more: others } = world.kernel.reads.restoration(SITE, 1);
      expect([paths.length, others]).toEqual([Math.min(LIST_ROWS, LIST_ROWS + more), isMore]);
    },
  );

  test.each(["publish", "plugin.remove", "media.create", "documents.write", "constructor"])(
    "of %s is not to be had",
    async (name) => {
      const world = await worldWith({ home: page("/") });
      await expect(world.kernel.rehearse(name as RehearsedName, envelope("k"), {})).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    },
  );
});

describe("audit", () => {
  test("names the program that acted for a member", async () => {
    const world = await worldWith({ home: page("/") });
    await world.kernel.execute("page.update", envelope("k"), {
      page: "home",
      expected: 1,
      changes: { title: "Other" },
    });
    const [row] = world.powers.sql.all<{ payload: string }>(
      "SELECT payload FROM outbox WHERE kind = 'audit' ORDER BY rowid DESC",
    );
    expect(JSON.parse(row?.payload ?? "")).toMatchObject({
      command: "page.update",
      via: "https://agent.example/client",
    });
  });
});

describe("a search of the draft", () => {
  test("finds a text in any field of any section, whatever its case and accents, and says where", async () => {
    const sections = [
      textSection("Nothing here", "a"),
      textSection(`${"x".repeat(300)} Crème brûlée ${"y".repeat(300)}`, "b"),
    ];
    const world = await worldWith({ home: page("/"), menu: page("/menu", { sections }) });
    const { items, next } = world.kernel.reads.search(SITE, "creme BRULEE", null);
    expect(items).toMatchObject([
      {
        page: "menu",
        path: "/menu",
        version: 1,
        places: [{ section: "b", pointer: expect.stringMatching(/^\/fields\//) }],
      },
    ]);
    expect(items[0]?.places[0]?.excerpt).toContain("brûlée");
    expect(items[0]?.places[0]?.excerpt).toHaveLength(EXCERPT_CHARS);
    expect(next).toBeNull();
  });

  test.each([
    [-1, false],
    [0, true],
    [1, true],
  ])("of %i pages more than it reads at once goes on: %s", async (more, goesOn) => {
    const pages = Object.fromEntries(
      Array.from({ length: DRAFT_SEARCH_PAGES_READ + more }, (_, n) => [`p${n}`, page(`/p${n}`)]),
    );
    const { kernel } = await worldWith(pages);
    expect(kernel.reads.search(SITE, "no page has this", null).next !== null).toBe(goesOn);
  });
});
