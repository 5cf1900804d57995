import { describe, expect, test } from "vitest";
import {
  FORM_ANSWER_MAX_CHARS,
  SUBMISSIONS_CHARS,
  SUBMISSIONS_READ,
  SUBMISSIONS_SEARCHED,
  SUBMISSIONS_SWEPT,
} from "../../../manifests/bounds/forms.ts";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { ExportPart } from "../../../runtime/submissions/box.ts";
import { csvLine } from "../../../runtime/submissions/csv.ts";
import type { SqlValue } from "../../../runtime/powers/powers.ts";
import { excess } from "../../support/effort.ts";
import { statementsOf } from "../languages/statements.ts";
import { page, plugin, worldOf } from "../kernel/world.ts";
import { testPowers } from "../kernel/powers.ts";

const FORM = "contact.write";
const DAY_MS = 24 * 60 * 60 * 1000;
const ALL = { before: Number.MAX_SAFE_INTEGER, unread: false, limit: 10 };

const CONTACT = {
  name: "contact",
  title: "Contact",
  fields: {
    type: "object",
    additionalProperties: false,
    properties: {
      topic: { title: "Topic", oneOf: [{ const: "boat", title: "A boat" }] },
      name: { type: "string", title: "Your name", maxLength: 100 },
    },
  },
  inputs: [{ field: "name" }],
};
const forms = plugin("drawbridge.forms", { forms: [CONTACT] } as unknown as Contributes, {});

function aBox() {
  const powers = testPowers();
  const { kernel } = worldOf(powers, [forms]);
  const { sites, submissions, documents, submissionBox: box } = kernel;
  for (const site of ["main", "other"])
    sites.create(site, {
      tenant: "t",
      origin: `https://${site}.example`,
      hostnames: [`${site}.example`],
      inputDigest: "",
      at: 0,
    });
  const add = (site: string, form: string, fields: object, keptMs = DAY_MS): number =>
    submissions.add({
      site,
      form,
      type: "drawbridge.forms/contact",
      title: "Contact",
      keptMs,
      fields: fields as Record<string, unknown>,
      personal: [],
    });
  return { powers, kernel, submissions, documents, add, box };
}

