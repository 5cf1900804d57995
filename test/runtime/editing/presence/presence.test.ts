import { describe, expect, test } from "vitest";
import {
  PRESENCE_CHANGES_LISTED,
  PRESENCE_KEPT_MS,
  PRESENCE_PLACES_KEPT,
  PRESENCE_PLACES_PER_MEMBER,
} from "../../../../manifests/bounds/editor.ts";
import { Presence } from "../../../../runtime/editing/presence/presence.ts";
import {
  presenceOf,
  type PresenceAsked,
  type PresenceView,
} from "../../../../runtime/editing/presence/presenceView.ts";
import { OTHER_SITE, box, editingWorld } from "../editingWorld.ts";
import { SITE, page, textSection, type World } from "../../kernel/world.ts";

const here = (member: string, of = "home", section: string | null = null) => ({ member, page: of, section });

describe("a place", () => {
  test.each([
    [PRESENCE_KEPT_MS - 1, 1],
    [PRESENCE_KEPT_MS, 0],
    [PRESENCE_KEPT_MS + 1, 0],
    [-PRESENCE_KEPT_MS, 0],
  ])("is known %i ms later by %i", (later, people) => {
    const clock = { at: 1_000_000 };
    const presence = new Presence({ now: () => clock.at });
    presence.note("main", here("m1"));
    clock.at += later;
    expect(presence.places("main")).toHaveLength(people);
  });

  test("is the last one a member named on each page, and no other site knows it", () => {
    const presence = new Presence({ now: () => 1 });
    presence.note("main", here("m1", "home", "a"));
    presence.note("main", here("m1", "about"));
    presence.note("main", here("m1", "home", "b"));
    expect(presence.places("main")).toEqual([here("m1", "home", "b"), here("m1", "about")]);
    expect(presence.places("other")).toEqual([]);
  });

  test.each([
    [PRESENCE_PLACES_KEPT - 1, PRESENCE_PLACES_KEPT - 1],
    [PRESENCE_PLACES_KEPT, PRESENCE_PLACES_KEPT],
    [PRESENCE_PLACES_KEPT + 1, PRESENCE_PLACES_KEPT],
  ])("of %i members: %i are known", (members, known) => {
    const presence = new Presence({ now: () => 1 });
    for (let n = 0; n < members; n += 1) presence.note("main", here(`m${n}`));
    expect(presence.places("main")).toHaveLength(known);
  });

  test.each([
    [PRESENCE_PLACES_PER_MEMBER - 1, PRESENCE_PLACES_PER_MEMBER - 1, "p0"],
    [PRESENCE_PLACES_PER_MEMBER, PRESENCE_PLACES_PER_MEMBER, "p0"],
    [PRESENCE_PLACES_PER_MEMBER + 1, PRESENCE_PLACES_PER_MEMBER, "p1"],
  ])("of one member on %i pages: %i are known, the oldest %s", (pages, known, oldest) => {
    const presence = new Presence({ now: () => 1 });
    for (let n = 0; n < pages; n += 1) presence.note("main", here("m1", `p${n}`));
    const places = presence.places("main");
    expect([places.length, places.at(-1)?.page]).toEqual([known, oldest]);
  });

  test("named again pushes no other of the same member out", () => {
    const presence = new Presence({ now: () => 1 });
    for (let n = 0; n < PRESENCE_PLACES_PER_MEMBER; n += 1) presence.note("main", here("m1", `p${n}`));
    presence.note("main", here("m1", "p5", "a"));
    expect(presence.places("main")).toHaveLength(PRESENCE_PLACES_PER_MEMBER);
  });

  test("of somebody stays while another member opens more pages than the site has places", () => {
    const presence = new Presence({ now: () => 1 });
    presence.note("main", here("m2"));
    for (let n = 0; n <= PRESENCE_PLACES_KEPT; n += 1) presence.note("main", here("m1", `p${n}`));
    expect(presence.places("main")).toContainEqual(here("m2"));
  });

  test("ends with the membership", () => {
    const presence = new Presence({ now: () => 1 });
    for (const member of ["m1", "m2"]) for (const page of ["home", "about"]) presence.note("main", here(member, page));
    presence.endMember("main", "m1");
    expect(presence.places("main").map(({ member }) => member)).toEqual(["m2", "m2"]);
  });
});

const world = (): Promise<World> =>
  editingWorld({
    home: page("/"),
    about: page("/about", { sections: [textSection("One", "a"), box("c", textSection("Three", "d"))] }),
  });
const ask = (of: World, asked: Partial<PresenceAsked> = {}): PresenceView =>
  presenceOf(of.kernel, SITE, { member: "m1", ...asked });
const set = (of: World, expected: number, section: string) =>
  of.run("page.edit", {
    page: "about",
    expected,
    operations: [{ op: "set", section, fields: { text: `New ${expected}` } }],
  });

describe("a poll", () => {
  test("says who is on which page and section", async () => {
    const of = await world();
    ask(of, { member: "m2", page: "about", section: "d" });
    expect(ask(of, { page: "home" }).people).toEqual([here("m1", "home"), here("m2", "about", "d")]);
  });

  test("of a page that is not there notes no place, also where another site has it", async () => {
    const of = await world();
    ask(of, { page: "hidden" });
    presenceOf(of.kernel, OTHER_SITE, { member: "m9", page: "hidden" });
    expect(ask(of).people).toEqual([]);
  });

  test("says what changed since, and which sections of the page it is about", async () => {
    const of = await world();
    const { change } = ask(of);
    expect(ask(of, { since: change }).changes).toEqual([]);
    await set(of, 1, "d");
    await set(of, 2, "a");
    await of.run("page.update", { page: "home", expected: 1, changes: { title: "New" } });
    const { changes, more } = ask(of, { page: "about", since: change });
    expect([changes.map(({ kind, id, version, by }) => [kind, id, version, by]), more]).toEqual([
      [
        ["page", "home", 2, "member:m1"],
        ["page", "about", 3, "member:m1"],
      ],
      false,
    ]);
    expect(changes.map(({ sections, beyond }) => [sections, beyond])).toEqual([
      [null, null],
      [["a", "d"], false],
    ]);
  });

  test("says that the page it is about is gone, and that one that is new may look like anything", async () => {
    const of = await world();
    const { change } = ask(of);
    await of.run("page.delete", { page: "about", expected: 1 });
    expect(ask(of, { page: "about", since: change }).changes).toMatchObject([
      { id: "about", version: 0, sections: null },
    ]);
    await of.run("page.create", { id: "new", body: { path: "/new", title: "New", sections: [] } });
    expect(ask(of, { page: "new", since: change }).changes[0]).toMatchObject({ sections: [], beyond: true });
  });

  test.each([
    [PRESENCE_CHANGES_LISTED - 1, PRESENCE_CHANGES_LISTED - 1, false],
    [PRESENCE_CHANGES_LISTED, PRESENCE_CHANGES_LISTED, false],
    [PRESENCE_CHANGES_LISTED + 1, PRESENCE_CHANGES_LISTED, true],
  ])("after %i changes lists %i, and there are more: %s", async (made, listed, more) => {
    const of = await world();
    const { change } = ask(of);
    for (let n = 0; n < made; n += 1)
      await of.run("page.create", { body: { path: `/p${n}`, title: `Page ${n}`, sections: [] } });
    const answer = ask(of, { since: change });
    expect([answer.changes.length, answer.more]).toEqual([listed, more]);
  });

  test("without a change to start from lists none", async () => {
    expect(ask(await world())).toMatchObject({ changes: [], more: false });
  });
});
