/** The waits of one site's visitors and members, while another site of the same machine sends as much as it can. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { MCP_CALLS_PER_WINDOW } from "../../manifests/bounds/agents.ts";
import { DEMO_NAMES, loadDemo, type DemoName } from "../../sites/demo/load.ts";
import { readyOf, type Run, start } from "../machine/runner.ts";
import { Client } from "../support/client.ts";
import { pause, persistently } from "../support/driver.ts";
import { pngOfBytes } from "../support/mediaFiles.ts";
import { logIn, Visitor } from "../support/visitor.ts";
import { agentSearch } from "./agents.ts";
import { peakBytes, residentBytes, resetPeak } from "./cpu.ts";
import { processesOf } from "./processesOf.ts";
import { articleAt } from "./sites.ts";
import { quantile } from "./statistics.ts";

export interface NeighbourFigures {
  /** The other site's work meanwhile. */
  readonly beside: string;
  readonly seconds: number;
  /** Growth of the workers' peak memory. */
  readonly memoryGrowthMb: number;
  readonly kinds: readonly NeighbourKind[];
}

interface NeighbourKind {
  readonly name: string;
  readonly times: number;
  readonly p50Ms: number;
  readonly p97_5Ms: number;
  readonly longestMs: number;
}

/** Trusts this machine as a proxy, so that a flood can use many addresses. */
const PROXY = ["--trusted-proxy", "127.0.0.1", "--client-address-header", "cf-connecting-ip"];
const UPLOADS = 8;
const UPLOAD_BYTES = 12 * 1024 * 1024;
const SMALL_BYTES = 20 * 1024;
const SEARCHERS = 40;
const FLOOD_MS = 20_000;
const PAGES = 1_000;
const BATCH = 100;
const BACKUPS = 3;
const PUBLISHED_S = 120;
/** A page begins this often, and a change and a small upload each, so that no member reaches a limit. */
const PAGE_MS = 100;
const WRITE_MS = 500;

const [BUSY, CALM] = DEMO_NAMES;
const OWNERS: Readonly<Record<DemoName, string>> = { saltmarrow: "ottilie-marchbank", pocketful: "thaddeus-quell" };

export async function measureNeighbours(data: string): Promise<NeighbourFigures[]> {
  const run = start("--json", "--port", "0", "--profile", "full", "--data", join(data, "run"), ...PROXY);
  try {
    const { port } = await readyOf(run);
    const [busy, calm] = [await memberOf(port, BUSY), await memberOf(port, CALM)];
    const neighbour = new Neighbour(port, calm, workersOf(run, join(data, "run")));
    await neighbour.begin();
    return [
      await neighbour.beside("nothing", () => pause(FLOOD_MS)),
      await neighbour.beside(`${UPLOADS} uploads of 12 MB by one member`, () => upload(busy)),
      await neighbour.beside(`${SEARCHERS} agents of one site that search all the time`, () => search(port)),
      await neighbour.beside(`the publication of ${PAGES} pages of its own`, () => neighbour.fill()),
      await neighbour.beside(`${BACKUPS} backups of its own ${PAGES} pages`, () => neighbour.backUp()),
    ];
  } finally {
    await run[Symbol.asyncDispose]();
  }
}

/** The process that runs the workers, which has the most memory. */
function workersOf(run: Run, path: string): number {
  const [first] = processesOf(run, path).toSorted((a, b) => residentBytes(b) - residentBytes(a));
  if (first === undefined) throw new Error("no process runs");
  return first;
}

async function memberOf(port: number, name: DemoName): Promise<Client> {
  const { hostname } = loadDemo(name).domain;
  const visitor = new Visitor();
  await logIn(visitor, `http://${hostname}:${port}`, OWNERS[name]);
  return new Client(port, hostname, visitor.header(hostname));
}

/** Made once, because making one takes half a second of this program. */
const [LARGE, SMALL] = [pngOfBytes(UPLOAD_BYTES), pngOfBytes(SMALL_BYTES)];

/** Stores a picture that no site has. */
function store(member: Client, picture: Uint8Array): Promise<unknown> {
  const file = Uint8Array.from(picture);
  file.set(randomBytes(16), 48);
  return member.done("POST", "/api/media?name=stored.png", { file });
}

const upload = (member: Client): Promise<unknown> =>
  Promise.all(Array.from({ length: UPLOADS }, () => store(member, LARGE)));

