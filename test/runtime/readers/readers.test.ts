import { describe, expect, test } from "vitest";
import {
  AUDIENCE_MAX_GROUPS,
  READER_FORM_MAX_BYTES,
  READER_GROUP_MAX_CHARS,
  READER_INVITATION_MS,
  READERS_MAX,
} from "../../../manifests/bounds/logins.ts";
import { MAIL_ADDRESS_MAX_CHARS } from "../../../manifests/bounds/forms.ts";
import { audience, coversAudience } from "../../../runtime/documents/content/audience.ts";
import { SITE, page } from "../kernel/world.ts";
import { loginIn, readersWorld, secretOf } from "./readersWorld.ts";

const site = () => readersWorld({ home: page("/"), members: page("/members", { audience: ["readers"] }) });

const groups = (n: number): string[] => Array.from({ length: n }, (_, index) => `g${index}`);

describe("an audience", () => {
  test.each([
    [0, false],
    [1, true],
    [AUDIENCE_MAX_GROUPS - 1, true],
    [AUDIENCE_MAX_GROUPS, true],
    [AUDIENCE_MAX_GROUPS + 1, false],
  ])("of %i groups: %s", (n, isAudience) => {
    expect(audience.safeParse(groups(n)).success).toBe(isAudience);
  });

  test.each([
    [READER_GROUP_MAX_CHARS - 1, true],
    [READER_GROUP_MAX_CHARS, true],
    [READER_GROUP_MAX_CHARS + 1, false],
  ])("with a name of %i characters: %s", (n, isAudience) => {
    expect(audience.safeParse(["g".repeat(n)]).success).toBe(isAudience);
  });

  test.each([[["Paid"]], [["paid", "paid"]], [["a b"]], [[""]], ["paid"], [[1]]])("is not %j", (value) => {
    expect(audience.safeParse(value).success).toBe(false);
  });

  test.each([
    [undefined, undefined, true],
    [undefined, ["readers"], false],
    [["paid"], undefined, true],
    [["paid"], ["readers"], true],
    [["readers"], ["paid"], false],
    [["paid"], ["paid", "press"], true],
    [["paid", "press"], ["paid"], false],
    [["paid", "readers"], ["paid"], false],
  ])("%j covers %j: %s", (seen, other, isCovered) => {
    expect(coversAudience(seen, other)).toBe(isCovered);
  });
});

describe("members", () => {
  test("add a reader once, with further groups the second time, and name no address in audit", async () => {
    const { world } = await site();
    const first = await world.run<{ id: string }>("reader.add", { address: "Ann@tide.example", groups: ["paid"] });
    const second = await world.run<{ id: string }>("reader.add", { address: "ann@tide.example", groups: ["press"] });
    expect(second).toEqual(first);
    expect(world.kernel.readers.list(SITE, {}, 10)).toMatchObject([
      { address: "Ann@tide.example", groups: ["paid", "press"], madeBy: "member:m1", seenAt: null },
    ]);
    const audit = JSON.stringify(world.powers.sql.all("SELECT * FROM outbox"));
    expect(audit).toContain("reader.add");
    expect(audit).not.toMatch(/tide\.example/i);
  });

  test.each([
    [AUDIENCE_MAX_GROUPS - 1, true],
    [AUDIENCE_MAX_GROUPS, true],
    [AUDIENCE_MAX_GROUPS + 1, false],
  ])("add one twice, with %i groups together: %s", async (n, isAdded) => {
    const { world } = await site();
    const [before, after] = [groups(n).slice(0, 10), groups(n).slice(9)];
    const { id } = await world.run<{ id: string }>("reader.add", { address: "ann@tide.example", groups: before });
    const again = world.run("reader.add", { address: "ann@tide.example", groups: after });
    if (isAdded) await again;
    else await expect(again).rejects.toMatchObject({ code: "TOO_LARGE" });
    expect(world.kernel.readers.find(SITE, id)?.groups).toEqual(isAdded ? groups(n) : before);
  });

  test.each([["not an address"], ["ann@tide.example, ben@tide.example"], ["x".repeat(MAIL_ADDRESS_MAX_CHARS)]])(
    "cannot add %s",
    async (address) => {
      const { world } = await site();
      await expect(world.run("reader.add", { address })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    },
  );

  test("list readers by address, by group and by a part of it, in parts", async () => {
    const { world } = await site();
    for (const name of ["cam", "ann", "ben"])
      await world.run("reader.add", { address: `${name}@tide.example`, groups: name === "ben" ? ["paid"] : [] });
    const { readers } = world.kernel;
    const names = (found: ReturnType<typeof readers.list>): string[] => found.map(({ address }) => address.slice(0, 3));
    const [first] = readers.list(SITE, {}, 1);
    expect(names(readers.list(SITE, {}, 10))).toEqual(["ann", "ben", "cam"]);
    expect(names(readers.list(SITE, { after: first?.id }, 10))).toEqual(["ben", "cam"]);
    expect(names(readers.list(SITE, { group: "paid" }, 10))).toEqual(["ben"]);
    expect(names(readers.list(SITE, { text: "AM@" }, 10))).toEqual(["cam"]);
    expect(readers.groups(SITE)).toEqual(["paid"]);
  });

  test.each([
    [READERS_MAX - 1, true],
    [READERS_MAX, false],
    [READERS_MAX + 1, false],
  ])("add one beside %i readers: %s", async (n, isAdded) => {
    const { world } = await site();
    world.powers.sql.all(
      `WITH RECURSIVE each_one(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each_one WHERE n < ?)
       INSERT INTO readers SELECT 'main', 'r' || n, 'r' || n, 'r' || n, '[]', 0, '', NULL FROM each_one`,
      n,
    );
    const outcome = await world.run("reader.add", { address: "ann@tide.example" }).then(
      () => true,
      ({ code }: { code: string }) => code === "TOO_LARGE" && false,
    );
    expect(outcome).toBe(isAdded);
  });

  test.each([
    [READER_INVITATION_MS - 1, true],
    [READER_INVITATION_MS, false],
    [READER_INVITATION_MS + 1, false],
  ])("invite by a letter whose link is valid after %i ms: %s", async (ms, isValid) => {
    const at = await site();
    await at.world.run("reader.add", { address: "ann@tide.example", letter: true });
    await at.ring();
    expect(at.got).toMatchObject([{ to: "ann@tide.example", subject: "You may read Test site" }]);
    at.world.powers.clock.now += ms;
    expect(loginIn(await at.act({ do: "enter", secret: secretOf(at.got[0]) })) !== "").toBe(isValid);
  });
});

test("the bound of a reader's form has room for the longest address and path", () => {
  expect(READER_FORM_MAX_BYTES).toBeGreaterThan((MAIL_ADDRESS_MAX_CHARS + 2_048) * 3);
});
