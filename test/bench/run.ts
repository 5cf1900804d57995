/**
 * `npm run bench`: measures costs as ratios to the cheapest workers that return the same bytes, in the same run.
 * Absolute times depend on the machine. Prints a table and writes `.out/bench.json`. `npm run bench -- serving members`
 * measures only these parts.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startLocal, type Local } from "../../sites/machine/local.ts";
import type { Profile } from "../../sites/machine/process/profile.ts";
import { DRIVER, Driver } from "../support/driver.ts";
import { measureBystanders } from "./bystanders.ts";
import { measureAgents } from "./agents.ts";
import { measureManaged } from "./managed.ts";
import { measureMembers } from "./members.ts";
import { measureCanvas } from "./canvas.ts";
import { measureMachine } from "./machine.ts";
import { measureBundles } from "./bundles.ts";
import { benchEditors, measureEditing } from "./editing.ts";
import { measureEntries } from "./entries.ts";
import { type FollowingFigures, measureFollowing } from "./following.ts";
import { measureForms } from "./forms.ts";
import { type ImportFigures, measureImporting } from "./importing.ts";
import { measureLanguages } from "./languages.ts";
import { type NeighbourFigures, measureNeighbours } from "./neighbours.ts";
import { type PublishFigures, measurePublishing } from "./publishing.ts";
import { type BenchFigures, type BenchResult, table } from "./report.ts";
import { measureRedirects } from "./redirects.ts";
import { measureVerification } from "./verification.ts";
import { SANDBOX_WORKERS, measureSandbox, type SandboxFigures } from "./sandbox.ts";
import { type SeenFigures, measureSeen } from "./seen.ts";
import { comparePeers } from "./peers/peers.ts";
import { measureSearching } from "./searching.ts";
import { measureServing } from "./serving.ts";
import { BEHIND_TESTS } from "../support/proxied.ts";
import { soak } from "./soak/soak.ts";
import { manyTenants } from "./tenants/tenants.ts";
import { measureTemplates } from "./templates.ts";
import { type TogetherFigures, measureTogether } from "./together.ts";
import { measureUploads } from "./uploads.ts";

const behindFront = (folder: string): string[] =>
  ["front.jsonc", "wrangler.jsonc"].map((config) =>
    fileURLToPath(new URL(`./baseline/${folder}/${config}`, import.meta.url)),
  );
const BASELINE = fileURLToPath(new URL("./baseline/wrangler.jsonc", import.meta.url));
const OUT = fileURLToPath(new URL("./.out/", import.meta.url));
/** Pages of a site. A published article with its words for search takes 28 kB of the workspace, so 6,000 fill seven eighths of it. */
const SIZES = [10, 1_000, 6_000];

/** Entries of a site, and the terms that they name. A site has at most 20,000 pages, and some show lists. */
const ENTRIES: readonly (readonly [entries: number, terms: number])[] = [
  [10, 5],
  [19_900, 500],
];

/** Pages of a site with one language, and of one with ten. */
const LANGUAGE_PAGES = 10_000;

/** Posts that move in. The second import finds those of the first one there. A workspace has no room for 19,500. */
const IMPORTED_SIZES = [2_000, 10_000];

/** Pages of a site whose publications are followed until the machine is idle. */
const FOLLOWED_SIZES = [20, 1_000, 5_000];

const tell = (line: string): boolean => process.stderr.write(`${line}\n`);

interface Running {
  readonly data: string;
  readonly demo: boolean;
  /** Configurations of workers to start before the project's own. */
  readonly first?: readonly string[];
  readonly profile?: Profile;
}

const start = ({ data, demo, first = [], profile = "core" }: Running): Promise<Local> =>
  startLocal({ port: 0, data, fresh: false, profile, plugins: [], demo, extraWorkers: first, serving: BEHIND_TESTS });

async function publishing(data: string): Promise<PublishFigures[]> {
  const local = await start({ data, demo: false, first: [DRIVER] });
  try {
    const driver = new Driver(local.port);
    const figures: PublishFigures[] = [];
    for (const pages of SIZES) {
      tell(`publishing ${pages} pages`);
      figures.push(await measurePublishing(local, driver, pages));
    }
    return figures;
  } finally {
    await local.stop();
  }
}

async function following(data: string): Promise<FollowingFigures[]> {
  const local = await start({ data, demo: false, first: [DRIVER] });
  try {
    const driver = new Driver(local.port);
    const figures: FollowingFigures[] = [];
    for (const pages of FOLLOWED_SIZES) {
      tell(`following publications of ${pages} pages`);
      figures.push(await measureFollowing(local, driver, pages));
    }
    return figures;
  } finally {
    await local.stop();
  }
}

async function together(data: string): Promise<TogetherFigures> {
  const local = await start({ data, demo: false, first: [DRIVER] });
  try {
    tell("publishing by many members at once");
    return await measureTogether(local, new Driver(local.port));
  } finally {
    await local.stop();
  }
}

async function seen(data: string): Promise<SeenFigures> {
  const local = await start({ data, demo: false, first: [DRIVER] });
  try {
    tell("looking at what was published");
    return await measureSeen(local, new Driver(local.port));
  } finally {
    await local.stop();
  }
}

async function plugins(data: string): Promise<SandboxFigures[]> {
  const local = await start({ data, demo: false, first: SANDBOX_WORKERS });
  try {
    tell("calling plugins");
    return await measureSandbox(local);
  } finally {
    await local.stop();
  }
}

