import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accepted } from "../../../../manifests/result.ts";
import type { Client } from "../../../../sites/editor/api/client.ts";
import { Editor, type OpenedPage } from "../../../../sites/editor/canvas/page/editor.ts";
import { pageOf, section } from "../pageOf.ts";

const OPENED = {
  site: { tenant: "harbour", site: "shop", member: { id: "me" } },
  catalogue: { sections: [], contentTypes: [], inactive: [] },
  page: { id: "home", version: 1, body: pageOf(section("a", { title: "A" })) },
} as unknown as OpenedPage;

/** An editor of a page whose site takes every change, and whose pauses end at once when the scene goes on. */
function opened() {
  const sent: unknown[] = [];
  const due: (() => void)[] = [];
  const change: Client["change"] = async (_path, { body }) => {
    sent.push(body);
    return accepted({ body: { versions: [{ version: 1 + sent.length }], sections: [] } as never, version: undefined });
  };
  const editor = new Editor(OPENED, {
    client: { change, read: () => Promise.reject(new Error("nothing is read")) },
    newKey: () => `key-${sent.length}`,
    now: () => 0,
    later: (run) => {
      due.push(run);
      return () => void due.splice(due.indexOf(run), 1);
    },
  });
  const goOn = async (): Promise<void> => {
    for (const run of due.splice(0)) run();
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
  };
  return { editor, sent, goOn };
}

const titled = (title: string, was: string) => ({
  name: "text",
  operations: [{ op: "set" as const, section: "a", fields: { title }, was: { title: was } }],
});

describe("a fault in drawing", () => {
  const told = vi.fn<(error: unknown) => void>();
  beforeEach(() => vi.stubGlobal("reportError", told.mockClear()));
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ["a change", "acts"],
    ["an answer", "answer"],
  ])("%s keeps nothing from being saved, and is said", async (_, kind) => {
    const { editor, sent, goOn } = opened();
    const fault = new Error("the frame is gone");
    editor.onFollow((follow) => {
      if (follow.kind === kind) throw fault;
    });
    editor.act(titled("Ab", "A"));
    await goOn();
    expect([editor.word.value, editor.isUndrawn.value, sent.length]).toEqual(["saved", true, 1]);
    expect(told.mock.calls).toEqual([[fault]]);
    editor.act(titled("Abc", "Ab"));
    await goOn();
    expect([editor.word.value, sent.length]).toEqual(["saved", 2]);
  });

  test("that comes later, such as in a draft that was read again, is said, too", async () => {
    const { editor, goOn } = opened();
    editor.onFollow(() => Promise.reject(new Error("the draft cannot be drawn")));
    editor.act(titled("Ab", "A"));
    await goOn();
    expect([editor.word.value, editor.isUndrawn.value]).toEqual(["saved", true]);
  });

  test("does not exist where all was drawn", async () => {
    const { editor, goOn } = opened();
    editor.act(titled("Ab", "A"));
    await goOn();
    expect([editor.isUndrawn.value, told.mock.calls]).toEqual([false, []]);
  });
});
