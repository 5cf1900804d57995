/** A plugin that may set groups of readers tries to reach further: other groups, other people, and what it may not know. */
import { describe, expect, test } from "vitest";
import { lendReaders } from "../../../capabilities/readers.ts";
import { READER_CHANGES_PER_CALL } from "../../../manifests/bounds/bridge.ts";
import { AUDIENCE_MAX_GROUPS, READER_GROUP_MAX_CHARS, READERS_MAX } from "../../../manifests/bounds/logins.ts";
import { capabilitiesShape } from "../../../manifests/capabilities/capabilities.ts";
import { askLoan, loanOf } from "../../capabilities/asking.ts";
import { SITE, page } from "../../runtime/kernel/world.ts";
import { bodyOf, readersWorld } from "../../runtime/readers/readersWorld.ts";

const ADDRESS = "ann@tide.example";
const groups = (n: number): string[] => Array.from({ length: n }, (_, index) => `g${index}`);

async function site(granted: string[] = ["paid"], settings: object = {}) {
  const pages = {
    home: page("/"),
    more: page("/more", { audience: ["paid"] }),
    press: page("/press", { audience: ["press"] }),
  };
  const at = await readersWorld(pages, settings);
  const { readerGroups, readers } = at.world.kernel;
  const sources = {
    add: (asked: { address: string; groups: string[] }) => readerGroups.add(SITE, "acme.pay", asked),
    remove: (asked: { address: string; groups: string[] }) => readerGroups.remove(SITE, asked),
  };
  const loan = loanOf(lendReaders(sources, { groups: granted }), { calls: 1_000 });
  const ask = (how: "add" | "remove", address: unknown, wanted: unknown) =>
    askLoan(loan, `readers.${how}`, { address, groups: wanted });
  return { ...at, readers, ask };
}

