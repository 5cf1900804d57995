import { beforeAll, describe, expect, test } from "vitest";
import {
  CATALOGUE_REDIRECTS_MAX,
  LONG_BODY_MIN_CHARS,
  LONG_BODY_PART_LEAST_RULES,
  LONG_BODY_PART_MAX_CHARS,
  LONG_BODY_PART_RULES,
  REDIRECT_TABLES_KEPT_RULES,
  REDIRECTS_EDITED_MAX,
  REDIRECTS_MAX_BYTES,
  REDIRECTS_MAX_ENTRIES,
} from "../../../manifests/bounds/documents.ts";
import { JSON_MAX_ITEMS } from "../../../manifests/bounds/json.ts";
import { LongBodies } from "../../../runtime/documents/longBodies.ts";
import { RedirectRules } from "../../../runtime/documents/redirectRules.ts";
import type { Redirect } from "../../../runtime/documents/content/content.ts";
import { listedRules, type RulesAsked } from "../../../runtime/editing/redirects/listed.ts";
import type { RulesList } from "../../../runtime/serving/rules/publicRules.ts";
import type { RedirectsEdit } from "../../../runtime/editing/redirects/edited.ts";
import { SITE, page, worldWith, type World } from "../kernel/world.ts";

const COUNT = 3_000;
const rule = (n: number, to = `/posts/a-post-with-a-long-name-${n}`): Redirect => ({
  from: `/blog/2024/05/a-post-with-a-long-name-${n}`,
  to,
  status: 301,
});

/** A site with so many redirects that they are stored in parts. */
let world: World;
const now = () => world.kernel.documents.only(SITE, "redirects");
const rows = (table: string): number =>
  world.powers.sql.all<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)[0]?.n ?? 0;
const stored = (): number =>
  Math.max(
    ...world.powers.sql
      .all<{ n: number }>("SELECT length(body) AS n FROM documents WHERE kind = 'redirects'")
      .map(({ n }) => n),
  );
const led = async (path: string) => (await world.kernel.published.answer(SITE, path, "")).headers["Location"];
const edit = (expected: number, wanted: RedirectsEdit) =>
  world.run<{ inverse: Required<RedirectsEdit>; versions: { version: number }[] }>("redirects.edit", {
    expected,
    ...wanted,
  });
const refused = async (
  expected: number,
  wanted: object,
): Promise<{ code: string; detail: { issues?: { pointer: string }[] } }> =>
  world.run("redirects.edit", { expected, ...wanted }).then(
    () => Promise.reject(new Error("nothing was refused")),
    (error: unknown) => error as { code: string; detail: { issues?: { pointer: string }[] } },
  );

beforeAll(async () => {
  world = await worldWith({ home: page("/") });
  await world.run("redirects.put", {
    expected: now().version,
    body: { entries: Array.from({ length: COUNT }, (_, n) => rule(n)) },
  });
  await world.run("publish", {});
});

