/** Edits of redirects while visitors read the same ones, and addresses in several spellings. */
import * as fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { REDIRECTS_MAX_ENTRIES } from "../../../../manifests/bounds/documents.ts";
import type { Redirect, Redirects } from "../../../../runtime/documents/content/content.ts";
import { ruleKey } from "../../../../runtime/documents/content/ruleFacts.ts";
import { withPlacedRedirects } from "../../../../runtime/editing/operations/placed.ts";
import { redirectsAfterMoves } from "../../../../runtime/editing/operations/pageMoved.ts";
import { takenBack, wayBack } from "../../../../runtime/editing/operations/redirectsBack.ts";
import type { RedirectsEdit } from "../../../../runtime/editing/redirects/edited.ts";
import { excess } from "../../../support/effort.ts";
import { page, SITE, type World, worldWith } from "../../kernel/world.ts";

const to = (from: string, target = `/to${from}`): Redirect => ({ from, to: target, status: 301 });

let world: World;
const now = () => world.kernel.documents.only(SITE, "redirects");
const led = async (path: string) => (await world.kernel.published.answer(SITE, path, "")).headers["Location"];
const put = (entries: readonly Redirect[]) =>
  world.run("redirects.put", { expected: now().version, body: { entries } });
const edit = (wanted: RedirectsEdit) =>
  world.run<{ inverse: Required<RedirectsEdit> }>("redirects.edit", { expected: now().version, ...wanted });
const faultsOf = async (done: Promise<unknown>): Promise<unknown> =>
  done.then(
    () => "taken",
    (error: { detail: { issues: unknown } }) => error.detail.issues,
  );

/** Writes redirects, and reads them a second time for a visitor. */
async function publishAndVisit(entries: readonly Redirect[]): Promise<void> {
  await put(entries);
  await world.run("publish", {});
  expect(await led("/a")).toBe("/to/a");
}

const FOUR = ["/a", "/b", "/c", "/d"].map((from) => to(from));

beforeAll(async () => {
  world = await worldWith({ home: page("/") });
});

describe("after a visitor has read the redirects", () => {
  beforeEach(() => publishAndVisit(FOUR));

  test.each<[string, RedirectsEdit, Required<RedirectsEdit>, string | undefined]>([
    [
      "one in place of another",
      { put: [{ redirect: to("/b", "/new") }] },
      { remove: [], put: [{ redirect: to("/b"), index: 1 }] },
      "/new",
    ],
    ["a removal", { remove: ["/b"] }, { remove: [], put: [{ redirect: to("/b"), index: 1 }] }, undefined],
    [
      "another spelling of an address",
      { put: [{ redirect: to("/B", "/new") }] },
      { remove: [], put: [{ redirect: to("/b"), index: 1 }] },
      "/new",
    ],
    [
      "a removal with another spelling",
      { remove: ["/b"], put: [{ redirect: to("/b/", "/new") }] },
      { remove: [], put: [{ redirect: to("/b"), index: 1 }] },
      "/new",
    ],
  ])("an edit keeps %s, with its way back", async (_, wanted, inverse, target) => {
    expect((await edit(wanted)).inverse).toEqual(inverse);
    await world.run("publish", {});
    expect(await led("/b")).toBe(target);
    await edit(inverse);
    expect(now().body.entries).toEqual(FOUR);
  });
});

