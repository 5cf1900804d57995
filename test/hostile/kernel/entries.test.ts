/** Attacks through content types: values that want to be more than values, and lists that want to show more. */
import { describe, expect, test } from "vitest";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { ENTRY } from "../../../runtime/documents/content/entry.ts";
import { EVENT, EVENTS, event, eventsPlugin, listOf } from "../../runtime/entries/events.ts";
import { PACK, SITE, page, plugin, textSection, worldWith, type World } from "../../runtime/kernel/world.ts";

const codeOf = async (run: Promise<unknown>): Promise<string> => {
  try {
    await run;
    return "accepted";
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
};

const site = (): Promise<World> =>
  worldWith({ home: page("/"), list: listOf("upcoming"), gig: event("/gig", { start: "2030-05-01" }) }, EVENTS);

describe("a value", () => {
  test.each(["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ site.name }}", "--><b>"])(
    "%s is text in the page, in lists and in the draft",
    async (place) => {
      const world = await site();
      await world.write("gig", event("/gig", { start: "2030-05-01", place }));
      await world.run("publish", {});
      for (const path of ["/gig", "/upcoming"])
        expect(await world.html(path)).not.toMatch(/<script>alert|<img|--><b>|Test site 2030/);
      expect((await world.kernel.draft.answer(SITE, "/gig")).body).not.toMatch(/<script>alert|<img src=x/);
    },
  );

  test.each(["__proto__", "constructor", "toString"])("named %s is never stored", async (name) => {
    const world = await site();
    const fields = JSON.parse(`{ "${name}": "x" }`) as object;
    const edit = world.run("page.edit", {
      page: "gig",
      expected: 1,
      operations: [{ op: "set", section: ENTRY, fields }],
    });
    await codeOf(edit);
    const { values = {} } = world.kernel.documents.get(SITE, "page", "gig")?.body ?? {};
    expect([Object.keys(values), Object.getPrototypeOf(values)]).toEqual([["start"], Object.prototype]);
  });
});

test("a member's section cannot take the id of an entry's values", async () => {
  const world = await site();
  const body = page("/other", { sections: [textSection("x", ENTRY)] });
  expect(await codeOf(world.write("other", body))).toBe("INVALID_REQUEST");
});

test("a plugin has its own types only, however it names them", async () => {
  const thief = plugin(
    "evil.events",
    { contentTypes: [{ ...eventsPlugin().manifest.contributes.contentTypes?.[0] }] } as never,
    {
      "event.liquid": "<p>stolen</p>",
    },
  );
  const world = await worldWith({ home: page("/"), gig: event("/gig", { start: "2030-05-01" }) }, [...EVENTS, thief]);
  expect(await world.html("/gig")).not.toContain("stolen");
});

test("a visitor's query asks nothing of a list", async () => {
  const world = await site();
  expect(await world.html("/upcoming?where[place]=x&type=other&order=-start")).not.toContain("gig2");
  expect(await world.html("/upcoming")).toContain("<i>gig </i>");
});

describe("a list whose filter cannot be asked", () => {
  const pages = {
    home: page("/"),
    list: listOf("wanted"),
    old: event("/old", { start: "1990-05-01" }),
  };
  test.each<[string, object]>([
    ["of a type that no plugin has", { type: "acme.gone/event", where: { start: { from: "today" } } }],
    ["by a field that the type does not index", { type: EVENT, where: { about: { eq: "x" } } }],
    ["by a literal of another kind", { type: EVENT, where: { price: { eq: "x" } } }],
  ])("%s shows nothing, and not everything", async (_what, query) => {
    const world = await worldWith(pages, [...PACK, eventsPlugin({}, { wanted: query })]);
    expect(await world.html("/wanted")).not.toContain("old");
  });

  test("of a plugin that is disabled is still asked", async () => {
    const lists = plugin(
      "acme.lists",
      {
        sections: eventsPlugin({}, { wanted: { type: EVENT, where: { start: { from: "today" } } } }).manifest
          .contributes.sections,
      } as never,
      { "list.liquid": "{% for e in queries.found %}<i>{{ e.title }}</i>{% endfor %}" },
    );
    const world = await worldWith(
      {
        ...pages,
        list: page("/wanted", { sections: [{ id: "l", type: "acme.lists/wanted", fields: {} }] }),
        late: event("/late", { start: "2999-01-01" }),
      },
      [...EVENTS, lists],
    );
    await world.run("plugin.state", { plugin: "acme.events", state: "disabled" });
    await world.run("publish", {});
    expect((await world.html("/wanted")).match(/<i>\w+<\/i>/g)).toEqual(["<i>late</i>"]);
    const { contentTypes, inactiveTypes } = world.kernel.reads.catalogue(SITE);
    expect(contentTypes).toEqual([]);
    expect(inactiveTypes).toMatchObject([{ type: EVENT, plugin: { id: "acme.events", version: "1.0.0" } }]);
    const { items } = world.kernel.reads.entries(SITE, { type: EVENT, cursor: "" }, 50);
    expect(items.map(({ id }) => id)).toContain("late");
  });
});

test("a list of all pages has the values of entries also before anybody asks for their type", async () => {
  const world = await site();
  world.powers.sql.all("DELETE FROM entry_index");
  world.powers.sql.all("DELETE FROM entry_types");
  const { lists } = world.kernel.documents;
  const found = lists.query(SITE, "", { order: "path" }, world.kernel.documents.change(SITE), 0);
  expect(found.find(({ id }) => id === "gig")?.values).toEqual({ start: "2030-05-01" });
});
