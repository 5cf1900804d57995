/** Attacks through the values that a list shows: markup, too many, and fields that are not what they were. */
import { describe, expect, test } from "vitest";
import { EXCERPT_MAX_CHARS, SHOWN_VALUES_MAX } from "../../../manifests/bounds/fields.ts";
import { LIST_PAGE_MAX_ENTRIES } from "../../../manifests/bounds/manifest.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { EVENT, event } from "../../runtime/entries/events.ts";
import { putTypes } from "../../runtime/entries/ownTypes.ts";
import {
  BASICS,
  listPage,
  price,
  PRICE_FIELDS,
  priceList,
  pricesWorld,
  priceType,
} from "../../runtime/entries/priceList.ts";
import { page, worldWith } from "../../runtime/kernel/world.ts";

const EVIL = `"><img src=x onerror=alert(1)><script>alert(2)</script>{{ site.name }}{% raw %}`;

describe("a value", () => {
  test.each(["table", "cards", "rows"])(
    "with markup is text in a list as %s, and links lead to no script",
    async (variant) => {
      const values = {
        unit: EVIL,
        about: `${EVIL} [x](javascript:alert(3))`,
        tags: [EVIL],
        photo: { src: "/media/cut.jpg", alt: EVIL, width: 4, height: 3 },
      };
      const type = priceType({ ...PRICE_FIELDS, unit: { ...PRICE_FIELDS.unit, title: "A <b> & {{ x }}" } });
      const show = ["unit", "about", "tags", "photo"].map((field) => ({ field }));
      const world = await pricesWorld({ cut: price("Cut", values) }, show, { variant }, type);
      const html = await world.html("/prices");
      expect(html).toContain("A &lt;b&gt; &amp; {{ x }}");
      expect(html).toContain("&lt;script&gt;alert(2)&lt;/script&gt;{{ site.name }}");
      expect(html).not.toMatch(/<script>alert|<img src=x|="javascript:|<b>/);
      expect((await world.kernel.draft.answer("main", "/prices")).body).not.toMatch(/<script>alert|<img src=x/);
      expect(await world.html("/prices.md")).not.toMatch(/<script>|<img|\]\(javascript/);
    },
  );

  test("with a bar or a line break ends no cell of the Markdown", async () => {
    const world = await pricesWorld(
      { cut: price("Cut", { tags: ["a | b"], about: "one\n\n| two |" }, { title: "Cut | b" }) },
      [{ field: "tags" }, { field: "about" }],
    );
    const row = (await world.html("/prices.md")).split("\n").find((line) => line.startsWith("| Cut")) ?? "";
    expect(row.match(/(?<!\\)\|/g)).toHaveLength(4);
  });

  test.each([
    [EXCERPT_MAX_CHARS - 1, EXCERPT_MAX_CHARS - 1],
    [EXCERPT_MAX_CHARS, EXCERPT_MAX_CHARS],
    [EXCERPT_MAX_CHARS + 1, EXCERPT_MAX_CHARS + 1],
  ])("of %i letters of formatted text is cut to its beginning", async (length, shownLength) => {
    const world = await pricesWorld({ cut: price("Cut", { about: "a".repeat(length) }) }, [{ field: "about" }]);
    const [, text = ""] = /<bdi>([^<]*)<\/bdi>/.exec(await world.html("/prices")) ?? [];
    expect([text.length, text.endsWith("…")]).toEqual([shownLength, length > EXCERPT_MAX_CHARS]);
  });

  test("of an earlier kind shows nothing, and a page that is gone no link", async () => {
    const world = await pricesWorld({ cut: price("Cut", { unit: "7", like: ["home"] }) }, [
      { field: "unit" },
      { field: "like" },
    ]);
    await putTypes(
      world,
      priceType({ ...PRICE_FIELDS, unit: { type: "boolean", title: "Unit" } }, { converted: ["unit"] }),
    );
    await world.run("publish", {});
    expect(await world.html("/prices")).toContain('<td class="is-boolean"></td>');
    await world.write("other", page("/other", { title: "Other" }));
    await world.write("cut", price("Cut", { like: ["other"] }));
    await world.run("publish", {});
    expect(await world.html("/prices")).toContain('<a href="/other"><bdi>Other</bdi></a>');
    await world.write("other", null);
    await world.run("publish", {});
    expect(await world.html("/prices")).not.toContain("Other");
  });
});

describe("the choice", () => {
  const shown = (count: number) => Array.from({ length: count }, (_, index) => ({ field: `f${index}` }));

  test.each([
    [SHOWN_VALUES_MAX - 1, "accepted"],
    [SHOWN_VALUES_MAX, "accepted"],
    [SHOWN_VALUES_MAX + 1, "INVALID_REQUEST"],
  ])("of %i values is %s", async (count, outcome) => {
    const world = await worldWith({ home: page("/") }, BASICS);
    const wrote = world.write("list", listPage(shown(count))).then(
      () => "accepted",
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    );
    expect(await wrote).toBe(outcome);
  });

  test.each(["__proto__", "constructor", "toString", "#values"])("of a field named %s shows nothing", async (field) => {
    const world = await worldWith({ home: page("/"), gig: event("/gig", { start: "2026-05-01" }) }, BASICS);
    const body = listPage([{ field }, { field: "start" }], { type: EVENT });
    await world.write("list", body).catch((error: unknown) => expect(error).toBeInstanceOf(Refusal));
    await world.run("publish", {});
    const html = await world.html("/prices");
    if (html.includes("<table>")) expect([...html.matchAll(/<th scope="col">/g)]).toHaveLength(2);
  });

  test("of twenty values of a hundred entries is drawn within the work of a section", async () => {
    const names = Array.from({ length: SHOWN_VALUES_MAX }, (_, index) => `f${index}`);
    const kinds = [
      { type: "number", currency: "EUR" },
      { type: "string", format: "date" },
      { $ref: "drawbridge:text" },
    ];
    const values = [1234.5, "2026-05-01", "x".repeat(60)];
    const fields = Object.fromEntries(names.map((name, at) => [name, { ...kinds[at % 3], title: name }]));
    const given = Object.fromEntries(names.map((name, at) => [name, values[at % 3]]));
    const pages = Object.fromEntries(
      Array.from({ length: LIST_PAGE_MAX_ENTRIES }, (_, at) => [`p${at}`, price(`P${at}`, given)]),
    );
    const look = { fields: { size: LIST_PAGE_MAX_ENTRIES, further: true } };
    const show = names.map((field) => ({ field }));
    const world = await pricesWorld(pages, show, look, priceType(fields, { index: [] }));
    expect([...(await world.html("/prices")).matchAll(/<td/g)]).toHaveLength(SHOWN_VALUES_MAX * LIST_PAGE_MAX_ENTRIES);
    await world.write("list", listPage(show, { ...look, variant: "cards" }));
    await world.run("publish", {});
    expect([...(await world.html("/prices")).matchAll(/<dd/g)]).toHaveLength(SHOWN_VALUES_MAX * LIST_PAGE_MAX_ENTRIES);
  });
});

describe("a field of the type", () => {
  test("that is renamed keeps its place in the list, its condition and its order", async () => {
    const { unit, ...others } = PRICE_FIELDS;
    const look = { variant: "cards", where: [{ field: "unit", is: "eq", value: "head" }], order: "unit" };
    const pages = { cut: price("Cut", { unit: "head" }), beard: price("Beard", { unit: "beard" }) };
    const world = await pricesWorld(pages, [{ field: "unit" }], look, priceType(PRICE_FIELDS, { index: ["unit"] }));
    const renamed = priceType(
      { ...others, per: { ...unit, title: "Per" } },
      { index: ["per"], renamed: { unit: "per" } },
    );
    await putTypes(world, renamed);
    await world.run("publish", {});
    const markdown = await world.html("/prices.md");
    expect([markdown.includes("- Cut\n  - Per: head"), markdown.includes("Beard")]).toEqual([true, false]);
  });

  test("that is removed takes its column away, and a type that is removed all values", async () => {
    const pages = { cut: price("Cut", { unit: "head", amount: 3 }) };
    const world = await pricesWorld(pages, [{ field: "unit" }, { field: "amount" }]);
    const { unit: _, ...others } = PRICE_FIELDS;
    await putTypes(world, priceType(others));
    await world.run("publish", {});
    expect([...(await world.html("/prices")).matchAll(/<th scope="col"/g)]).toHaveLength(2);
    await putTypes(world);
    await world.run("publish", {});
    const html = await world.html("/prices");
    expect([html.includes("Cut"), /<t[dh]|head/.test(html.slice(html.indexOf("<main>")))]).toEqual([true, false]);
  });
});

test("entries of a plugin that is gone stay in no list, and the page stays", async () => {
  const gig = event("/gig", { start: "2026-05-01", place: "Quay" });
  const list = page("/prices", { sections: [priceList([{ field: "place" }], { type: EVENT })] });
  const world = await worldWith({ home: page("/"), gig, list }, BASICS);
  await world.run("publish", {});
  expect(await world.html("/prices")).toContain("Quay");
  const without = world.restart(BASICS.filter(({ manifest }) => manifest.id !== "acme.events"));
  await without.write("home", page("/", { title: "New" }));
  await without.run("publish", {});
  expect(await without.statusOf("/prices")).toBe(200);
});
