/** Redirects of which few change: tables, checks and stored parts that are made from those before. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  EXACT_RULES_CHANGED_MAX,
  LONG_PARTS_KEPT_RULES,
  PUBLIC_RULES_PART_SHARE,
} from "../../../manifests/bounds/documents.ts";
import type { Redirect } from "../../../runtime/documents/content/content.ts";
import { ruleFacts, ruleKey } from "../../../runtime/documents/content/ruleFacts.ts";
import { ExactRules } from "../../../runtime/documents/exactRules.ts";
import { LongBodies } from "../../../runtime/documents/longBodies.ts";
import { redirectLoops } from "../../../runtime/documents/redirectLoops.ts";
import { differingRules, RedirectRules } from "../../../runtime/documents/redirectRules.ts";
import { nextStop } from "../../../runtime/documents/redirectStops.ts";
import { RedirectTable } from "../../../runtime/documents/redirectTable.ts";
import { PublicRules } from "../../../runtime/serving/rules/publicRules.ts";
import { rulesToReaders } from "../../../runtime/serving/rules/rulesToReaders.ts";
import { page, SITE, worldWith } from "../kernel/world.ts";

/** A run of the tests is the same each time. */
const SEED = 20_260_102;

const HOSTS = ["acme.example", "www.acme.example"];
const PARTS = ["a", "b", "A", "c"];

const part = fc.constantFrom(...PARTS);
const path = fc.array(part, { maxLength: 3 }).map((parts) => `/${parts.join("/")}`);
const patterned = fc.tuple(path, fc.constantFrom("/*", "/:x", "?p=1", "?p=:x")).map(([start, end]) => {
  const at = start === "/" && end.startsWith("/") ? "" : start;
  return at + end;
});
const fromAnywhere = fc.oneof({ weight: 4, arbitrary: path }, { weight: 1, arbitrary: patterned });
const onHost = fc.tuple(fc.constantFrom("", "", "", "https://www.acme.example"), fromAnywhere);
const target = fc.oneof(
  { weight: 5, arbitrary: path },
  { weight: 1, arbitrary: path.map((to) => `https://www.acme.example${to}`) },
  { weight: 1, arbitrary: fc.constantFrom("https://else.example/", "/:x", "/a/:x", "/b/*", "/a?p=1") },
);
const rule = fc
  .tuple(onHost, target)
  .map(([[host, from], to]): Redirect => ({ from: `${host}${from}`, to, status: 301 }));
const exact = fc.tuple(path, path).map(([from, to]): Redirect => ({ from, to, status: 301 }));

const once = (entries: readonly Redirect[]): Redirect[] => [
  ...new Map(entries.map((one) => [ruleKey(one), one] as const)).values(),
];
const isSound = (entries: readonly Redirect[]): boolean => redirectLoops({ entries: [...entries] }, HOSTS).length === 0;

/** Rules without a circle, and what they are after some were removed and others came first. */
const changed = (of: fc.Arbitrary<Redirect>) =>
  fc
    .tuple(fc.array(of, { maxLength: 12 }), fc.array(of, { maxLength: 3 }), fc.array(fc.nat(11), { maxLength: 3 }))
    .map(([all, more, gone]) => {
      const before = once(all).filter((_, index, list) => isSound(list.slice(0, index + 1)));
      const keys = new Set(more.map(ruleKey));
      const kept = before.filter((one, index) => !gone.includes(index) && !keys.has(ruleKey(one)));
      return { before, after: [...once(more), ...kept] };
    });

const ASKED = ["/", "/a", "/a/b", "/b/a/c", "/A/B", "/c", "/a/b/c", "/b"].flatMap((at) =>
  ["", "?p=1", "?p=2"].flatMap((query) => ["", "www.acme.example"].map((host) => ({ at, query, host }))),
);

