import { type Driver, SITE } from "../support/driver.ts";
import { median } from "./statistics.ts";

/** An editor's waits for the lists of a large site, from request to answer, in milliseconds. */
export interface ListFigures {
  readonly treeMs: number;
  readonly searchMs: number;
  readonly linkTargetsMs: number;
  readonly backLinksMs: number;
}

const SAMPLES = 9;

/** Requests the first page of a draft's lists, as the editor does. */
export async function measureLists(driver: Driver, tenant: string): Promise<ListFigures> {
  const ask = (read: string, asked: object) => medianOf(() => driver.call(tenant, "read", read, SITE, asked));
  const { items } = await driver.call<{ items: { id: string }[] }>(tenant, "read", "pages", SITE, { limit: 1 });
  return {
    treeMs: await ask("pages", { order: "tree", limit: 100 }),
    searchMs: await ask("pages", { text: "page 77", order: "tree", limit: 100 }),
    linkTargetsMs: await ask("linkTargets", { text: "page 77" }),
    backLinksMs: await ask("page.backLinks", { page: items[0]?.id ?? "" }),
  };
}

async function medianOf(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
  }
  return median(times);
}
