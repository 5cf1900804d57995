import type { PublishResult } from "../../runtime/publishing/publisher.ts";
import type { Local } from "../../sites/machine/local.ts";
import { pause, type Driver } from "../support/driver.ts";
import { residentBytes } from "./cpu.ts";
import { carried } from "./following.ts";
import { type ListFigures, measureLists } from "./lists.ts";
import { draftSite, touch } from "./sites.ts";
import { median } from "./statistics.ts";

export interface PublishFigures {
  readonly pages: number;
  readonly fullSeconds: number;
  readonly pagesPerSecond: number;
  /** The time after that until search and agents have every page. */
  readonly carriedSeconds: number;
  /** The longest time without visible progress. */
  readonly longestStepMs: number;
  /** The largest growth of workerd's resident memory during the publication. */
  readonly memoryGrowthMb: number;
  /** The median time to publish one changed page. */
  readonly onePageMs: number;
  readonly databaseMb: number;
  /** The lists of its draft. */
  readonly lists: ListFigures;
}

const SAMPLES = 21;

/** Publishes a site with this many pages, then repeatedly one changed page. */
export async function measurePublishing(local: Local, driver: Driver, pages: number): Promise<PublishFigures> {
  const tenant = `bench-${pages}`;
  await draftSite(driver, tenant, pages);
  const full = await publishInFull(local, driver, tenant);
  const began = performance.now();
  // The work after a large publication would count for the small ones.
  await carried(driver, tenant);
  const carriedSeconds = (performance.now() - began) / 1000;
  const one = await publishOnePage(driver, tenant, Math.min(pages - 1, 5));
  const { databaseBytes } = await driver.call<{ databaseBytes: number }>(tenant, "status");
  return {
    pages,
    ...full,
    carriedSeconds,
    pagesPerSecond: pages / full.fullSeconds,
    onePageMs: median(one),
    databaseMb: databaseBytes / 1e6,
    lists: await measureLists(driver, tenant),
  };
}

async function publishInFull(local: Local, driver: Driver, tenant: string) {
  const watch = new Watch(local);
  const { state } = await driver.run<PublishResult>(tenant, "publish", {});
  for (let building = state === "building"; building;) {
    const status = await driver.status(tenant);
    building = status.building !== null;
    watch.saw(status.building?.done ?? -1);
    if (building) await pause(10);
  }
  return watch.figures();
}

async function publishOnePage(driver: Driver, tenant: string, page: number): Promise<number[]> {
  const times: number[] = [];
  let version = 1;
  for (let sample = 0; sample < SAMPLES; sample++) {
    version = await touch(
      driver,
      tenant,
      page,
      version,
      `Described for the ${sample}th time, which is enough to be another page.`,
    );
    const start = performance.now();
    const { changed } = await driver.run<PublishResult>(tenant, "publish", {});
    times.push(performance.now() - start);
    if (changed < 1) throw new Error("publishing a changed page changed nothing");
  }
  return times;
}

/** Observes a publication from outside. */
class Watch {
  readonly #start = performance.now();
  readonly #pid: number;
  readonly #memoryBefore: number;
  #memoryMost = 0;
  #done = 0;
  #progressAt = performance.now();
  #longest = 0;

  constructor({ pid }: Local) {
    if (pid === undefined) throw new Error("workerd is not running");
    this.#pid = pid;
    this.#memoryBefore = residentBytes(pid);
  }

  saw(done: number): void {
    this.#memoryMost = Math.max(this.#memoryMost, residentBytes(this.#pid));
    if (done === this.#done) return;
    const now = performance.now();
    this.#longest = Math.max(this.#longest, now - this.#progressAt);
    this.#done = done;
    this.#progressAt = now;
  }

  figures() {
    return {
      fullSeconds: (performance.now() - this.#start) / 1000,
      longestStepMs: this.#longest,
      memoryGrowthMb: Math.max(0, this.#memoryMost - this.#memoryBefore) / 1e6,
    };
  }
}
