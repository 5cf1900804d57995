import { signal } from "@preact/signals";
import { describe, expect, test } from "vitest";
import { accepted } from "../../../../manifests/result.ts";
import type { Client } from "../../../../sites/editor/api/client.ts";
import { AheadNotice } from "../../../../sites/editor/canvas/studio/ahead.ts";
import { type UndoStep, NO_HISTORY } from "../../../../sites/editor/canvas/undo/history.ts";
import { pageOf } from "../pageOf.ts";

const PAGE = pageOf();
const stepOf = (version: number): UndoStep => ({ operations: [], inverse: [], spot: null, name: "text", version });

/** A site with a page published at a version, and an editor with that page. */
function opened(published: number | null) {
  const site = { published, asked: 0 };
  const read = (path: string, asking?: { readonly query?: unknown }) => {
    expect([path, asking?.query]).toEqual(["/api/pages", { path: PAGE.path }]);
    site.asked += 1;
    return Promise.resolve(accepted({ body: { items: [{ published: site.published }] } }));
  };
  const history = signal(NO_HISTORY);
  const notice = new AheadNotice({ read } as unknown as Client, { body: signal(PAGE), history });
  return { site, history, notice };
}

describe("the notice that visitors see something else", () => {
  test("comes when a step is undone that they see", async () => {
    const { notice, history } = opened(5);
    await notice.stepped(stepOf(4));
    expect([notice.isShown.value, history.value.told]).toEqual([true, 5]);
  });

  test.each([
    ["a step is undone that they never saw", 5, 5],
    ["they see no such page", null, 4],
  ])("does not come when %s", async (_, published, version) => {
    const { notice, history } = opened(published);
    await notice.stepped(stepOf(version));
    expect([notice.isShown.value, history.value.told]).toEqual([false, 0]);
  });

  test("comes once per publication", async () => {
    const { notice, site } = opened(5);
    await notice.stepped(stepOf(4));
    notice.isShown.value = false;
    await notice.stepped(stepOf(3));
    expect(notice.isShown.value).toBe(false);
    site.published = 8;
    await notice.stepped(stepOf(6));
    expect(notice.isShown.value).toBe(true);
  });

  test("asks once for the steps of a held key, and finds the oldest of them", async () => {
    const { notice, site } = opened(5);
    await Promise.all([9, 8, 7, 6, 4].map((version) => notice.stepped(stepOf(version))));
    await expect.poll(() => notice.isShown.value).toBe(true);
    expect(site.asked).toBe(2);
  });
});
