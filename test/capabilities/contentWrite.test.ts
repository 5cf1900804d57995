import { describe, expect, test } from "vitest";
import { lendContent } from "../../capabilities/content.ts";
import { WRITES_PER_WINDOW } from "../../manifests/bounds/api.ts";
import { CONTENT_BATCH_MAX, PLUGIN_CALL_DOCUMENTS } from "../../manifests/bounds/bridge.ts";
import type { DocumentKind } from "../../runtime/documents/content/content.ts";
import { NO_CALLS } from "../../runtime/plugins/calls/calls.ts";
import type { WriteDraft } from "../../runtime/editing/draftWriting.ts";
import { audits } from "../runtime/editing/editingWorld.ts";
import { SITE, page, textSection, worldWith } from "../runtime/kernel/world.ts";
import { askLoan, loanOf } from "./asking.ts";

type Kinds = Parameters<typeof lendContent>[2];

async function writing(
  kinds: Kinds = { draft: ["page"] },
  writable: readonly DocumentKind[] | undefined = ["page", "navigation", "redirects", "theme", "settings"],
) {
  let writeDraft: WriteDraft | undefined;
  const world = await worldWith({ home: page("/"), about: page("/about") }, undefined, {
    pluginCalls: (parts) => {
      ({ writeDraft } = parts);
      return NO_CALLS;
    },
  });
  let holds = true;
  const lent = () =>
    lendContent(
      {
        ...world.kernel,
        powers: world.powers,
        writable,
        write: async (writes, mayStill) =>
          writeDraft?.({ site: SITE, plugin: "acme.a", mayStill: () => holds && mayStill() }, writes) ??
          Promise.reject(new Error("no writer")),
      },
      SITE,
      kinds,
    );
  const loan = loanOf(lent(), { calls: 10_000 });
  const call = () => {
    const own = loanOf(lent());
    return (...writes: object[]): Promise<unknown> => askLoan(own, "content.write", { writes });
  };
  const write = (...writes: object[]): Promise<unknown> => askLoan(loan, "content.write", { writes });
  return { world, loan, write, call, end: () => void (holds = false) };
}

const about = (title: string, expected = 1) => ({
  kind: "page",
  id: "about",
  expected,
  body: page("/about", { title }),
});
const titleOf = (world: Awaited<ReturnType<typeof writing>>["world"]) =>
  world.kernel.documents.get(SITE, "page", "about")?.body.title;

