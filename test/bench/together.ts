import { randomUUID } from "node:crypto";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Local } from "../../sites/machine/local.ts";
import { SITE, pause, type Driver } from "../support/driver.ts";
import { cpuMicros } from "./cpu.ts";
import { articleId, draftSite, touch } from "./sites.ts";
import { quantile } from "./statistics.ts";

/** The figures of members of one site who each change and publish their own page, all the time. */
export interface TogetherFigures {
  readonly members: number;
  readonly pages: number;
  readonly publishedPerSecond: number;
  /** Releases that carried them. */
  readonly releases: number;
  /** Processor time of the sites' process for one change with its publication, in milliseconds. */
  readonly cpuMs: number;
  readonly refused: number;
  readonly p50Ms: number;
  readonly p97_5Ms: number;
}

const MEMBERS = 8;
const PAGES = 200;
const RUN_MS = 10_000;
/** The first publication reaches the public store in this time. */
const SETTLE_MS = 4_000;

export async function measureTogether({ pid }: Pick<Local, "pid">, driver: Driver): Promise<TogetherFigures> {
  const tenant = "together";
  await draftSite(driver, tenant, PAGES);
  await driver.publish(tenant);
  await pause(SETTLE_MS);
  const { sequence } = await driver.status(tenant);
  const spent = (): number => (pid === undefined ? NaN : cpuMicros(pid) / 1000);
  const before = spent();
  const times: number[] = [];
  let refused = 0;
  const end = performance.now() + RUN_MS;
  const member = async (n: number): Promise<void> => {
    let version = 1;
    for (let count = 0; performance.now() < end; count++) {
      version = await touch(driver, tenant, n, version, `Described for the ${count}th time by the member ${n}.`);
      const began = performance.now();
      try {
        await publishPage(driver, tenant, n);
        times.push(performance.now() - began);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: MEMBERS }, (_, n) => member(n)));
  return {
    members: MEMBERS,
    pages: PAGES,
    publishedPerSecond: times.length / (RUN_MS / 1000),
    releases: (await driver.status(tenant)).sequence - sequence,
    cpuMs: (spent() - before) / times.length,
    refused,
    p50Ms: quantile(times, 0.5),
    p97_5Ms: quantile(times, 0.975),
  };
}

/** Each member is an operator of its own. The driver's member is in no control plane, so a publication that waits long would be refused. */
function publishPage(driver: Driver, tenant: string, n: number): Promise<unknown> {
  const actor = { kind: "operator", id: `member-${n}` };
  const envelope = { site: SITE, actor, key: randomUUID(), requestId: randomUUID() };
  return driver.call(tenant, "execute", "publish", envelope, { only: { pages: [articleId(n)] } });
}
