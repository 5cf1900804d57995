/**
 * `npm run bench -- peers [--rounds 2] [--only Drawbridge,Strapi] [--from folder]`: Drawbridge beside the servers of
 * others that are installed here, with the same articles. docs/speed.md says how to prepare each. Nothing is
 * downloaded.
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { pause } from "../../support/driver.ts";
import { median } from "../statistics.ts";
import { articlesOf } from "./content.ts";
import type { Peer, Served } from "./peer.ts";
import { READING } from "./reading.ts";
import { type Figures, number, type Row } from "./row.ts";
import { bare } from "./servers/bare.ts";
import { directus } from "./servers/directus.ts";
import { drawbridge } from "./servers/drawbridge.ts";
import { emdash } from "./servers/emdash.ts";
import { nginx } from "./servers/nginx.ts";
import { strapi } from "./servers/strapi.ts";
import { wordpress } from "./servers/wordpress.ts";
import { memoryOf } from "./spent.ts";
import { WORKING } from "./working.ts";

/** The columns of the table. Drawbridge is the first, because some of the others answer with its bytes. */
const PEERS: Readonly<Record<string, Peer>> = { drawbridge, wordpress, emdash, strapi, directus, nginx, bare };

const ROWS: readonly Row[] = [...READING, ...WORKING];
const ROUNDS = 2;
const REST_MS = 5_000;
const NONE = "–";

const tell = (line: string): boolean => process.stderr.write(`${line}\n`);

interface Column {
  readonly name: string;
  readonly served: Served;
  /** Memory in bytes before the load. */
  rest: number;
}

export async function comparePeers(data: string, args: readonly string[]): Promise<string> {
  const { rounds, only, from } = optionsOf(args);
  const faults: string[] = [];
  await using stack = new AsyncDisposableStack();
  const columns: Column[] = [];
  for (const key of only) {
    const column = await started(key, { data, from, ours: columns[0]?.served, faults });
    if (!column) continue;
    stack.use(column.served);
    columns.push(column);
  }
  await pause(REST_MS);
  for (const column of columns) column.rest = memoryOf(column.served);
  const lines: string[] = [];
  for (const row of ROWS) {
    lines.push(lineOf(row.name, await figuresOf(row, columns, { rounds, faults })));
    tell(lines.at(-1) ?? "");
  }
  await pause(REST_MS);
  const mb = (bytes: number): string => number(bytes / 2 ** 20);
  lines.push(
    lineOf(
      "memory at rest; after this load",
      columns.map(({ served, rest }) => `${mb(rest)}; ${mb(memoryOf(served))} MB`),
    ),
  );
  const head = [
    lineOf(
      "work",
      columns.map(({ name }) => name),
    ),
    lineOf(
      "---",
      columns.map(() => "---"),
    ),
  ];
  return `${[...head, ...lines].join("\n")}\n${faults.map((line) => `\n${line}`).join("")}\n`;
}

const lineOf = (name: string, cells: readonly string[]): string => `| ${[name, ...cells].join(" | ")} |`;

interface Options {
  readonly rounds: number;
  readonly only: readonly string[];
  readonly from: string;
}

export function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: "string" }, only: { type: "string" }, from: { type: "string" } },
  });
  const rounds = Number(values.rounds ?? ROUNDS);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds takes a whole number from 1.");
  const only = values.only?.split(",") ?? Object.keys(PEERS);
  const strange = only.find((key) => !Object.hasOwn(PEERS, key));
  if (strange !== undefined)
    throw new Error(`There is no server ${strange}: choose from ${Object.keys(PEERS).join(", ")}.`);
  return { rounds, only, from: resolve(values.from ?? process.env["PEERS"] ?? "peers") };
}

interface Starting {
  readonly data: string;
  readonly from: string;
  readonly ours: Served | undefined;
  /** Takes a line for a server that is not installed. */
  readonly faults: string[];
}

async function started(key: string, { data, from, ours, faults }: Starting): Promise<Column | undefined> {
  const peer = PEERS[key];
  if (!peer) return undefined;
  const prepared = join(from, key);
  const lacks = peer.missing(prepared);
  if (lacks !== undefined) {
    faults.push(`${peer.name} is not here: ${lacks}`);
    return undefined;
  }
  const folder = join(data, key);
  mkdirSync(folder, { recursive: true });
  const began = performance.now();
  const served = await peer.start({ folder, prepared, articles: articlesOf(), ours });
  tell(`${peer.name} runs after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return { name: peer.name, served, rest: NaN };
}

interface Measuring {
  readonly rounds: number;
  /** Takes a line for a server that fails, so that one server ends no whole run. */
  readonly faults: string[];
}

/** Measures the servers in turns, so that other load of the machine affects all of them. */
async function figuresOf(row: Row, columns: readonly Column[], { rounds, faults }: Measuring): Promise<string[]> {
  const all = columns.map((): Figures[] => []);
  const failed = new Set<string>();
  const measure = async ({ name, served }: Column): Promise<readonly Figures[]> => {
    try {
      const figures = await row.measure(served);
      return figures ? [figures] : [];
    } catch (error) {
      failed.add(name);
      faults.push(`${name} failed at "${row.name}": ${(error as Error).message}`);
      return [];
    }
  };
  for (let round = 0; round < rounds; round += 1)
    for (const [at, column] of columns.entries())
      if (!failed.has(column.name)) all[at]?.push(...(await measure(column)));
  return columns.map(({ name }, at) => {
    const given = all[at] ?? [];
    if (failed.has(name)) return "failed";
    return given.length === 0 ? NONE : row.show(mediansOf(given));
  });
}

function mediansOf(all: readonly Figures[]): Figures {
  const names = Object.keys(all[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(all.map((figures) => figures[name] ?? NaN))]));
}
