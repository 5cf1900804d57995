/** The time from the answer to a publication until visitors see it, on pages that the page cache has. */
import type { PublishResult } from "../../runtime/publishing/publisher.ts";
import type { Local } from "../../sites/machine/local.ts";
import { type Driver, pause, visit } from "../support/driver.ts";
import { articleAt, articleId } from "./sites.ts";
import { quantile } from "./statistics.ts";
import { hostnameOf, makeSites } from "./tenants/manySites.ts";

export interface SeenFigures {
  readonly pages: number;
  /** One changed text: the time from the answer until a visitor has it. */
  readonly text: Quantiles;
  /** A name that every page shows: the time from its end until the first visitor of a page has it, by pages. */
  readonly name: Quantiles;
  /** Visits that began after the answer and got an old page, of all. */
  readonly old: number;
  readonly visits: number;
}

interface Quantiles {
  readonly p50Ms: number;
  readonly p97_5Ms: number;
}

const TENANT = "tenant-0";
const PAGES = 1_000;
const TEXTS = 40;
const NAMES = 3;
const VISITED = 200;
const VISITORS = 4;
const BATCH = 100;

export async function measureSeen(local: Local, driver: Driver): Promise<SeenFigures> {
  await makeSites({ port: local.port, secret: local.secrets["PROVISIONING_SECRET"] ?? "" }, 1, () => undefined);
  for (let from = 0; from < PAGES; from += BATCH)
    await driver.run(TENANT, "documents.write", {
      writes: Array.from({ length: BATCH }, (_, n) => ({
        kind: "page",
        id: articleId(from + n),
        expected: 0,
        body: articleAt(from + n),
      })),
    });
  await driver.publish(TENANT);
  const seeing = new Seeing(local.port);
  const text = await seeing.texts(driver);
  const name = await seeing.names(driver);
  return { pages: PAGES, text, name, old: seeing.old, visits: seeing.visits };
}

class Seeing {
  old = 0;
  visits = 0;
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  async texts(driver: Driver): Promise<Quantiles> {
    const times: number[] = [];
    let version = 1;
    for (let n = 0; n < TEXTS; n++) {
      const mark = `Mark ${n} of this text`;
      await this.#has(0, "");
      const writes = [{ kind: "page", id: articleId(0), expected: version, body: { ...articleAt(0), title: mark } }];
      await driver.run(TENANT, "documents.write", { writes });
      version += 1;
      await driver.run<PublishResult>(TENANT, "publish", {});
      const since = performance.now();
      await this.#until(0, mark);
      times.push(performance.now() - since);
    }
    return quantiles(times);
  }

  async names(driver: Driver): Promise<Quantiles> {
    const times: number[] = [];
    for (let n = 0; n < NAMES; n++) {
      const mark = `Name number ${n}`;
      await this.#all(async (page) => void (await this.#has(page, "")));
      const body = { name: mark, language: "en" };
      const writes = [{ kind: "settings", id: "site", expected: n + 1, body }];
      await driver.run(TENANT, "documents.write", { writes });
      await driver.run<PublishResult>(TENANT, "publish", {});
      while ((await driver.status(TENANT)).building) await pause(5);
      await this.#all(async (page) => {
        const since = performance.now();
        await this.#until(page, mark);
        times.push(performance.now() - since);
      });
    }
    return quantiles(times);
  }

  /** Visits some of the pages, several at once. */
  async #all(look: (page: number) => Promise<void>): Promise<void> {
    let next = 0;
    const visitor = async (): Promise<void> => {
      for (let n = next++; n < VISITED; n = next++) await look((n * PAGES) / VISITED);
    };
    await Promise.all(Array.from({ length: VISITORS }, visitor));
  }

  async #until(page: number, mark: string): Promise<void> {
    for (;;) {
      this.visits += 1;
      if (await this.#has(page, mark)) return;
      this.old += 1;
    }
  }

  async #has(page: number, mark: string): Promise<boolean> {
    const { status, body } = await visit(this.#port, hostnameOf(0), articleAt(page).path);
    if (status !== 200) throw new Error(`the page ${page} has the status ${status}`);
    return body.includes(mark);
  }
}

const quantiles = (times: readonly number[]): Quantiles => ({
  p50Ms: quantile(times, 0.5),
  p97_5Ms: quantile(times, 0.975),
});
