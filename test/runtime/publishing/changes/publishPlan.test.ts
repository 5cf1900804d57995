import { describe, expect, test, vi } from "vitest";
import { PUBLISH_READ_PAGES } from "../../../../manifests/bounds/publishing.ts";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import { pagesFrom } from "../../../../runtime/publishing/changes/publishPlan.ts";
import { lotsOf } from "../../../../runtime/publishing/changes/publishStep.ts";
import { Pinned } from "../../../../runtime/snapshots/pinned.ts";
import { SITE, page, worldWith } from "../../kernel/world.ts";

const MOST = PUBLISH_READ_PAGES;

const pages = (count: number): Record<string, Page> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => (n === 0 ? ["home", page("/")] : [`p${n}`, page(`/p${n}`)])),
  );

/** The pages that a publication reads, with the number of queries. */
async function read(count: number) {
  const { kernel, powers } = await worldWith(pages(count));
  const { documents, sites, plugins } = kernel;
  const pinned = await Pinned.at({ ...kernel, powers }, plugins.forSite(SITE), sites.get(SITE), documents.change(SITE));
  const asking = vi.spyOn(documents, "pages");
  return { documents: [...pagesFrom(documents, pinned, "")], asked: asking.mock.calls.length };
}

describe("the pages of a publication", () => {
  test.each([
    [MOST - 1, 1],
    [MOST, 2],
    [MOST + 1, 2],
  ])("are read a few at a time: %i of them in %i questions", async (count, questions) => {
    const { documents, asked } = await read(count);
    expect(new Set(documents.map(({ id }) => id)).size).toBe(count);
    expect(asked).toBe(questions);
  });

  test.each([
    [MOST - 1, [MOST - 1]],
    [MOST, [MOST]],
    [MOST + 1, [MOST, 1]],
  ])("are rendered in lots: %i of them as %j", async (count, lots) => {
    const { documents } = await read(count);
    expect([...lotsOf(documents)].map(({ length }) => length)).toEqual(lots);
  });
});