/** Agents that search one after the other, each with a new address before it reaches its limit. Answers their count. */
async function search(port: number): Promise<number> {
  const end = performance.now() + FLOOD_MS;
  const agents = new Client(port, "localhost", "");
  const path = `/sites/${loadDemo(BUSY).domain.hostname}/mcp`;
  const { headers, body } = agentSearch;
  const searcher = async (n: number): Promise<number> => {
    let asked = 0;
    for (; performance.now() < end; asked += 1) {
      const from = { "cf-connecting-ip": `10.9.${Math.floor(asked / (MCP_CALLS_PER_WINDOW / 2))}.${n}` };
      const { status } = await agents.ask("POST", path, { file: Buffer.from(body), headers: { ...headers, ...from } });
      if (status !== 200) throw new Error(`a search has the status ${status}`);
    }
    return asked;
  };
  const counts = await Promise.all(Array.from({ length: SEARCHERS }, (_, n) => searcher(n)));
  return counts.reduce((sum, count) => sum + count);
}

/** A visitor and a member of the calm site. */
class Neighbour {
  readonly #visitor: Client;
  readonly #member: Client;
  /** The process of the workers. */
  readonly #workers: number;
  #page = "";
  #version = 1;
  #visits = 0;

  constructor(port: number, member: Client, workers: number) {
    this.#workers = workers;
    this.#visitor = new Client(port, loadDemo(CALM).domain.hostname, "");
    this.#member = member;
  }

  async begin(): Promise<void> {
    const sections = [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body: "Begun." } }];
    const body = { body: { path: "/beside", title: "Changed", sections } };
    this.#page = (await this.#member.done<{ page: string }>("POST", "/api/pages", { body })).page;
  }

  async beside(beside: string, work: () => Promise<unknown>): Promise<NeighbourFigures> {
    const over = new AbortController();
    const kinds = this.#kinds.map(async ([name, everyMs, once]) => {
      const times: number[] = [];
      while (!over.signal.aborted) {
        const began = performance.now();
        await once();
        times.push(performance.now() - began);
        await pause(Math.max(0, everyMs - (performance.now() - began)));
      }
      return figuresOf(name, times);
    });
    const before = resetPeak(this.#workers);
    const began = performance.now();
    await work().finally(() => over.abort());
    const seconds = (performance.now() - began) / 1000;
    const memoryGrowthMb = (peakBytes(this.#workers) - before) / 2 ** 20;
    return { beside, seconds, memoryGrowthMb, kinds: await Promise.all(kinds) };
  }

  get #kinds(): readonly (readonly [name: string, everyMs: number, once: () => Promise<unknown>])[] {
    return [
      ["uncached page", PAGE_MS, () => this.#visit()],
      ["change", WRITE_MS, () => this.#change()],
      ["small upload", WRITE_MS, () => store(this.#member, SMALL)],
    ];
  }

  async fill(): Promise<void> {
    for (let from = 0; from < PAGES; from += BATCH) {
      const items = Array.from({ length: BATCH }, (_, n) => ({ do: "create", body: articleAt(from + n) }));
      await this.#member.done("POST", "/api/pages/batch", { body: { items } });
    }
    await this.#publish();
    const last = articleAt(PAGES - 1).path;
    await persistently(async () => {
      const { status } = await this.#visitor.ask("GET", last);
      if (status !== 200) throw new Error(`the last page has the status ${status}`);
    }, PUBLISHED_S);
  }

  async backUp(): Promise<void> {
    for (let n = 0; n < BACKUPS; n += 1) await this.#member.done("POST", "/api/backups", { body: {} });
  }

  /** Publishes once more if the member's other changes came in between. */
  async #publish(): Promise<void> {
    const { change } = await this.#member.done<{ change: number }>("GET", "/api/changes");
    const { status, text } = await this.#member.ask("POST", "/api/publish", { version: change });
    if (status === 412) return this.#publish();
    if (status >= 300) throw new Error(`a publication has the status ${status}: ${text.slice(0, 200)}`);
  }

  async #visit(): Promise<void> {
    this.#visits += 1;
    const { status } = await this.#visitor.ask("GET", `/?fresh=${this.#visits}`);
    if (status !== 200) throw new Error(`a page has the status ${status}`);
  }

  async #change(): Promise<void> {
    const body = { fields: { body: `Change ${this.#version}.` } };
    await this.#member.done("PATCH", `/api/pages/${this.#page}/sections/text`, { version: this.#version, body });
    this.#version += 1;
  }
}

const figuresOf = (name: string, times: readonly number[]): NeighbourKind => ({
  name,
  times: times.length,
  p50Ms: quantile(times, 0.5),
  p97_5Ms: quantile(times, 0.975),
  longestMs: quantile(times, 1),
});