describe("one address", () => {
  const same = (pointer: string, found: string) => [
    { pointer, found, allowed: 'another path: "/a" is the same address' },
  ];

  test.each(["/A", "/a/", "/%61", "/a//"])("as /a and as %s is refused twice, wherever they come", async (other) => {
    await publishAndVisit([to("/a")]);
    expect(await faultsOf(put([to("/a", "/t"), to(other, "/u")]))).toEqual(same("/body/entries/1/from", other));
    expect(await faultsOf(put([to(other, "/u"), to("/a", "/t")]))).toEqual(same("/body/entries/0/from", other));
    const twins = [to("/a", "/v"), to(other, "/u")].map((redirect) => ({ redirect }));
    expect(await faultsOf(edit({ put: twins }))).toMatchObject([{ found: other }]);
    expect(await faultsOf(edit({ put: twins.toReversed() }))).toMatchObject([{ found: other }]);
    expect(now().body.entries).toEqual([to("/a")]);
  });

  const SPELLINGS = ["/a", "/A", "/a/", "/%61", "/b", "/B", "/b//", "/c", "/d?p=1", "/D?p=1", "/e/:x", "/E/:y"];
  const from = fc.constantFrom(...SPELLINGS);
  const rules = fc
    .array(fc.tuple(from, fc.nat(9)), { maxLength: 4 })
    .map((all) => all.map(([at, n]) => to(at, `/t${n}`)));
  const areOnce = (entries: readonly Redirect[]): boolean => new Set(entries.map(ruleKey)).size === entries.length;
  const targets = (entries: readonly Redirect[]) => new Map(entries.map((rule) => [ruleKey(rule), rule]));

  test("is there once after any change, and no other change is refused", async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(rules, rules, fc.array(from, { maxLength: 2 }), rules, async (first, whole, remove, some) => {
        await put([...targets(first).values()]);
        await world.run("publish", {});
        await led("/a");
        expect(await faultsOf(put(whole))).toEqual(areOnce(whole) ? "taken" : expect.any(Array));
        const expected = targets(now().body.entries);
        const done = await faultsOf(edit({ remove, put: some.map((redirect) => ({ redirect })) }));
        expect(done).toEqual(areOnce(some) ? "taken" : expect.any(Array));
        refused += done === "taken" ? 0 : 1;
        for (const address of done === "taken" ? remove : []) expected.delete(ruleKey(to(address)));
        for (const rule of done === "taken" ? some : []) expected.set(ruleKey(rule), rule);
        expect(areOnce(now().body.entries)).toBe(true);
        expect(targets(now().body.entries)).toEqual(expected);
      }),
      { numRuns: 100, seed: 20_260_102 },
    );
    expect(refused).toBeGreaterThan(5);
  });
});

describe("the way back", () => {
  const MOVES = Array.from({ length: 1_248 }, (_, n) => ({ from: `/pages/${n}`, to: `/moved/${n}` }));
  const many = Array.from({ length: REDIRECTS_MAX_ENTRIES - MOVES.length }, (_, n) => to(`/old/${n}`, `/pages/${n}`));

  test("of many moved pages among as many redirects as there may be costs hardly any effort", async () => {
    const thereAndBack = (share: number): void => {
      const before: Redirects = { entries: many.slice(0, share * many.length) };
      const after = redirectsAfterMoves(before, MOVES.slice(0, share * MOVES.length));
      const way = wayBack(before, after) ?? { remove: [], put: [] };
      expect([way.remove.length, way.put.length]).toEqual(
        [2 * share * MOVES.length, share * MOVES.length].map(Math.floor),
      );
      expect(takenBack(after, way, "")).toEqual({ body: before, conflicts: [] });
    };
    expect(await excess(thereAndBack, 60)).toBeUndefined();
  });

  test("places redirects as if each came after those before it", () => {
    const list = fc.array(fc.nat(9), { maxLength: 8 }).map((all) => all.map((n) => to(`/kept/${n}`)));
    fc.assert(
      fc.property(list, fc.uniqueArray(fc.nat(12), { maxLength: 8 }), (kept, places) => {
        const placed = places.map((index) => ({ index, redirect: to(`/placed/${index}`) }));
        let expected = kept;
        for (const { index, redirect } of placed.toSorted((one, other) => one.index - other.index))
          expected = expected.toSpliced(index, 0, redirect);
        expect(withPlacedRedirects(kept, placed)).toEqual(expected);
      }),
    );
  });
});
