import { describe, expect, test } from "vitest";
import type { Section } from "../../../../runtime/documents/content/section.ts";
import type { PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import {
  type Judge,
  type EditQueue,
  afterAnswer,
  edited,
  emptyQueue,
  isSettled,
  merged,
  present,
  refusedFields,
  refusedWhole,
  resolved,
  sorted,
  taken,
  withKept,
} from "../../../../sites/editor/canvas/queue/queue.ts";
import { ids, pageOf, section } from "../pageOf.ts";

const BASE = { version: 7, body: pageOf(section("a", { title: "A", text: "one" }), section("b", { title: "B" })) };

const set = (id: string, field: string, value: unknown, was: unknown): PageOperation => ({
  op: "set",
  section: id,
  fields: { [field]: value },
  was: { [field]: was },
});
const begun = (...operations: readonly PageOperation[]): EditQueue => edited(emptyQueue(BASE), operations);
const fieldsOf = (queue: EditQueue, id: string) => present(queue).sections.find((one) => one.id === id)?.fields;

/** A rule: the title must not be empty. */
const judge: Judge = (_, fields) =>
  fields["title"] === "" ? [{ pointer: "/title", found: "nothing", allowed: "at least 1 character" }] : [];

describe("typing", () => {
  test("becomes one change that builds on what was there first", () => {
    const queue = begun(set("a", "title", "Ab", "A"), set("a", "title", "Abc", "Ab"), set("a", "text", "two", "one"));
    expect(queue.waiting).toEqual([
      { op: "set", section: "a", fields: { title: "Abc", text: "two" }, was: { title: "A", text: "one" } },
    ]);
    expect(fieldsOf(queue, "a")).toEqual({ title: "Abc", text: "two" });
  });

  test("that is taken back leaves nothing to save", () => {
    expect(isSettled(begun(set("a", "title", "Ab", "A"), set("a", "title", "A", "Ab")))).toBe(true);
    expect(isSettled(begun(set("a", "title", "A", "A")))).toBe(true);
  });

  test("is not joined across a move, which may stand between two meanings", () => {
    const move: PageOperation = { op: "move", section: "b", to: { index: 0 } };
    const queue = begun(set("a", "title", "Ab", "A"), move, set("a", "title", "Abc", "Ab"));
    expect(queue.waiting.map(({ op }) => op)).toEqual(["set", "move", "set"]);
    expect([ids(present(queue)), fieldsOf(queue, "a")?.["title"]]).toEqual([["b", "a"], "Abc"]);
  });
});

describe("a request", () => {
  test("takes all that waits, and what comes later waits for its answer", () => {
    const sent = taken(begun(set("a", "title", "Ab", "A")), "key-1");
    const later = edited(sent, [set("a", "title", "Abc", "Ab")]);
    expect(taken(later, "key-2")).toBe(later);
    expect(later.sent).toMatchObject({ key: "key-1", version: 7 });
    const done = afterAnswer(later, 8);
    expect([done.base.version, done.sent, done.waiting.length]).toEqual([8, null, 1]);
    expect([fieldsOf(done, "a")?.["title"], done.base.body.sections[0]?.fields["title"]]).toEqual(["Abc", "Ab"]);
  });

  test("does not hold what the site would refuse; that is kept, seen, and sent when it is mended", () => {
    const queue = sorted(begun(set("a", "title", "", "A"), set("b", "title", "Bb", "B")), judge);
    expect(queue.waiting).toEqual([set("b", "title", "Bb", "B")]);
    expect([fieldsOf(queue, "a")?.["title"], isSettled(queue)]).toEqual(["", false]);
    const mended = sorted(edited(queue, [set("a", "title", "Again", "")]), judge);
    expect([mended.unfinished, mended.waiting.at(-1)]).toEqual([[], set("a", "title", "Again", "A")]);
  });

  const refusedTitle = { section: "a", pointer: "/title", found: "x", allowed: "y" };

  test("that was refused for one field is sent again without it", () => {
    const sent = taken(begun(set("a", "title", "x", "A"), set("b", "title", "Bb", "B")), "key-1");
    const queue = refusedFields(sent, [refusedTitle]);
    expect([queue?.sent, queue?.waiting, queue?.unfinished.length]).toEqual([null, [set("b", "title", "Bb", "B")], 1]);
    expect(queue && fieldsOf(queue, "a")?.["title"]).toBe("x");
  });

  test("that was refused for a field which the member changed meanwhile is sent with the new value", () => {
    const sent = taken(begun(set("a", "title", "x", "A")), "key-1");
    const queue = refusedFields(edited(sent, [set("a", "title", "Good", "x")]), [refusedTitle]);
    expect([queue?.waiting, queue?.unfinished]).toEqual([[set("a", "title", "Good", "A")], []]);
  });

  test("that was refused for one field lets another field of the section pass that was changed meanwhile", () => {
    const sent = taken(begun(set("a", "title", "x", "A")), "key-1");
    const queue = refusedFields(edited(sent, [set("a", "text", "two", "one")]), [refusedTitle]);
    expect([queue?.waiting, queue?.unfinished.map(({ operation }) => operation)]).toEqual([
      [set("a", "text", "two", "one")],
      [set("a", "title", "x", "A")],
    ]);
  });

  test("that was refused stays behind what the member wrote later, which is unfinished too", () => {
    const sent = taken(begun(set("a", "title", "x", "A")), "key-1");
    const queue = refusedFields(sorted(edited(sent, [set("a", "title", "", "x")]), judge), [refusedTitle]);
    expect(queue && fieldsOf(queue, "a")?.["title"]).toBe("");
    const mended = queue && sorted(edited(queue, [set("a", "title", "Good", "")]), judge);
    expect([mended?.waiting, mended?.unfinished]).toEqual([[set("a", "title", "Good", "A")], []]);
  });

  test("that was refused for nothing of it is not sent again", () => {
    const sent = taken(begun(set("b", "title", "x", "B")), "key-1");
    expect(refusedFields(sent, [refusedTitle])).toBeUndefined();
    expect(refusedFields(edited(sent, [set("a", "title", "x", "A")]), [refusedTitle])).toBeUndefined();
  });

  test("does not hold values of an entry that the site would refuse", () => {
    const base = { version: 7, body: { ...BASE.body, type: "acme.events/event", values: { title: "A" } } };
    const queue = sorted(edited(emptyQueue(base), [set("entry_values", "title", "", "A")]), judge);
    expect([queue.waiting, queue.unfinished.length]).toEqual([[], 1]);
  });

  test("that was refused as a whole keeps every text, and tells what could not be done", () => {
    const remove: PageOperation = { op: "remove", section: "b" };
    const { queue, lost } = refusedWhole(taken(begun(set("a", "title", "x", "A"), remove), "key-1"));
    expect([lost, queue.waiting, fieldsOf(queue, "a")?.["title"]]).toEqual([[remove], [], "x"]);
  });
});

describe("what others say of the page itself", () => {
  const page = (changes: Record<string, unknown>, was: Record<string, unknown>): PageOperation => ({
    op: "page",
    changes,
    was,
  });
  const now = (members: object) => ({ version: 9, body: { ...BASE.body, ...members } });

  test("is merged without a question where it is another member", () => {
    const queue = taken(begun(page({ title: "Mine", noindex: true }, { title: "Home", noindex: null })), "key-1");
    const { queue: after, lost } = merged(queue, now({ description: "Theirs", noindex: true }));
    expect([after.clashes, lost]).toEqual([[], []]);
    expect(after.waiting).toEqual([page({ title: "Mine" }, { title: "Home" })]);
    expect(present(after)).toMatchObject({ title: "Mine", description: "Theirs", noindex: true });
  });

  test("is asked about where both changed the same one, and the rest is kept", () => {
    const queue = begun(page({ title: "Mine", description: "Also mine" }, { title: "Home", description: null }));
    const { queue: met, lost } = merged(queue, now({ title: "Theirs" }));
    const [clash] = met.clashes;
    if (!clash) throw new Error("nobody was asked");
    expect([clash, lost]).toEqual([{ section: null, field: "title", was: "Home", mine: "Mine", theirs: "Theirs" }, []]);
    expect(present(met)).toMatchObject({ title: "Theirs", description: "Also mine" });
    const typed = edited(met, [page({ title: "Mine, later" }, { title: "Theirs" })]);
    expect([typed.clashes[0]?.mine, typed.waiting]).toEqual(["Mine, later", met.waiting]);
    expect(present(resolved(typed, { ...clash, mine: "Mine, later" }, "mine")).title).toBe("Mine, later");
    expect(present(resolved(met, clash, "theirs"))).toMatchObject({ title: "Theirs", description: "Also mine" });
  });

  test("takes nothing back that was already saved, and leaves another address to the member", () => {
    const saved = merged(begun(page({ title: "Mine" }, { title: "Home" })), now({ title: "Mine" }));
    expect([isSettled(saved.queue), saved.lost]).toEqual([true, []]);
    const moved = page({ path: "/mine" }, { path: "/" });
    expect(merged(begun(moved), now({ path: "/theirs" })).lost).toEqual([moved]);
  });
});

describe("others' changes", () => {
  const theirs = (...sections: readonly Section[]) => ({ version: 9, body: pageOf(...sections) });

  test("of other fields are merged without a question", () => {
    const { queue, lost } = merged(
      taken(begun(set("a", "title", "Mine", "A")), "key-1"),
      theirs(section("a", { title: "A", text: "theirs" }), section("b", { title: "Theirs" })),
    );
    expect([queue.clashes, lost, queue.base.version]).toEqual([[], [], 9]);
    expect(fieldsOf(queue, "a")).toEqual({ title: "Mine", text: "theirs" });
    expect(fieldsOf(queue, "b")).toEqual({ title: "Theirs" });
  });

  test("of the same field show both texts, and either can stay", () => {
    const now = theirs(section("a", { title: "Theirs", text: "one" }), section("b", { title: "B" }));
    const { queue } = merged(begun(set("a", "title", "Mine", "A"), set("a", "text", "two", "one")), now);
    const [clash] = queue.clashes;
    if (!clash) throw new Error("nobody was asked");
    expect(clash).toEqual({ section: "a", field: "title", was: "A", mine: "Mine", theirs: "Theirs" });
    expect(fieldsOf(queue, "a")).toEqual({ title: "Theirs", text: "two" });
    expect(fieldsOf(resolved(queue, clash, "theirs"), "a")?.["title"]).toBe("Theirs");
    const mine = resolved(queue, clash, "mine");
    expect([fieldsOf(mine, "a")?.["title"], mine.clashes]).toEqual(["Mine", []]);
    expect(mine.waiting).toContainEqual(expect.objectContaining({ was: { title: "Theirs", text: "one" } }));
  });

  test("of a text that is still being written are asked about once, with what was written last", () => {
    const now = theirs(section("a", { title: "Theirs", text: "one" }), section("b", { title: "B" }));
    const { queue } = merged(begun(set("a", "title", "Mine", "A")), now);
    const later = edited(queue, [set("a", "title", "Mine too", "Theirs")]);
    expect([later.waiting, later.clashes]).toMatchObject([[], [{ mine: "Mine too", theirs: "Theirs" }]]);
  });

  test("of a text that was partly sent are asked about once, with what was written last", () => {
    const sent = taken(begun(set("a", "title", "Mi", "A")), "key-1");
    const { queue } = merged(
      edited(sent, [set("a", "title", "Mine", "Mi")]),
      theirs(section("a", { title: "Theirs" })),
    );
    expect(queue.clashes).toEqual([{ section: "a", field: "title", was: "A", mine: "Mine", theirs: "Theirs" }]);
  });

  test("that say the same are no clash and nothing to save: only the answer was lost", () => {
    const now = theirs(section("a", { title: "Mine", text: "one" }), section("b", { title: "B" }));
    expect(isSettled(merged(taken(begun(set("a", "title", "Mine", "A")), "key-1"), now).queue)).toBe(true);
  });

  test("leave a moved section behind the sibling it was put behind", () => {
    const { queue, lost } = merged(
      begun({ op: "move", section: "a", to: { index: 1 } }),
      theirs(section("new"), section("a"), section("b")),
    );
    expect([ids(present(queue)), lost]).toEqual([["new", "b", "a"], []]);
  });

  test("do not insert a section twice", () => {
    const insert: PageOperation = { op: "insert", section: section("faq"), at: { index: 2 } };
    const { queue } = merged(begun(insert), theirs(section("a"), section("b"), section("faq")));
    expect([isSettled(queue), ids(present(queue))]).toEqual([true, ["a", "b", "faq"]]);
  });

  test("keep a section that somebody changed while it was being removed, and a text whose section is gone", () => {
    const remove: PageOperation = { op: "remove", section: "b" };
    const text = set("a", "title", "Mine", "A");
    const { queue, lost } = merged(begun(remove, text), theirs(section("b", { title: "Better" })));
    expect([ids(present(queue)), lost]).toEqual([["b"], [remove, text]]);
  });
});

describe("edits of an earlier page load", () => {
  const kept = begun(set("a", "title", "Kept", "A"));

  test("join what was typed since, and neither is lost", () => {
    const { queue, lost } = withKept(begun(set("a", "text", "typed", "one"), set("b", "title", "Typed", "B")), kept);
    expect([fieldsOf(queue, "a"), fieldsOf(queue, "b")]).toEqual([
      { title: "Kept", text: "typed" },
      { title: "Typed" },
    ]);
    expect([queue.clashes, lost]).toEqual([[], []]);
    const next = afterAnswer(taken(queue, "key"), 8);
    expect(isSettled(next)).toBe(true);
  });

  test("join a request under way, which is sent again as it was", () => {
    const under = taken(begun(set("b", "title", "Sent", "B")), "key");
    const { queue } = withKept(under, kept);
    expect([queue.sent, queue.waiting]).toEqual([under.sent, [set("a", "title", "Kept", "A")]]);
  });

  test("meet another value of the same field as a question, with both values", () => {
    const { queue } = withKept(begun(set("a", "title", "Typed", "A")), kept);
    expect(queue.clashes).toEqual([
      { section: "a", field: "title", was: "A", mine: "Kept", theirs: "Typed", isOwn: true },
    ]);
    const [clash] = queue.clashes;
    expect(clash && fieldsOf(resolved(queue, clash, "mine"), "a")?.["title"]).toBe("Kept");
    expect(clash && fieldsOf(resolved(queue, clash, "theirs"), "a")?.["title"]).toBe("Typed");
  });
});

describe("two members in one formatted text", () => {
  const base = { version: 1, body: pageOf(section("a", { body: "one\n\ntwo\n\nthree" })) };
  const mine = edited(emptyQueue(base), [set("a", "body", "one\n\ntwo\n\nTHREE", "one\n\ntwo\n\nthree")]);
  const theirs = (body: string) => ({ version: 2, body: pageOf(section("a", { body })) });

  test("in different paragraphs both stay, and the next change builds on both", () => {
    const { queue } = merged(mine, theirs("ONE\n\ntwo\n\nthree"));
    expect([queue.clashes, fieldsOf(queue, "a")]).toEqual([[], { body: "ONE\n\ntwo\n\nTHREE" }]);
    expect(queue.waiting).toEqual([set("a", "body", "ONE\n\ntwo\n\nTHREE", "ONE\n\ntwo\n\nthree")]);
  });

  test("in the same paragraph the member sees both", () => {
    const { queue } = merged(mine, theirs("one\n\ntwo\n\nthird"));
    expect(queue.waiting).toEqual([]);
    expect(queue.clashes).toMatchObject([{ mine: "one\n\ntwo\n\nTHREE", theirs: "one\n\ntwo\n\nthird" }]);
  });
});