describe("a plugin with groups of readers", () => {
  test("opens pages of its groups to a person, and closes them again", async () => {
    const { ask, readers, signIn, visit } = await site();
    expect(await ask("add", ADDRESS, ["paid"])).toEqual({ done: true });
    expect(readers.at(SITE, ADDRESS)).toMatchObject({ groups: ["paid"], madeBy: "plugin:acme.pay", seenAt: null });
    const login = await signIn(ADDRESS, "/more");
    expect([(await visit("/more", login)).status, (await visit("/press", login)).status]).toEqual([200, 403]);
    expect(await ask("remove", "ANN@tide.example", ["paid"])).toEqual({ done: true });
    expect((await visit("/more", login)).status).toBe(403);
    expect(readers.at(SITE, ADDRESS)).toMatchObject({ groups: [] });
  });

  test.each([[["press"]], [["paid", "press"]], [["readers"]], [["toString"]], [["PAID"]]])(
    "sets no other group: %j",
    async (wanted) => {
      const { ask, readers, world } = await site();
      await world.run("reader.add", { address: ADDRESS, groups: ["press"] });
      for (const how of ["add", "remove"] as const) expect(await ask(how, ADDRESS, wanted)).toBe("not_granted");
      expect(readers.at(SITE, ADDRESS)?.groups).toEqual(["press"]);
    },
  );

  test("learns nothing of who has an account, and of other groups", async () => {
    const { ask, world } = await site();
    await world.run("reader.add", { address: ADDRESS, groups: ["press"] });
    for (const how of ["remove", "add"] as const) {
      const [known, unknown] = [await ask(how, ADDRESS, ["paid"]), await ask(how, "eve@tide.example", ["paid"])];
      expect(unknown).toEqual(known);
    }
  });

  test("leaves the groups that members set", async () => {
    const { ask, readers, world } = await site();
    await world.run("reader.add", { address: ADDRESS, groups: ["press"] });
    await ask("add", ADDRESS, ["paid"]);
    await ask("add", ADDRESS, ["paid"]);
    expect(readers.at(SITE, ADDRESS)).toMatchObject({ groups: ["press", "paid"], madeBy: "member:m1" });
    await ask("remove", ADDRESS, ["paid"]);
    expect(readers.at(SITE, ADDRESS)?.groups).toEqual(["press"]);
  });

  test.each([
    "",
    "ann",
    "ann@tide.example, eve@tide.example",
    "Ann <ann@tide.example>",
    "a\r\nBcc: eve@tide.example",
    7,
    null,
  ])("gives no account to %j", async (address) => {
    const { ask, readers } = await site();
    for (const how of ["add", "remove"] as const) expect(await ask(how, address, ["paid"])).toBe("invalid");
    expect(readers.count(SITE)).toBe(0);
  });

  test.each([
    [[]],
    [undefined],
    ["paid"],
    [[7]],
    [["p".repeat(READER_GROUP_MAX_CHARS + 1)]],
    [groups(AUDIENCE_MAX_GROUPS + 1)],
  ])("takes no %j for groups", async (wanted) => {
    const { ask, readers } = await site();
    expect(await ask("add", ADDRESS, wanted)).toBe("invalid");
    expect(readers.count(SITE)).toBe(0);
  });

  test.each([
    [AUDIENCE_MAX_GROUPS - 1, { done: true }],
    [AUDIENCE_MAX_GROUPS, "full"],
  ])("adds a group to a reader who is in %i: %j", async (n, answer) => {
    const { ask, readers } = await site();
    readers.add(SITE, { id: "r1", address: ADDRESS, groups: groups(n), madeBy: "" });
    expect(await ask("add", ADDRESS, ["paid"])).toEqual(answer);
    expect(readers.at(SITE, ADDRESS)?.groups.length).toBe(AUDIENCE_MAX_GROUPS);
  });

  test.each([
    [READERS_MAX - 1, { done: true }],
    [READERS_MAX, "full"],
  ])("gives an account beside %i readers: %j", async (n, answer) => {
    const { ask, world } = await site();
    world.powers.sql.all(
      `WITH RECURSIVE each_one(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each_one WHERE n < ?)
       INSERT INTO readers SELECT 'main', 'r' || n, 'r' || n, 'r' || n, '[]', 0, '', NULL FROM each_one`,
      n,
    );
    expect(await ask("add", ADDRESS, ["paid"])).toEqual(answer);
  });

  test.each([
    [READER_CHANGES_PER_CALL - 1, { done: true }],
    [READER_CHANGES_PER_CALL, { done: true }],
    [READER_CHANGES_PER_CALL + 1, "spent"],
  ])("makes %i changes in one call, the last one: %j", async (times, last) => {
    const { ask } = await site();
    let answer: unknown;
    for (let n = 0; n < times; n += 1) answer = await ask("add", ADDRESS, ["paid"]);
    expect(answer).toEqual(last);
  });

  test("sends no letter, and its reader signs in where only invited people may", async () => {
    const { ask, got, ring, signIn, visit } = await site(["paid"], { readers: "invited" });
    await ask("add", ADDRESS, ["paid"]);
    await ring();
    expect(got).toEqual([]);
    expect((await visit("/more", await signIn(ADDRESS, "/more"))).status).toBe(200);
  });

  test("does not bring back what a person has deleted, unless it is asked again", async () => {
    const { ask, act, readers, signIn } = await site();
    await ask("add", ADDRESS, ["paid"]);
    const login = await signIn(ADDRESS, "/more");
    expect(bodyOf(await act({ do: "look", login }))).toContain("paid");
    await act({ do: "forget", login });
    await ask("remove", ADDRESS, ["paid"]);
    expect(readers.count(SITE)).toBe(0);
  });
});

describe("a manifest", () => {
  test.each([
    [["paid"], true],
    [groups(AUDIENCE_MAX_GROUPS), true],
    [groups(AUDIENCE_MAX_GROUPS + 1), false],
    [[], false],
    [["readers"], false],
    [["Paid"], false],
    [["paid press"], false],
    [["p".repeat(READER_GROUP_MAX_CHARS)], true],
    [["p".repeat(READER_GROUP_MAX_CHARS + 1)], false],
  ])("asks for the groups %j: %s", (wanted, isTaken) => {
    expect(capabilitiesShape.safeParse({ readers: { groups: wanted } }).success).toBe(isTaken);
  });
});