describe("after a change", () => {
  test("a table made from the one before leads where a table of all rules leads", () => {
    let made = 0;
    fc.assert(
      fc.property(changed(rule), ({ before, after }) => {
        const { removed, added } = differingRules(before, after);
        const earlier = new RedirectTable({ entries: before });
        const answers = (table: RedirectTable) => ASKED.map(({ at, query, host }) => table.match(at, query, host));
        const unchanged = answers(earlier);
        const table = earlier.with(removed, added);
        expect(answers(earlier)).toEqual(unchanged);
        if (!table) return;
        made += 1;
        const whole = new RedirectTable({ entries: after });
        expect(answers(table)).toEqual(answers(whole));
        expect(table.forms).toBe(whole.forms);
        for (const one of after) expect(table.find(one.from)).toBe(one);
        for (const one of removed)
          expect(table.find(one.from)).toBe(after.find((other) => ruleKey(other) === ruleKey(one)));
      }),
      { numRuns: 1_500, seed: SEED },
    );
    expect(made).toBeGreaterThan(500);
  });

  test.each([
    ["any", rule],
    ["exact", exact],
  ])("the check of %s rules finds the circles that a check of all rules finds", (_, of) => {
    let circles = 0;
    fc.assert(
      fc.property(changed(of), ({ before, after }) => {
        const changes = differingRules(before, after);
        const table = new RedirectTable({ entries: after });
        const all = redirectLoops({ entries: after }, HOSTS, {}, (...step) => nextStop(...step));
        const found = redirectLoops({ entries: after }, HOSTS, { table, changes });
        circles += all.length > 0 ? 1 : 0;
        // A circle has many rules, and each check may name another one of them.
        expect([found.length > 0, all]).toEqual([all.length > 0, expect.arrayContaining(found)]);
      }),
      { numRuns: 1_500, seed: SEED },
    );
    expect(circles).toBeGreaterThan(50);
  });

  test("a chain that becomes too long is refused, wherever it grows", () => {
    const link = (n: number): Redirect => ({ from: `/c/${n}`, to: `/c/${n + 1}`, status: 301 });
    const chain = Array.from({ length: 10 }, (_, n) => link(n));
    expect(isSound(chain)).toBe(true);
    const after = [...chain, link(10)];
    const changes = differingRules(chain, after);
    const table = new RedirectTable({ entries: after });
    expect(redirectLoops({ entries: after }, HOSTS, { table, changes }).map(({ pointer }) => pointer)).toEqual([
      "/entries/0",
    ]);
  });

  test.each<[string, string, [string, string]]>([
    ["patterns", "/p/q", ["/p/:x", "/:y/q"]],
    ["parameters", "/p?x=1&y=2", ["/p?x=:x", "/p?y=:y"]],
    ["two spellings that an earlier version let in", "/p", ["/P", "/p"]],
  ])("the order of %s decides where %s leads", (_, asked, [one, other]) => {
    const [path = "", query] = asked.split("?");
    const [first, second] = [one, other].map((from, n): Redirect => ({ from, to: `/to/${n}`, status: 301 })) as [
      Redirect,
      Redirect,
    ];
    let entries = [first, second];
    const rules = new RedirectRules({ stampAt: () => entries[0]?.from, get: () => ({ body: { entries } }) });
    const led = (): string | undefined => rules.table(SITE).match(path, query && `?${query}`)?.location;
    const before = led();
    entries = [second, first];
    expect(led()).toBe(new RedirectTable({ entries }).match(path, query && `?${query}`)?.location);
    expect(led()).not.toBe(before);
  });

  test("a list's differences are those of its objects, in their order", () => {
    const [a, b, c, d] = ["/a", "/b", "/c", "/d"].map((from): Redirect => ({ from, status: 410 })) as [
      Redirect,
      Redirect,
      Redirect,
      Redirect,
    ];
    const inOrder = { isReordered: false };
    expect(differingRules([a, b, c], [a, b, c])).toEqual({ removed: [], added: [], ...inOrder });
    expect(differingRules([a, b, c], [a, c])).toEqual({ removed: [b], added: [], ...inOrder });
    expect(differingRules([a, c], [d, a, b, c])).toEqual({ removed: [], added: [d, b], ...inOrder });
    expect(differingRules([], [a])).toEqual({ removed: [], added: [a], ...inOrder });
    expect(differingRules([a, b], [b, a])).toEqual({ removed: [], added: [], isReordered: true });
    expect(differingRules([a, b, c], [c, d, a])).toEqual({ removed: [b], added: [d], isReordered: true });
  });
});

const at = (n: number): Redirect => ({ from: `/from/${n}`, to: `/to/${n}`, status: 301 });
const many = (count: number): Redirect[] => Array.from({ length: count }, (_, n) => at(n));

test.each([
  [-1, true],
  [0, true],
  [1, false],
])("a table shares another with the most changes and %i: %s", (more, shares) => {
  const base = new ExactRules();
  for (const one of many(3)) base.set(one.from, one);
  let copy = base.copy();
  for (const one of many(EXACT_RULES_CHANGED_MAX + more)) copy.set(one.from, one);
  copy.delete("/from/0");
  copy = copy.copy();
  // A rule that the shared table gets now would show where it is shared. Nothing does that but this test.
  base.set("/late", at(1));
  expect(copy.has("/late")).toBe(shares);
  expect([copy.has("/from/0"), copy.has("/from/1"), base.get("/from/0")]).toEqual([false, true, at(0)]);
});

