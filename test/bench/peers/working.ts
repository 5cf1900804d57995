/** Rows of people who edit and publish, send forms, and search. */
import { pause } from "../../support/driver.ts";
import { median, quantile } from "../statistics.ts";
import { Asking } from "./asking.ts";
import { ARTICLES, searchedFor } from "./content.ts";
import type { Served } from "./peer.ts";
import { type Figures, number, type Row } from "./row.ts";
import { costing } from "./spent.ts";

const CLIENTS = 8;
const RUN_MS = 3_000;
/** Edits by one client, split over the rounds. */
const EDITS = 25;
/** Changes that a visitor waits for in each round. */
const SEEN = 5;
const SEEN_MOST_MS = 60_000;
const POLL_MS = 2;

/** Each change has words and each visitor has a number that no other has. */
let counted = 0;
const next = (): number => (counted += 1);
const mark = (): string => `Mark${next()}x`;

interface Together {
  readonly times: readonly number[];
  readonly refused: number;
  readonly seconds: number;
}

/** Work of several clients at once, for some seconds. */
async function together(work: (client: number, turn: number) => Promise<boolean>): Promise<Together> {
  const times: number[] = [];
  let refused = 0;
  const began = performance.now();
  const client = async (n: number): Promise<void> => {
    for (let turn = 0; performance.now() < began + RUN_MS; turn += 1) {
      const from = performance.now();
      if (await work(n, turn)) times.push(performance.now() - from);
      else refused += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
  return { times, refused, seconds: (performance.now() - began) / 1000 };
}

async function byEight(served: Served, work: (client: number, turn: number) => Promise<boolean>): Promise<Figures> {
  const { result, cpuMs } = await costing(served, () => together(work));
  const { times, refused, seconds } = result;
  return {
    rate: times.length / seconds,
    cpuMs: cpuMs / times.length,
    p50: quantile(times, 0.5),
    p97: quantile(times, 0.975),
    refused,
  };
}

/** An article that no other client changes. The newest, which home pages list, stay as they are. */
const articleOf = (client: number, turn: number): number => client * 100 + (turn % 100);

async function editAlone(served: Served): Promise<Figures | undefined> {
  if (!served.edit) return undefined;
  const times: number[] = [];
  const { cpuMs } = await costing(served, async () => {
    for (let turn = 0; turn < EDITS; turn += 1) {
      const from = performance.now();
      if ((await served.edit?.(articleOf(0, turn), mark(), 0)) !== "published")
        throw new Error("a change by one client alone was refused");
      times.push(performance.now() - from);
    }
  });
  return { p50: quantile(times, 0.5), cpuMs: cpuMs / EDITS };
}

/** Milliseconds until a visitor's page has the words. Visitors had the page before. */
async function untilSeen(served: Served, path: string, change: (words: string) => Promise<unknown>): Promise<number> {
  using visitor = new Asking(served.port, served.host);
  const visit = async (): Promise<string> => (await visitor.expect({ path }, 200)).body;
  await visit();
  await visit();
  const words = mark();
  await change(words);
  const since = performance.now();
  while (!(await visit()).includes(words)) {
    if (performance.now() - since > SEEN_MOST_MS) throw new Error(`${path} never has ${words}`);
    await pause(POLL_MS);
  }
  return performance.now() - since;
}

async function seen(times: () => Promise<number>): Promise<Figures> {
  const all: number[] = [];
  for (let turn = 0; turn < SEEN; turn += 1) all.push(await times());
  return { ms: median(all) };
}

const showRate = ({ rate, cpuMs }: Figures): string => `${number(rate)}/s; ${number(cpuMs, 1)} ms`;
const showMs = ({ ms }: Figures): string => `${number(ms)} ms`;

export const WORKING: readonly Row[] = [
  {
    name: "edit and publish, 1 client: p50; CPU",
    measure: editAlone,
    show: ({ p50, cpuMs }) => `${number(p50)} ms; ${number(cpuMs)} ms`,
  },
  {
    name: "the same, 8 clients: per second; p97.5; refused",
    async measure(served) {
      if (!served.edit) return undefined;
      return byEight(
        served,
        async (client, turn) => (await served.edit?.(articleOf(client, turn), mark(), client)) === "published",
      );
    },
    show: ({ rate, p97, refused }) => `${number(rate)}/s; ${number(p97)} ms; ${number(refused)}`,
  },
  {
    name: "until a visitor sees a changed text",
    async measure(served) {
      const article = served.article?.(1);
      if (!served.edit || article === undefined) return undefined;
      return seen(() => untilSeen(served, article, async (words) => served.edit?.(1, words, 0)));
    },
    show: showMs,
  },
  {
    name: "until a list shows a changed title",
    async measure(served) {
      if (!served.retitle) return undefined;
      return seen(() =>
        untilSeen(served, served.home(false), async (words) => served.retitle?.(ARTICLES - 1, `Article ${words}`)),
      );
    },
    show: showMs,
  },
  {
    name: "form of a visitor, 8 clients; CPU",
    async measure(served) {
      if (!served.submit) return undefined;
      return byEight(served, async () => (await served.submit?.(next()), true));
    },
    show: showRate,
  },
  {
    name: "search, 8 clients; CPU",
    async measure(served) {
      if (!served.search) return undefined;
      const found = await served.search(searchedFor(0), next());
      if (found === 0) throw new Error("a search for a common word finds nothing");
      return byEight(served, async () => {
        const visitor = next();
        await served.search?.(searchedFor(visitor), visitor);
        return true;
      });
    },
    show: showRate,
  },
];