describe("a plugin that was granted drafts", () => {
  test("writes them, under its own name, and visitors see nothing of it", async () => {
    const { world, write } = await writing();
    expect(await write(about("By a plugin"), { kind: "page", id: "new", expected: 0, body: page("/new") })).toEqual({
      versions: [
        { kind: "page", id: "about", version: 2 },
        { kind: "page", id: "new", version: 1 },
      ],
    });
    expect(world.kernel.documents.get(SITE, "page", "about")).toMatchObject({
      actor: "plugin:acme.a",
      body: { title: "By a plugin" },
    });
    expect(audits(world).at(-1)).toMatchObject({ actor: "plugin:acme.a", command: "documents.write", outcome: "done" });
    expect(await world.html("/about")).toContain("Page /about");
    expect(await world.statusOf("/new")).toBe(404);
  });

  test("deletes a page, and it stays in its history", async () => {
    const { world, write } = await writing();
    await write({ kind: "page", id: "about", expected: 1, body: null });
    expect(world.kernel.documents.get(SITE, "page", "about")).toBeUndefined();
    expect(world.kernel.reads.revisions(SITE, { kind: "page", id: "about" }, null, null).items).toHaveLength(2);
  });

  test.each([
    ["a stale version", about("Late", 0), "stale"],
    ["a version to come", about("Early", 2), "stale"],
    ["a path that is taken", { kind: "page", id: "other", expected: 0, body: page("/about") }, "conflict"],
    ["a body that is no page", { kind: "page", id: "about", expected: 1, body: { title: "x" } }, "invalid"],
    ["no body", { kind: "page", id: "about", expected: 1 }, "invalid"],
    [
      "fields that break their schema",
      {
        kind: "page",
        id: "about",
        expected: 1,
        body: page("/about", { sections: [{ id: "s1", type: "test.text/text", fields: { text: 7 } }] }),
      },
      "invalid",
    ],
    [
      "a section nobody has",
      {
        kind: "page",
        id: "about",
        expected: 1,
        body: page("/about", { sections: [{ ...textSection("x"), type: "test.none/none" }] }),
      },
      "invalid",
    ],
    ["another kind", { kind: "settings", expected: 1, body: { name: "Mine", language: "en" } }, "not_granted"],
  ])("is refused %s, and with it everything else", async (_, wrong, code) => {
    const { world, write } = await writing();
    const before = world.kernel.documents.change(SITE);
    expect(await write({ kind: "page", id: "new", expected: 0, body: page("/new") }, wrong)).toBe(code);
    expect(world.kernel.documents.change(SITE)).toBe(before);
  });

  test.each([
    [-1, false],
    [0, false],
    [1, true],
  ])("writes %i more documents in one call than it may: refused %s", async (more, refused) => {
    const { world, write } = await writing();
    const pages = Array.from({ length: PLUGIN_CALL_DOCUMENTS + more }, (_, n) => ({
      kind: "page",
      id: `p${n}`,
      expected: 0,
      body: page(`/p${n}`),
    }));
    const answers = [];
    for (let at = 0; at < pages.length; at += CONTENT_BATCH_MAX)
      answers.push(await write(...pages.slice(at, at + CONTENT_BATCH_MAX)));
    expect(answers.at(-1) === "spent").toBe(refused);
    expect(world.kernel.documents.pageCount(SITE)).toBeLessThanOrEqual(PLUGIN_CALL_DOCUMENTS + 2);
  });

  test("is counted by the documents it writes, however few its calls", async () => {
    const { world, call } = await writing();
    let written = 0;
    const writeAll = async (): Promise<unknown> => {
      const pages = Array.from({ length: CONTENT_BATCH_MAX }, () => ({
        kind: "page",
        id: `p${written}`,
        expected: 0,
        body: page(`/p${written++}`),
      }));
      return call()(...pages);
    };
    let answer: unknown;
    do answer = await writeAll();
    while (answer !== "spent");
    expect(world.kernel.documents.pageCount(SITE)).toBe(WRITES_PER_WINDOW + 2);
  });

  test("learns nothing of who was quicker", async () => {
    const { world, write, loan } = await writing();
    await world.write("about", page("/about", { title: "By a member" }));
    const answer = await loan.call("content.write", JSON.stringify({ writes: [about("Mine")] }));
    expect(JSON.parse(answer)).toEqual({
      error: {
        code: "stale",
        message: "Another change came first. Read the current version and try again. page about is at version 2.",
      },
    });
    expect(await write(about("Mine", 2))).toMatchObject({ versions: [{ version: 3 }] });
  });

  test.each<[string, (lent: Awaited<ReturnType<typeof writing>>) => void]>([
    ["its call is", ({ loan }) => loan.end()],
    ["what the call rests on is", ({ end }) => end()],
  ])("writes nothing once %s over, not even what was being prepared", async (_, ends) => {
    const lent = await writing();
    const late = lent.write(about("Late"));
    ends(lent);
    expect(await late).toBe("over");
    expect(titleOf(lent.world)).toBe("Page /about");
  });

  test("finds no place for a key of somebody's, and does not use up a member's (attack 112)", async () => {
    const { world, loan, write } = await writing();
    const key = "a-key-of-a-member-0001";
    expect(await askLoan(loan, "content.write", { writes: [about("Mine")], key })).toBe("invalid");
    expect(await write({ ...about("Mine"), key })).toBe("invalid");
    await write(about("Mine"));
    const { json, replayed } = await world.kernel.execute(
      "documents.write",
      { site: SITE, actor: { kind: "member", id: "one" }, key, requestId: "r" },
      { writes: [about("Theirs", 2)] },
    );
    expect([replayed, JSON.parse(json)]).toEqual([false, { versions: [{ kind: "page", id: "about", version: 3 }] }]);
  });

  test("writes nothing for a tenant nobody may write for", async () => {
    const { world, write } = await writing();
    world.kernel.tenant.setStatus("read_only");
    expect(await write(about("Late"))).toBe("unavailable");
  });

  test.each([
    [CONTENT_BATCH_MAX - 1, true],
    [CONTENT_BATCH_MAX, true],
    [CONTENT_BATCH_MAX + 1, false],
  ])("writes %i documents at once: %s", async (count, ok) => {
    const { write } = await writing();
    const answer = await write(
      ...Array.from({ length: count }, (_, n) => ({ kind: "page", id: `n${n}`, expected: 0, body: page(`/n/${n}`) })),
    );
    expect(answer !== "invalid").toBe(ok);
  });

  test("writes as often as a member, and no oftener", async () => {
    const { call } = await writing();
    const answers: unknown[] = [];
    for (let n = 0; n <= WRITES_PER_WINDOW; n++) answers.push(await call()(about(`Turn ${n}`, n + 1)));
    expect(answers.slice(0, -1).every((answer) => typeof answer === "object")).toBe(true);
    expect(answers.at(-1)).toBe("spent");
  });
});

test.each([{ read: ["page"] }, { read: ["page"], draft: [] }] as Kinds[])(
  "a plugin granted %j writes nothing",
  async (kinds) => {
    const { world, write } = await writing(kinds);
    expect(await write(about("Mine"))).toBe("not_granted");
    expect(titleOf(world)).toBe("Page /about");
  },
);

test.each<[readonly DocumentKind[]]>([[[]], [["theme"]]])(
  "a call whose caller may write %j writes no page, whatever was granted",
  async (writable) => {
    const { write, world } = await writing({ draft: ["page", "theme"] }, writable);
    expect(await write(about("Beyond"))).toBe("not_granted");
    expect(titleOf(world)).toBe("Page /about");
  },
);