test("what a rule is asked about is right for every form of it", () => {
  const told = (one: Redirect) => {
    const { key, chars, target } = ruleFacts(one);
    expect(chars).toBe(JSON.stringify(one).length);
    expect(ruleFacts(one)).toBe(ruleFacts(one));
    return [key, target];
  };
  expect(told({ from: "/A/é/", to: "/B/", status: 301 })).toEqual(["/a/é", "/b"]);
  expect(told({ from: "/a", to: "/", status: 301 })).toEqual(["/a", "/"]);
  expect(told({ from: "/a", to: "/b?c=1", status: 301 })).toEqual(["/a", undefined]);
  expect(told({ from: "/a", to: "/b#c", status: 301 })).toEqual(["/a", undefined]);
  expect(told({ from: "/a/*", to: "/b/*", status: 301 })).toEqual(["/a/*", undefined]);
  expect(told({ from: "/a", to: "https://acme.example/b", status: 301 })).toEqual(["/a", undefined]);
  expect(told({ from: "/a", status: 410 })).toEqual(["/a", ""]);
});

describe("stored parts", () => {
  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("of the most rules and %i stay parsed: %s", async (more, stays) => {
    const { powers } = await worldWith({ home: page("/") });
    const bodies = new LongBodies(powers.sql);
    const text = JSON.stringify(Array.from({ length: LONG_PARTS_KEPT_RULES + more }, () => at(1)));
    powers.sql.all("INSERT INTO document_parts (site, name, body) VALUES (?, ?, ?)", SITE, "one", text);
    const row = JSON.stringify({ parts: ["one"] });
    const [one, other] = [0, 1].map(() => bodies.read(SITE, "redirects", row).entries[0]);
    expect(one === other).toBe(stays);
  });

  test("that a transaction took back are stored again", async () => {
    const { powers } = await worldWith({ home: page("/") });
    const bodies = new LongBodies(powers.sql);
    const entries = many(4_000);
    const undone = new Error("taken back");
    let first = "";
    expect(() =>
      powers.sql.atomically(() => {
        first = bodies.rowOf(SITE, { entries });
        bodies.read(SITE, "redirects", first);
        throw undone;
      }),
    ).toThrow(undone);
    const row = bodies.rowOf(SITE, { entries }, "");
    expect([row, bodies.read(SITE, "redirects", row)]).toEqual([first, { entries }]);
  });

  test("are divided the same way, whatever was stored before", async () => {
    const { powers } = await worldWith({ home: page("/") });
    const bodies = new LongBodies(powers.sql);
    const all = many(6_000);
    let row = bodies.rowOf(SITE, { entries: all });
    for (const entries of [
      all.slice(1),
      all.toSpliced(3_000, 2, at(9_000)),
      [at(7_000), ...all],
      all.slice(0, 5_990),
    ]) {
      bodies.read(SITE, "redirects", row);
      row = bodies.rowOf(SITE, { entries }, row);
      expect(bodies.read(SITE, "redirects", row)).toEqual({ entries });
      const { powers: other } = await worldWith({ home: page("/") });
      const alone = new LongBodies(other.sql).rowOf(SITE, { entries: structuredClone(entries) });
      expect(row).toBe(alone);
    }
  });
});

test("agents' redirects are in parts of about so many parts of the document", async () => {
  const { powers } = await worldWith({ home: page("/") });
  const bodies = new LongBodies(powers.sql);
  const row = bodies.rowOf(SITE, { entries: many(20_000) });
  const documents = {
    redirects: { stamp: () => "now" },
    redirectParts: () => bodies.partsOf(SITE, row),
  } as unknown as ConstructorParameters<typeof PublicRules>[0]["documents"];
  const rules = new PublicRules({ documents, digest: (text) => powers.digest(text), keyOf: (_, digest) => digest });
  const { parts = [], list } = (await rules.of(SITE, 1, rulesToReaders([], { origin: "" }))) ?? {};
  expect(JSON.parse(list?.text() ?? "")).toEqual({ parts: parts.map(({ key }) => key) });
  expect(parts.flatMap((one) => JSON.parse(one.text()) as Redirect[])).toEqual(many(20_000));
  const share = bodies.partsOf(SITE, row).length / parts.length;
  expect(share).toBeGreaterThan(PUBLIC_RULES_PART_SHARE / 3);
  expect(share).toBeLessThan(PUBLIC_RULES_PART_SHARE * 3);
});
