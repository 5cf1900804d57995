import { article, searchedSite } from "../runtime/serving/searching/searchedSite.ts";
import { SITE } from "../runtime/kernel/world.ts";
import { median } from "./statistics.ts";
import { numbers, textOf, wordOf } from "./zipf.ts";

/** Costs of visitors' searches in the kernel alone, from the query to the page's HTML. Times are processor time in ms. */
export interface SearchFigures {
  readonly pages: number;
  /** The first search of a process, which makes the parts of the index. */
  readonly firstMs: number;
  /** A search, as the median and so that 95 of 100 take less. */
  readonly searchMs: number;
  readonly p95Ms: number;
  /** The slowest search of each kind. */
  readonly kinds: readonly (readonly [kind: string, ms: number])[];
  /** Memory in bytes of the index for each page. */
  readonly bytesPerPage: number;
}

const SIZES = [1_000, 5_000, 10_000];
const WORDS = 600;
const SAMPLES = 60;
const WRITTEN_AT_ONCE = 100;
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function siteOf(count: number) {
  const draw = numbers();
  const site = await searchedSite({});
  const { world } = site;
  for (let at = 0; at < count; at += WRITTEN_AT_ONCE) {
    const writes = Array.from({ length: Math.min(WRITTEN_AT_ONCE, count - at) }, (_, n) => ({
      kind: "page" as const,
      id: `a${at + n}`,
      expected: 0,
      body: article(`/a/${at + n}`, textOf(draw, 5), textOf(draw, WORDS)),
    }));
    world.powers.sql.atomically(
      () => void world.kernel.documents.write({ site: SITE, actor: "member:m", at: world.powers.now() }, writes),
    );
  }
  await world.run("publish", {});
  while ((await world.kernel.chores.run(), world.kernel.sites.get(SITE).release) === 1);
  await site.copy();
  return site;
}

/** The searches of a kind, as visitors type them. */
const KINDS: Readonly<Record<string, (n: number) => string>> = {
  "one word": (n) => wordOf(200 + 37 * n),
  "two words": (n) => `${wordOf(20 + n)} ${wordOf(300 + 11 * n)}`,
  "the beginning of a word": (n) => wordOf(900 + 41 * n).slice(0, 4),
  "the most common words": (n) => `${wordOf(n % 3)} ${wordOf(3 + (n % 3))}`,
  "a misspelt word": (n) => `${wordOf(2_000 + 7 * n)}q`.replace(/^(..)(.)/, "$1"),
  "a word that is nowhere": (n) => `zzz${n}yyy`,
};

export async function measureSearching(tell: (line: string) => void): Promise<SearchFigures[]> {
  const figures: SearchFigures[] = [];
  for (const pages of SIZES) {
    tell(`searching ${pages} pages`);
    figures.push(await measured(pages));
  }
  return figures;
}

async function measured(pages: number): Promise<SearchFigures> {
  const site = await siteOf(pages);
  let asked = 0;
  const costOf = async (query: string): Promise<number> => {
    const before = cpuMs();
    const { status } = await site.ask(`q=${encodeURIComponent(query)}`, { client: `c${++asked}` });
    if (status !== 200) throw new Error(`a search got ${status}`);
    return cpuMs() - before;
  };
  const firstMs = await costOf(wordOf(1));
  const all: number[] = [];
  const kinds: [string, number][] = [];
  for (const [kind, query] of Object.entries(KINDS)) {
    const times: number[] = [];
    for (let n = 0; n < SAMPLES; n += 1) times.push(await costOf(query(n)));
    all.push(...times);
    kinds.push([kind, median(times)]);
  }
  const sorted = all.toSorted((a, b) => a - b);
  const chars = site.world.powers.sql.all<{ chars: number }>("SELECT sum(chars) AS chars FROM public_word_parts")[0];
  return {
    pages,
    firstMs,
    searchMs: median(all),
    p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    kinds,
    bytesPerPage: (chars?.chars ?? 0) / pages,
  };
}
