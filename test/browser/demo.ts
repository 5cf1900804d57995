import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocal, type Local, type LocalOptions } from "../../sites/machine/local.ts";
import { sharedFilled } from "../filledFolders.ts";
import { BEHIND_TESTS } from "../support/proxied.ts";
import { DRIVER } from "../support/driver.ts";

/** Both demo sites, running. */
export interface Demo {
  readonly port: number;
  /** The private key that signs this installation's plugins. */
  readonly signingKey: string;
  stop(): Promise<void>;
}

/** A data folder with both demo sites, and the port in their published pages. */
export interface Filled {
  readonly data: string;
  readonly port: number;
}

type Wish = Pick<LocalOptions, "tell" | "staticFiles">;

const newFolder = (): string => mkdtempSync(join(tmpdir(), "drawbridge-browser-"));

const started = (data: string, port: number, wish: Wish): Promise<Local> =>
  startLocal({
    port,
    data,
    fresh: false,
    profile: "core",
    plugins: [],
    extraWorkers: [DRIVER],
    serving: BEHIND_TESTS,
    ...wish,
  });

async function running(data: string, start: () => Promise<Local>): Promise<Demo> {
  const local = await start();
  const stop = async (): Promise<void> => {
    await local.stop();
    rmSync(data, { recursive: true, force: true });
  };
  return { port: local.port, signingKey: join(data, "signing.key.json"), stop };
}

/** Starts the demo on a free port, with new data and the test driver in front. */
export function startDemo(wish: Wish = {}): Promise<Demo> {
  const data = newFolder();
  return running(data, () => started(data, 0, wish));
}

/** Creates the sites and stops. This takes longer than a start with a copy of them. */
async function fillDemo(data: string, wish: Wish): Promise<Filled> {
  const local = await started(data, 0, wish);
  await local.stop();
  return { data, port: local.port };
}

interface LentDemo {
  readonly filled: Filled;
  giveBack(): void;
}

/** Fills a folder, or takes the one that an earlier suite of this run has filled. */
export async function lendDemo(wish: Wish): Promise<LentDemo> {
  const shared = sharedFilled("demo");
  const data = shared ?? newFolder();
  const record = `${data}.json`;
  if (!existsSync(record)) writeFileSync(record, JSON.stringify(await fillDemo(data, wish)));
  const filled = JSON.parse(readFileSync(record, "utf8")) as Filled;
  const giveBack = (): void => {
    if (shared === undefined) for (const path of [data, record]) rmSync(path, { recursive: true, force: true });
  };
  return { filled, giveBack };
}

/**
 * Starts with a copy of the sites on the given port. If another program uses that port, the sites are created again.
 */
export function copiedDemo({ data, port }: Filled, wish: Wish): Promise<Demo> {
  const copy = newFolder();
  cpSync(data, copy, { recursive: true });
  return running(copy, () => started(copy, port, wish)).catch(() => {
    rmSync(copy, { recursive: true, force: true });
    return startDemo(wish);
  });
}