describe("lists", () => {
  test("are of one form of one site", async () => {
    const { add, box, kernel } = aBox();
    await kernel.plugins.prepare();
    const mine = add("main", FORM, { name: "a" });
    add("main", "contact.other", { name: "b" });
    add("other", FORM, { name: "c" });
    expect(box.list("main", FORM, {}, null, null)).toMatchObject({
      items: [{ id: mine, fields: { name: "a" } }],
      next: null,
      total: 1,
      unread: 1,
    });
    expect(() => box.list("main", "no.form", {}, null, null)).toThrow(expect.objectContaining({ code: "NOT_FOUND" }));
  });

  test("come with what was asked, in the words and the order of the form, as long as its plugin takes part", async () => {
    const { add, box, kernel, submissions } = aBox();
    await kernel.plugins.prepare();
    add("main", FORM, { name: "a" });
    add("main", FORM, { name: "b" });
    submissions.add({
      site: "main",
      form: FORM,
      type: "gone.plugin/form",
      title: "Gone",
      keptMs: DAY_MS,
      fields: { x: "c" },
      personal: [],
    });
    const questions = [
      { name: "name", label: "Your name", moment: false, choices: [] },
      { name: "topic", label: "Topic", moment: false, choices: [{ value: "boat", title: "A boat" }] },
    ];
    expect(box.list("main", FORM, {}, null, null).asked).toEqual([
      { type: "drawbridge.forms/contact", title: "Contact", questions },
    ]);
    expect(box.list("main", FORM, {}, null, 1).asked).toEqual([]);
  });

  test("of forms name the page of the draft each stands on, and none that is gone", () => {
    const { add, box, documents, powers } = aBox();
    for (const form of ["boats.ask", "gone.ask"]) add("main", form, { name: "a" });
    const write = (body: ReturnType<typeof page> | null, expected: number, id = "boats"): void =>
      void powers.sql.atomically(() =>
        documents.write({ site: "main", actor: "m", at: 0 }, [{ kind: "page", id, expected, body }]),
      );
    write(page("/boats"), 0);
    write(page("/old", { title: "Old" }), 0, "gone");
    write(page("/boats", { title: "Our boats" }), 1);
    write(null, 1, "gone");
    expect(box.forms("main").items.map(({ form, page: standsOn }) => [form, standsOn])).toEqual(
      expect.arrayContaining([
        ["boats.ask", { path: "/boats", title: "Our boats" }],
        ["gone.ask", null],
      ]),
    );
  });

  test.each([
    [false, 100],
    [true, 100],
    [false, 100_000],
    [true, 100_000],
  ])("find what they show, unread only %s, by an index among %i", (unread, count) => {
    const { powers, add, box } = aBox();
    add("main", FORM, { name: "a" });
    powers.sql.all(
      `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO form_submissions (number, site, form, type, at, expires_at, read, fields, personal)
       SELECT i, CASE WHEN i % 2 THEN 'main' ELSE 'other' END, ?, 'drawbridge.forms/contact', 0, 1, i % 3 = 0, '{}', '[]' FROM n`,
      count,
      FORM,
    );
    const asked: [string, SqlValue[]][] = [];
    const { all } = powers.sql;
    powers.sql.all = (query, ...values) => {
      asked.push([query, values]);
      return all(query, ...values);
    };
    const pages = [null, count / 2, 60].map((cursor) => box.list("main", FORM, { unread }, cursor, 10));
    powers.sql.all = all;
    expect(pages.map(({ items, next }) => [items.length, next === items.at(-1)?.id])).toEqual([
      [10, true],
      [10, true],
      [10, true],
    ]);
    expect(pages.flatMap(({ items }) => items).every(({ read }) => !(unread && read))).toBe(true);
    const reading = asked.filter(([query]) => /FROM form_(?:submissions|files)/.test(query));
    expect(reading.length).toBeGreaterThanOrEqual(3);
    const steps = reading.flatMap(([query, values]) =>
      all<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`, ...values),
    );
    expect(new Set(steps.map(({ detail }) => detail.replace(/_(?:form|unread) /, "_… ")))).toEqual(
      new Set([
        "SEARCH form_submissions USING INDEX form_submissions_… (site=? AND form=? AND rowid<?)",
        "SEARCH form_files USING PRIMARY KEY (submission=?)",
      ]),
    );
  });

  test("of a form keep the names of all its fields in the order of their first answer, and cost two statements", async () => {
    const { add, submissions, ...world } = aBox();
    const costs = async (fields: object): Promise<number> =>
      (await statementsOf(world, () => add("main", FORM, fields))).length;
    expect(await costs({ name: "a", topic: "boat" })).toBe(2);
    expect(await costs({ name: "a", topic: "boat" })).toBe(2);
    expect(await costs({ topic: "boat" })).toBe(2);
    expect(await costs({ topic: "boat", later: "b" })).toBe(3);
    expect(submissions.names("main", FORM)).toEqual(["name", "topic", "later"]);
    expect(submissions.totals("main")).toMatchObject([{ form: FORM, total: 4, unread: 4 }]);
  });

  test("names are given once, and never again", () => {
    const { add, submissions } = aBox();
    const last = add("main", FORM, { name: "a" });
    submissions.remove(submissions.require("main", FORM, last));
    expect(add("main", FORM, { name: "b" })).toBeGreaterThan(last);
  });
});

describe("a search", () => {
  test.each([
    [-1, null],
    [0, null],
    [1, 2],
  ])("of as many as it looks at and %i says where to go on: %s", (more, next) => {
    const { add, submissions } = aBox();
    for (let n = 0; n < SUBMISSIONS_SEARCHED + more; n += 1) add("main", FORM, { n });
    expect(submissions.search("main", FORM, "no number", ALL)).toEqual({ found: [], next });
  });

  test.each([
    [-1, ["needle"], null],
    [0, [], 2],
    [1, [], 2],
  ])("of as many characters and %i finds %j, and says where to go on: %s", (more, names, next) => {
    const { add, submissions } = aBox();
    for (const name of ["needle", "x".repeat(SUBMISSIONS_CHARS / 2 + more), "x".repeat(SUBMISSIONS_CHARS / 2)])
      add("main", FORM, { name });
    const { found, ...rest } = submissions.search("main", FORM, "needle", ALL);
    expect([found.map(({ fields }) => fields["name"]), rest]).toEqual([names, { next }]);
  });

  test.each([
    [-1, null],
    [0, null],
    [1, 2],
  ])("that finds as many as were wanted and %i says where to go on: %s", (more, next) => {
    const { add, submissions } = aBox();
    for (let n = 0; n < 10 + more; n += 1) add("main", FORM, { n: "found" });
    const answer = submissions.search("main", FORM, "found", { ...ALL, limit: 10 });
    expect([answer.found.length, answer.next]).toEqual([Math.min(10, 10 + more), next]);
  });
});

test.each([
  [-1, [2]],
  [0, [1, 1]],
  [1, [1, 1]],
])(
  "an export whose first line ends at the characters of a portion and %i has portions of %j lines",
  (more, portions) => {
    const beside = exported([""])[0]?.length ?? 0;
    const [name, last] = ["x".repeat(SUBMISSIONS_CHARS - beside + more), "last"];
    const parts = exported([name, last]);
    expect(parts.map((csv) => csv.split("\r\n").filter((line) => /^"\d/.test(line)).length)).toEqual(portions);
    expect(parts.join("")).toMatch(/^\ufeff"id".*\r\n"1",.*\r\n"2",.*,"last"\r\n$/);
  },
);

/** The parts of an export of submissions with these names. */
function exported(names: readonly string[]): string[] {
  const { add, box } = aBox();
  for (const name of names) add("main", FORM, { name });
  const parts: string[] = [];
  for (let from: ExportPart["next"] | undefined = null; from !== undefined;) {
    const { csv, next } = box.export("main", FORM, from);
    parts.push(csv);
    from = next ?? undefined;
  }
  return parts;
}

test.each([SUBMISSIONS_READ - 1, SUBMISSIONS_READ, SUBMISSIONS_READ + 1, SUBMISSIONS_READ * 2])(
  "of %i submissions few are in memory at once, and a deletion of expired ones reads no answers",
  (count) => {
    const { add, box, powers, submissions } = aBox();
    for (let n = 0; n < count; n += 1) add("main", FORM, { name: `${n}` });
    const read: (readonly object[])[] = [];
    const { all } = powers.sql;
    powers.sql.all = <Row extends object>(query: string, ...values: SqlValue[]): Row[] => {
      const rows = all<Row>(query, ...values);
      if (rows.some((row) => "fields" in row)) read.push(rows);
      return rows;
    };
    expect(submissions.search("main", FORM, "no name", ALL)).toEqual({ found: [], next: null });
    expect(box.export("main", FORM, null).csv.split("\r\n")).toHaveLength(count + 2);
    expect(read.flat()).toHaveLength(count * 2);
    expect(Math.max(...read.map(({ length }) => length))).toBe(Math.min(count, SUBMISSIONS_READ));
    powers.clock.now += DAY_MS;
    submissions.sweep();
    expect(submissions.totals("main")).toEqual([]);
    expect(read.flat()).toHaveLength(count * 2);
  },
);

test.each([SUBMISSIONS_SWEPT - 1, SUBMISSIONS_SWEPT, SUBMISSIONS_SWEPT + 1])(
  "of %i expired ones, as many go at once as fit",
  (count) => {
    const { powers, add, submissions } = aBox();
    for (let n = 0; n < count; n += 1) add("main", FORM, { n });
    powers.clock.now += DAY_MS - 1;
    submissions.sweep();
    expect(submissions.totals("main")).toMatchObject([{ total: count }]);
    powers.clock.now += 1;
    submissions.sweep();
    expect(submissions.totals("main")[0]?.total ?? 0).toBe(Math.max(0, count - SUBMISSIONS_SWEPT));
    submissions.sweep();
    expect(submissions.totals("main")).toEqual([]);
    expect(submissions.nextExpiry()).toBeUndefined();
  },
);

test("an export has a column for every question that was ever answered, in the order they came up", () => {
  const { add, box } = aBox();
  add("main", FORM, { name: "a", food: ["x", "y"] });
  add("main", FORM, { places: -3, name: "b", yes: true });
  const { csv, next } = box.export("main", FORM, null);
  expect(next).toBeNull();
  expect(csv.split("\r\n").map((line) => line.replace(/^\ufeff/, ""))).toEqual([
    '"id","sent","form","read","confirmed","name","food","places","yes"',
    expect.stringMatching(/,"no","","a","x; y","",""$/),
    expect.stringMatching(/,"no","","b","","-3","true"$/),
    "",
  ]);
});

test.each(["\n", ";", " ;", "\n ", "\t \u200b"])(
  "an export takes no longer for answers of nothing but %j",
  async (sign) => {
    const message = `a${sign.repeat(FORM_ANSWER_MAX_CHARS / sign.length - 1)}b`;
    const row = {
      id: 1,
      site: "main",
      form: FORM,
      type: "a.b/c",
      at: 0,
      expiresAt: 0,
      read: false,
      personal: [],
      fields: { message },
    };
    expect(
      await excess(() => Array.from({ length: 20 }, () => csvLine(row, undefined, ["message"], String)), 20),
    ).toBeUndefined();
  },
);