async function serving(data: string) {
  const baseline = await start({ data: join(data, "baseline"), demo: false, first: [BASELINE] });
  try {
    const first = await start({ data: join(data, "site"), demo: true, first: [DRIVER] });
    const editors = await benchEditors(first);
    await first.stop();
    const before = performance.now();
    const site = await start({ data: join(data, "site"), demo: true });
    const secondStartSeconds = (performance.now() - before) / 1000;
    tell("serving pages");
    try {
      const pages = await measureServing(site, baseline);
      tell("updating sections");
      const updates = [await measureEditing(site, baseline, editors)];
      tell("sending forms");
      updates.push(await measureForms(site, baseline, editors.slice(-1)));
      tell("storing files");
      return { secondStartSeconds, pages, updates, uploads: await measureUploads(site, editors.slice(-1)) };
    } finally {
      await site.stop();
    }
  } finally {
    await baseline.stop();
  }
}

async function importing(data: string): Promise<ImportFigures[]> {
  const first = await start({ data, demo: true, first: [DRIVER] });
  const editors = await benchEditors(first);
  await first.stop();
  const site = await start({ data, demo: true });
  try {
    const figures: ImportFigures[] = [];
    for (const pages of IMPORTED_SIZES) {
      tell(`moving ${pages} pages in`);
      figures.push(await measureImporting(site, editors.slice(-1), pages, figures.at(-1)?.pages));
    }
    return figures;
  } finally {
    await site.stop();
  }
}

async function canvas(data: string) {
  tell("writing in the editor");
  const local = await start({ data, demo: true });
  try {
    return await measureCanvas(local);
  } finally {
    await local.stop();
  }
}

function onOneMachine(data: string) {
  tell("serving from one machine");
  return measureMachine(data);
}

async function agents(data: string) {
  tell("reading pages as agents");
  const baseline = await start({ data: join(data, "baseline"), demo: false, first: behindFront("mcp") });
  try {
    const site = await start({ data: join(data, "site"), demo: true, profile: "ai" });
    try {
      return await measureAgents(site, baseline);
    } finally {
      await site.stop();
    }
  } finally {
    await baseline.stop();
  }
}

async function members(data: string) {
  tell("reading drafts as agents of members");
  const baseline = await start({ data: join(data, "baseline"), demo: false, first: behindFront("members") });
  try {
    const site = await start({ data: join(data, "site"), demo: true, profile: "ai" });
    try {
      return await measureMembers(site, baseline);
    } finally {
      await site.stop();
    }
  } finally {
    await baseline.stop();
  }
}

async function entries() {
  const figures = [];
  for (const [count, terms] of ENTRIES) {
    tell(`listing and publishing ${count} entries`);
    figures.push(await measureEntries(count, terms));
  }
  return figures;
}

function languages() {
  tell(`publishing a page of ${LANGUAGE_PAGES} in ten languages`);
  return measureLanguages(LANGUAGE_PAGES);
}

function neighbours(folder: string): Promise<NeighbourFigures[]> {
  tell("serving one site beside another that sends much");
  return measureNeighbours(folder);
}

function managed(folder: string) {
  tell("serving tenants that have a worker each");
  return measureManaged(folder);
}

type Parts = { readonly [K in keyof BenchFigures]: (data: string) => Promise<BenchFigures[K]> };

/** The parts of the table, in the order in which they are measured. */
const PARTS: Parts = {
  bundles: async () => measureBundles(),
  serving,
  machine: onOneMachine,
  canvas,
  verification: measureVerification,
  templates: measureTemplates,
  entries,
  languages,
  redirects: () => {
    tell("changing one of many redirects");
    return measureRedirects();
  },
  searching: () => measureSearching(tell),
  importing,
  plugins: async (data) => [...(await plugins(data)), await measureBystanders(join(data, "bystanders"))],
  agents,
  members,
  publishing,
  following,
  together,
  seen,
  neighbours,
  managed,
};
const NAMES = Object.keys(PARTS) as (keyof BenchFigures)[];

async function measure(data: string, names: readonly (keyof BenchFigures)[]): Promise<string> {
  const on = {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
  const figures: [string, unknown][] = [];
  for (const name of names) figures.push([name, await PARTS[name](join(data, name))]);
  const result: BenchResult = { on, ...(Object.fromEntries(figures) as Partial<BenchFigures>) };
  mkdirSync(OUT, { recursive: true });
  writeFileSync(join(OUT, "bench.json"), `${JSON.stringify(result, null, 2)}\n`);
  return table(result);
}

/** Benches outside of the table: they need much time or space, or programs of others. */
const ALONE: Readonly<Record<string, (data: string, ...rest: string[]) => Promise<string>>> = {
  peers: (data, ...args) => comparePeers(data, args),
  soak: (data, minutes) => soak(data, minutes === undefined ? undefined : Number(minutes)),
  tenants: (data, count) => manyTenants(data, count === undefined ? undefined : Number(count)),
};

const isPart = (name: string): name is keyof BenchFigures => Object.hasOwn(PARTS, name);

/** Selects the bench from the arguments: parts of the table, a separate bench, or the whole table. */
function benchOf([name, ...rest]: readonly string[]): (data: string) => Promise<string> {
  const alone = ALONE[name ?? ""];
  if (alone) return (folder) => alone(folder, ...rest);
  const names = name === undefined ? NAMES : [name, ...rest];
  const strange = names.find((one) => !isPart(one));
  if (strange !== undefined)
    throw new Error(`There is no bench ${strange}: choose from ${[...NAMES, ...Object.keys(ALONE)].join(", ")}.`);
  return (folder) => measure(folder, names.filter(isPart));
}

const bench = benchOf(process.argv.slice(2));
const data = mkdtempSync(join(tmpdir(), "drawbridge-bench-"));
try {
  process.stdout.write(await bench(data));
} finally {
  rmSync(data, { recursive: true, force: true });
}
