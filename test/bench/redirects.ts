import { REDIRECTS_MAX_ENTRIES } from "../../manifests/bounds/documents.ts";
import type { Redirect } from "../../runtime/documents/content/content.ts";
import { LATEST_CHANGE } from "../../runtime/documents/content/forever.ts";
import { SITE, page, worldWith, type World } from "../runtime/kernel/world.ts";
import { median } from "./statistics.ts";

/** Costs of many redirects in the kernel alone, with SQLite in this process. All times are processor time. */
export interface RedirectFigures {
  readonly redirects: number;
  /** One redirect changed in the draft. */
  readonly editMs: number;
  /** The publication of that, and what it brings to agents and the page cache. */
  readonly publishMs: number;
  /** The characters that it brings to agents, and those that all redirects have. */
  readonly broughtChars: number;
  readonly allChars: number;
  readonly lookupMicroseconds: number;
}

const SAMPLES = 9;
const LOOKUPS = 7_000;

const rule = (n: number, to = `/posts/a-post-with-a-long-name-${n}`): Redirect => ({
  from: `/blog/2024/05/a-post-with-a-long-name-${n}`,
  to,
  status: 301,
});

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Places that count what comes to agents. */
class Counted {
  chars = 0;

  readonly places = {
    put: async (_key: string, value: string) => void (this.chars += value.length),
    delete: async () => undefined,
    purge: async () => undefined,
  };
}

const carry = (world: World, to: Counted): Promise<unknown> =>
  world.kernel.publicContent.refresh(SITE, world.kernel.sites.get(SITE).sequence, to.places);

export async function measureRedirects(): Promise<RedirectFigures> {
  const world = await worldWith({ home: page("/") });
  const entries = Array.from({ length: REDIRECTS_MAX_ENTRIES }, (_, n) => rule(n));
  const version = (): number =>
    world.kernel.documents.versionAt(SITE, { kind: "redirects", id: "site" }, LATEST_CHANGE);
  await world.run("redirects.put", { expected: version(), body: { entries } });
  await world.run("publish", {});
  const counted = new Counted();
  await carry(world, counted);
  const [edits, publications, brought]: [number[], number[], number[]] = [[], [], []];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const expected = version();
    const put = [{ redirect: rule(1_000 + 5_000 * sample, "/elsewhere") }];
    edits.push(await cpuMs(() => world.run("redirects.edit", { expected, put })));
    counted.chars = 0;
    publications.push(await cpuMs(() => world.run("publish", {}).then(() => carry(world, counted))));
    brought.push(counted.chars);
  }
  const table = world.kernel.documents.redirects.table(SITE);
  const lookups = await cpuMs(() => {
    for (let n = 0; n < LOOKUPS; n += 1) table.match(rule(n * 7).from);
  });
  return {
    redirects: REDIRECTS_MAX_ENTRIES,
    editMs: median(edits),
    publishMs: median(publications),
    broughtChars: median(brought),
    allChars: JSON.stringify(entries).length,
    lookupMicroseconds: (lookups / LOOKUPS) * 1000,
  };
}
