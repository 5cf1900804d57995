import type { FieldCondition, PageQuery } from "../../runtime/documents/content/content.ts";
import type { EntriesAsked } from "../../runtime/editing/entryList.ts";
import { EVENT, event, eventsPlugin, listOf } from "../runtime/entries/events.ts";
import { PACK, SITE, page, type World, worldWith } from "../runtime/kernel/world.ts";
import { median } from "./statistics.ts";

/** Costs of entries in the kernel alone, with SQLite in this process. All times are processor time in milliseconds. */
export interface EntryFigures {
  readonly entries: number;
  readonly terms: number;
  /** The slowest of the queries that lists ask. */
  readonly queryMs: number;
  readonly slowest: string;
  /** The slowest of the lists that a member filters and orders, from the question to the answer. */
  readonly listMs: number;
  readonly slowestList: string;
  /** A change of an entry that `LISTS` pages show, published. */
  readonly publishMs: number;
  /** A release by the clock that renders `LISTS` pages. */
  readonly clockMs: number;
}

const SAMPLES = 9;
/** Rows of a member's list. */
const MEMBERS_ROWS = 50;
const WRITTEN_AT_ONCE = 100;
/** Pages with a list that moves at midnight. */
export const LISTS = 50;
const DAY_MS = 86_400_000;
const NOW = Date.UTC(2027, 0, 1, 12);

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function costOf(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const before = cpuMs();
    await work();
    times.push(cpuMs() - before);
  }
  return median(times);
}

/** The day of an entry: as many before today as after it. */
const dayOf = (n: number, count: number): string =>
  new Date(NOW + ((n - count / 2) * 3 * 365 * DAY_MS) / count).toISOString().slice(0, 10);

const bodyOf = (n: number, count: number, terms: number) =>
  event(`/events/e${n}`, {
    start: dayOf(n, count),
    place: `Place ${n % 50}`,
    price: n % 97,
    tags: ["all", `t${n % 7}`],
    topics: [`topic-${n % terms}`, `topic-${(n * 7) % terms}`],
  });

const LISTED = Object.fromEntries(
  Array.from({ length: LISTS }, (_, n) => [`list-${n}`, listOf("upcoming", `/lists/${n}`)]),
);

async function siteOf(count: number, terms: number): Promise<World> {
  const world = await worldWith({ home: page("/"), ...LISTED }, [...PACK, eventsPlugin()]);
  world.powers.clock.now = NOW;
  for (let at = 0; at < count; at += WRITTEN_AT_ONCE) {
    const writes = Array.from({ length: Math.min(WRITTEN_AT_ONCE, count - at) }, (_, n) => ({
      kind: "page" as const,
      id: `e${at + n}`,
      expected: 0,
      body: bodyOf(at + n, count, terms),
    }));
    world.powers.sql.atomically(
      () => void world.kernel.documents.write({ site: SITE, actor: "member:m", at: NOW }, writes),
    );
  }
  return world;
}

const is = (field: string, comparison: FieldCondition["is"], ...values: FieldCondition["values"][number][]) =>
  ({ field, is: comparison, kind: field === "start" ? "date" : "text", values }) as FieldCondition;

const fromToday = is("start", "from", { clock: "today" });

/** Queries that sections of the documentation and of our own plugins ask. */
const QUERIES: Readonly<Record<string, Omit<PageQuery, "type">>> = {
  "the first ten": { limit: 10 },
  "the ten in the middle": { limit: 10, offset: 1_000 },
  "ten from today": { limit: 10, where: [fromToday] },
  "ten from today at a place": { limit: 10, where: [fromToday, is("place", "eq", "Place 7")] },
  "fifty of a topic": { limit: 50, where: [is("topics", "has", "topic-3")] },
  "ten of a common tag": { limit: 10, where: [is("tags", "has", "t3")] },
  "ten without a tag": { limit: 10, where: [is("tags", "not", "t3")] },
  "ten by price": { limit: 10, order: "-price" },
  "none, at a place that has none": { limit: 10, where: [is("place", "eq", "Nowhere")] },
};

async function queryCosts(world: World): Promise<(readonly [name: string, ms: number])[]> {
  const { documents } = world.kernel;
  const change = documents.change(SITE);
  const costs: (readonly [string, number])[] = [];
  for (const [name, query] of Object.entries(QUERIES))
    costs.push([name, await costOf(() => documents.lists.query(SITE, "", { type: EVENT, ...query }, change, NOW))]);
  return costs;
}

/** Lists that members ask in the editor. */
const MEMBERS: Readonly<Record<string, Partial<EntriesAsked>>> = {
  "in the order of the type": {},
  "by price": { order: "-price" },
  "by title": { order: "title" },
  "from today": { where: { start: { from: "2027-01-01" } } },
  "of a topic": { where: { topics: { has: "topic-3" } }, order: "price" },
  "with a part of a text": { where: { place: { contains: "ace 1" } } },
  "with a word in the title": { text: "e77" },
  "in a state": { state: "changed" },
};

async function listCosts(world: World): Promise<(readonly [name: string, ms: number])[]> {
  const costs: (readonly [string, number])[] = [];
  for (const [name, asked] of Object.entries(MEMBERS)) {
    const ask = () => world.kernel.reads.entries(SITE, { type: EVENT, cursor: "", ...asked }, MEMBERS_ROWS);
    costs.push([name, await costOf(ask)]);
  }
  return costs;
}

const slowestOf = (costs: readonly (readonly [string, number])[]): readonly [name: string, ms: number] =>
  costs.toSorted(([, a], [, b]) => b - a)[0] ?? ["", 0];

async function publishAll(world: World): Promise<void> {
  await world.run("publish", {});
  while (!(await world.kernel.publisher.step(SITE))) continue;
}

/** Moves the clock to after the next midnight and rings the alarm. */
async function clockCost(world: World): Promise<number> {
  const { chores } = world.kernel;
  return costOf(async () => {
    world.powers.clock.now += DAY_MS;
    await chores.run();
  });
}

export async function measureEntries(count: number, terms: number): Promise<EntryFigures> {
  const world = await siteOf(count, terms);
  const [slowest, queryMs] = slowestOf(await queryCosts(world));
  const [slowestList, listMs] = slowestOf(await listCosts(world));
  await publishAll(world);
  let price = 0;
  // The first entry after today, which all lists show.
  const shown = Math.ceil(count / 2);
  const publishMs = await costOf(async () => {
    const body = bodyOf(shown, count, terms);
    await world.write(`e${shown}`, { ...body, values: { ...body.values, price: 100 + price++ } });
    await publishAll(world);
  });
  return { entries: count, terms, queryMs, slowest, listMs, slowestList, publishMs, clockMs: await clockCost(world) };
}