describe("many redirects", () => {
  test("are stored in parts, and a change of one writes one part anew", async () => {
    expect(stored()).toBeLessThan(2_000);
    const [before, { version, body }] = [rows("document_parts"), now()];
    await edit(version, { put: [{ redirect: rule(1_500, "/elsewhere") }] });
    expect(rows("document_parts")).toBe(before + 1);
    expect(now().body.entries).toEqual(body.entries.with(1_500, rule(1_500, "/elsewhere")));
    await world.run("publish", {});
    expect([await led(rule(1_500).from), await led(rule(1_499).from)]).toEqual([
      "/elsewhere",
      rule(1_499).from.replace("/blog/2024/05", "/posts"),
    ]);
  });

  test("are a value of their own beside the catalogue, which a publication without redirects leaves alone", async () => {
    const [store, puts] = [new Map<string, string>(), [] as string[]];
    const places = {
      put: async (key: string, value: string) => void (puts.push(key), store.set(key, value)),
      delete: async (key: string) => void store.delete(key),
      purge: async () => undefined,
    };
    const carry = () => world.kernel.publicContent.refresh(SITE, world.kernel.sites.get(SITE).sequence, places);
    const named = () => puts.filter((key) => key.includes("/redirects/"));
    await carry();
    const [catalogue] = [...store].flatMap(([key, value]) => (key.includes("/catalogue/") ? [value] : []));
    const { rules = "" } = JSON.parse(catalogue ?? "") as { rules?: string };
    const { parts } = JSON.parse(store.get(rules) ?? "") as RulesList;
    const all = parts.flatMap((key) => JSON.parse(store.get(key) ?? "") as Redirect[]);
    expect(all).toEqual(now().body.entries);
    expect(named().toSorted()).toEqual([rules, ...parts].toSorted());
    await world.run("page.create", { id: "more", body: page("/more") });
    await world.run("publish", {});
    await carry();
    expect(named()).toHaveLength(1 + parts.length);
    await edit(now().version, { put: [{ redirect: rule(40, "/forty") }] });
    await world.run("publish", {});
    await carry();
    // The changed part, and the list that names it.
    expect(named()).toHaveLength(1 + parts.length + 2);
    expect(parts.length).toBeGreaterThan(1);
  });

  test("are as they were after an edit and its inverse, and nothing waits for publication", async () => {
    const { version, body } = now();
    const parts = rows("document_parts");
    const { inverse } = await edit(version, {
      remove: [rule(0).from, rule(7).from, rule(2_999).from],
      put: [{ redirect: { from: "/new", to: "/", status: 302 } }, { redirect: rule(9, "/nine") }],
    });
    expect(inverse).toEqual({
      remove: ["/new"],
      put: [0, 7, 9, 2_999].map((n) => ({ redirect: rule(n), index: n })),
    });
    await edit(version + 1, inverse);
    expect(now().body).toEqual(body);
    expect(rows("document_parts")).toBeGreaterThan(parts);
    expect(await world.kernel.reads.changes(SITE)).toMatchObject({ documents: [] });
  });

  test("keep an edit of an earlier version whose redirects are the same since", async () => {
    const { version } = now();
    await edit(version, { put: [{ redirect: rule(20, "/twenty") }] });
    await edit(version, { put: [{ redirect: rule(21, "/one-more") }] });
    expect(now().body.entries.slice(20, 22)).toEqual([rule(20, "/twenty"), rule(21, "/one-more")]);
    expect(await refused(version, { put: [{ redirect: rule(20, "/mine") }] })).toMatchObject({ code: "STALE_VERSION" });
    expect(await refused(version, { remove: [rule(21).from.toUpperCase()] })).toMatchObject({ code: "STALE_VERSION" });
  });

  test("say which redirect of an edit is refused", async () => {
    const put = [{ redirect: rule(30, "/thirty") }, { redirect: { from: "/api/x", to: "/", status: 301 } }];
    const { detail } = await refused(now().version, { put });
    expect(detail.issues).toMatchObject([{ pointer: "/put/1/redirect/from" }]);
    const circle = [{ redirect: { from: "/round", to: "/round/", status: 301 } }];
    expect((await refused(now().version, { put: circle })).detail.issues).toMatchObject([
      { pointer: "/put/0/redirect" },
    ]);
  });

  test.each([
    [REDIRECTS_EDITED_MAX - 1, "taken"],
    [REDIRECTS_EDITED_MAX, "taken"],
    [REDIRECTS_EDITED_MAX + 1, "INVALID_REQUEST"],
  ])("%i of them in one edit: %s", async (count, outcome) => {
    const remove = Array.from({ length: count }, (_, n) => `/none/${n}`);
    const done = edit(now().version, { remove }).then(
      () => "taken",
      ({ code }: { code: string }) => code,
    );
    expect(await done).toBe(outcome);
  });

  test("are listed some at a time, by their words", () => {
    const list = (asked: RulesAsked) => listedRules(1, now().body, asked);
    expect(list({ limit: 2 })).toEqual({ version: 1, items: now().body.entries.slice(0, 2), total: COUNT, next: 2 });
    expect(list({ cursor: COUNT - 1 })).toMatchObject({ items: [rule(COUNT - 1)], next: null });
    expect(list({ text: "NAME-29" })).toMatchObject({ total: 111, next: 50 });
    expect(list({ text: "nothing" })).toEqual({ version: 1, items: [], total: 0, next: null });
  });

  test("come back with an earlier version, and the parts of forgotten versions are deleted", async () => {
    const { version } = now();
    await world.run("redirects.restore", { expected: version, version: 2 });
    expect(now().body.entries).toEqual(Array.from({ length: COUNT }, (_, n) => rule(n)));
    const before = rows("document_parts");
    world.kernel.retention.forgetUnseen(SITE, 1);
    expect(rows("document_parts")).toBeLessThan(before);
    expect(now().body.entries).toHaveLength(COUNT);
    expect(await led(rule(1_500).from)).toBe("/elsewhere");
  });
});

test("as many redirects as a site may have come in one list of JSON", () => {
  expect(JSON_MAX_ITEMS).toBe(REDIRECTS_MAX_ENTRIES);
});

