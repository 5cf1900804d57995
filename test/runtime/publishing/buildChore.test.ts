import { expect, test } from "vitest";
import { PUBLISH_STEP_PAGES, PUBLISH_TURN_MS } from "../../../manifests/bounds/publishing.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { buildChore } from "../../../runtime/publishing/buildChore.ts";
import { SITE, page, worldWith } from "../kernel/world.ts";

/** Pages that need three rendering steps. */
const PAGES: Record<string, Page> = Object.fromEntries(
  Array.from({ length: 2 * PUBLISH_STEP_PAGES + 1 }, (_, n) =>
    n === 0 ? ["home", page("/")] : [`p${n}`, page(`/p${n}`)],
  ),
);

test.each([
  [PUBLISH_TURN_MS - 1, 2],
  [PUBLISH_TURN_MS, 1],
  [PUBLISH_TURN_MS + 1, 1],
])("where a step takes %i ms, one alarm takes %i and leaves the rest", async (ms, steps) => {
  const { kernel, powers, run } = await worldWith(PAGES);
  const renamed = { kind: "settings", id: "site", expected: 1, body: { name: "Renamed", language: "en" } };
  await run("documents.write", { writes: [renamed] });
  expect(await run("publish", {})).toMatchObject({ state: "building" });
  let taken = 0;
  const wait = async (): Promise<void> => {
    taken += 1;
    powers.clock.now += ms;
  };
  const chore = buildChore({ ...kernel, powers, wait });
  await chore.run();
  expect([taken, chore.nextDue()]).toEqual([steps, powers.now()]);
  while (chore.nextDue() !== undefined) await chore.run();
  expect([taken, kernel.sites.get(SITE).release]).toEqual([3, 2]);
});