describe("the bounds of many redirects", () => {
  const long = (length: number): Redirect => ({ from: `/${"x".repeat(length)}`, status: 410 });

  /** Redirects with so many characters as JSON: some of such lengths, and one with the rest. */
  const sized = (chars: number, others: readonly number[] = []): { entries: Redirect[] } => {
    const first = others.map(long);
    return { entries: [...first, long(chars - JSON.stringify({ entries: [...first, long(0)] }).length)] };
  };

  /** So many long rules, of which each would end a part if it were only for its mark. */
  const endings = (count: number): Redirect[] => {
    const found: Redirect[] = [];
    for (let n = 0; found.length < count; n++) {
      const from = `/${n}`;
      let mark = 0x811c9dc5;
      for (const char of from) mark = Math.imul(mark ^ char.charCodeAt(0), 0x01000193);
      if ((mark >>> 0) % LONG_BODY_PART_RULES === 0) found.push({ from, to: `/${"x".repeat(2_000)}`, status: 301 });
    }
    return found;
  };

  test.each([
    [-1, false],
    [0, true],
    [1, true],
  ])("of the fewest characters and %i are in parts: %s", (more, isParted) => {
    const body = sized(LONG_BODY_MIN_CHARS + more);
    const bodies = new LongBodies(world.powers.sql);
    const row = bodies.rowOf(SITE, body);
    expect([row.startsWith('{"parts":'), bodies.read(SITE, "redirects", row)]).toEqual([isParted, body]);
  });

  test("a part has some rules, and never too many characters", () => {
    const parts = world.powers.sql.all<{ body: string }>("SELECT body FROM document_parts");
    expect(Math.max(...parts.map(({ body }) => body.length))).toBeLessThanOrEqual(LONG_BODY_PART_MAX_CHARS);
    const { entries } = now().body;
    const { parts: names } = JSON.parse(new LongBodies(world.powers.sql).rowOf(SITE, { entries })) as {
      parts: string[];
    };
    expect(names.length).toBeGreaterThan(entries.length / LONG_BODY_PART_RULES / 4);
    expect(names.length).toBeLessThan((entries.length / LONG_BODY_PART_RULES) * 4);
  });

  test.each([
    [-1, 2],
    [0, 2],
    [1, 3],
  ])("of two least parts and %i rules, each of which would end a part, are in %i parts", (more, parts) => {
    const entries = endings(2 * LONG_BODY_PART_LEAST_RULES + more);
    const row = new LongBodies(world.powers.sql).rowOf(SITE, { entries });
    expect((JSON.parse(row) as { parts: string[] }).parts).toHaveLength(parts);
  });

  test("another document is never read from parts", () => {
    const row = JSON.stringify({ parts: ["none"] });
    expect(new LongBodies(world.powers.sql).read(SITE, "page", row)).toEqual({ parts: ["none"] });
  });

  test.each([
    [-1, false],
    [0, false],
    [1, true],
  ])("of the most bytes and %i, in two parts of an archive, are refused: %s", async (more, broken) => {
    const small = await worldWith({ home: page("/") });
    const bodies = new LongBodies(small.powers.sql);
    const { entries } = sized(REDIRECTS_MAX_BYTES + more, [LONG_BODY_PART_MAX_CHARS]);
    const names = entries.map((entry, at) => {
      const name = `part-${at}`;
      const part = JSON.stringify([entry]);
      small.powers.sql.all("INSERT INTO document_parts (site, name, body) VALUES (?, ?, ?)", SITE, name, part);
      return name;
    });
    const row = JSON.stringify({ parts: names });
    expect((JSON.parse(row) as { parts: string[] }).parts).toHaveLength(2);
    small.powers.sql.all("UPDATE documents SET body = ? WHERE kind = 'redirects'", row);
    expect(bodies.areBroken()).toBe(broken);
  });

  test.each([
    [-1, "stored"],
    [0, "stored"],
    [1, "TOO_LARGE"],
  ])("of the most bytes and %i are %s", (more, outcome) => {
    const bodies = new LongBodies(world.powers.sql);
    let found = "stored";
    try {
      bodies.rowOf(SITE, sized(REDIRECTS_MAX_BYTES + more));
    } catch (error) {
      found = (error as { code: string }).code;
    }
    expect(found).toBe(outcome);
  });

  test.each([
    [-2, true],
    [-1, true],
    [0, false],
  ])("tables of the most rules and %i stay: %s", (more, stays) => {
    const body = { entries: Array.from({ length: REDIRECT_TABLES_KEPT_RULES + more }, () => rule(1)) };
    const rules = new RedirectRules({ stampAt: () => "1", get: () => ({ body }) });
    expect(rules.table(SITE) === rules.table(SITE)).toBe(stays);
  });

  test.each([
    [-1, false],
    [0, false],
    [1, true],
  ])("of the most in a catalogue and %i are apart: %s", async (more, isApart) => {
    const small = await worldWith({ home: page("/") });
    const entries = Array.from({ length: CATALOGUE_REDIRECTS_MAX + more }, (_, n) => rule(n));
    await small.run("redirects.put", { expected: 1, body: { entries } });
    await small.run("publish", {});
    const keys: string[] = [];
    const nothing = async (): Promise<void> => undefined;
    const places = { put: async (key: string) => void keys.push(key), delete: nothing, purge: nothing };
    await small.kernel.publicContent.refresh(SITE, small.kernel.sites.get(SITE).sequence, places);
    expect(keys.some((key) => key.includes("/redirects/"))).toBe(isApart);
  });
});
