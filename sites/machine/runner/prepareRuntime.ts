import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { ADDRESS } from "../process/listening.ts";
import { claimPort } from "../names/port.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import type { Builds } from "./builds.ts";
import { currentBundle } from "./bundling.ts";
import { endBundler } from "./platform.ts";
import { withPages } from "./pagesService.ts";
import { PUBLIC_STORE_WORKER, publicStoreWith } from "./publicStore.ts";
import { QUEUES, queuesFor } from "./queues.ts";
import { ALIVE, writeRuntimeConfig, type HostServices, type RunWorker, type RuntimeInput } from "./runtimeConfig.ts";
import { committedConfig, configOfRun, secretTextsOf, type RunConfigInput, type WorkerConfig } from "./workerConfig.ts";

/** The ports and the data of a run's workers. */
export interface RuntimePlace {
  readonly folder: DataFolder;
  /** The port of the first worker. */
  readonly inner: number;
  readonly host: HostServices;
  readonly builds: Builds;
  /** Certificates of the identity provider's private authority (PEM). */
  readonly identityCa?: string | undefined;
  /** The changes to the committed workers; none by default. */
  readonly family?: RunFamily;
}

export interface RunFamily {
  config(config: WorkerConfig): WorkerConfig;
  /** Called each time a configuration is written. */
  workers(workers: readonly RunWorker[]): readonly RunWorker[];
  /** Further loopback ports of workers. */
  readonly sockets: RuntimeInput["sockets"];
}

const AS_THEY_ARE: RunFamily = { config: (config) => config, workers: (workers) => workers, sockets: {} };

/** A process to start: its configuration, and a port on which it answers. */
export interface RuntimeProcess {
  readonly config: string;
  readonly port: number;
}

/** Two processes, the second for the sandbox alone. */
export interface Pair {
  readonly main: RuntimeProcess;
  readonly sandbox: RuntimeProcess;
}

/** The two ways to run the workers. Each call writes a new configuration. */
export interface Runtimes {
  readonly together: () => RuntimeProcess;
  /** Undefined without a sandbox. */
  readonly apart: (() => Promise<Pair>) | undefined;
  /** Paths of the bundles, by worker. */
  readonly scripts: ReadonlyMap<string, string>;
  /** Rewrites the current configuration of the process that serves visitors, for its next start. */
  rewrite(): void;
}

/** The worker that runs plugin code. */
const SANDBOX = "drawbridge-plugin-sandbox";

/** The folder of the worker in front of the stores' files. */
const DOOR = "sites/workers/blobs";

/** Bundles the workers of a run. Returns functions that write their configurations. */
export async function prepareRuntime(
  sources: readonly string[],
  input: RunConfigInput,
  place: RuntimePlace,
): Promise<Runtimes> {
  const { folder, inner, host, builds, identityCa, family = AS_THEY_ARE } = place;
  const configs = sources.map((source) => withPages(family.config(configOfRun(source, input))));
  const { workers: built, queues, store, door } = await prepareWorkers(configs, input, builds);
  const entry = { address: `${ADDRESS}:${inner}`, worker: configs[0]?.name ?? "" };
  const around = { sockets: { entry, ...family.sockets }, state: folder.state, host, door, identityCa };
  const all = (): readonly RunWorker[] => {
    const workers = family.workers(built);
    const delivering = workers.map(({ config }) => config);
    return [...workers, { ...queues, config: queuesFor(queues.config, delivering) }, store];
  };
  const isStrange = ({ config }: RunWorker): boolean => config.name === SANDBOX;
  const write = {
    last: (): string => write.together(),
    together: (): string => writeRuntimeConfig({ workers: all(), folder: folder.config, ...around }),
  };
  const inTwo = async (): Promise<Pair> => {
    const [sandbox, remote] = await apart(built.filter(isStrange), folder);
    const elsewhere = { [SANDBOX]: remote };
    const mainFolder = join(folder.config, "main");
    write.last = () =>
      writeRuntimeConfig({ workers: all().filter((one) => !isStrange(one)), elsewhere, folder: mainFolder, ...around });
    return { main: { config: write.last(), port: inner }, sandbox };
  };
  return {
    together: () => ({ config: write.together(), port: inner }),
    apart: built.some(isStrange) ? inTwo : undefined,
    scripts: new Map(built.map(({ config, script }) => [config.name, script])),
    rewrite: () => void write.last(),
  };
}

/**
 * Separates the sandbox into a process without stores and secrets. Its only network access is through calls of the
 * other process.
 */
export async function apart(workers: readonly RunWorker[], { config, state }: DataFolder) {
  const [calls, port] = [await claimPort(0), await claimPort(0)];
  const remote = { address: `${ADDRESS}:${calls}`, secret: randomBytes(32).toString("hex") };
  const sockets = {
    calls: { ...remote, worker: SANDBOX },
    alive: { address: `${ADDRESS}:${port}`, worker: ALIVE },
  };
  const input = { workers, sockets, folder: join(config, "apart"), state, host: undefined };
  return [{ config: writeRuntimeConfig(input), port }, remote] as const;
}

interface PreparedWorkers {
  readonly workers: readonly RunWorker[];
  readonly queues: RunWorker;
  readonly store: RunWorker;
  /** The bundle of the worker in front of the stores' files. */
  readonly door: string;
}

/** The bundled workers, with those that stand in for services of the platform. */
async function prepareWorkers(
  configs: readonly WorkerConfig[],
  input: RunConfigInput,
  builds: Builds,
): Promise<PreparedWorkers> {
  const prepared = async (config: WorkerConfig): Promise<RunWorker> => {
    const script = await currentBundle(config, builds);
    return { config, script, secrets: secretTextsOf(config, input.secrets) };
  };
  const [queues, store, { script: door }, ...workers] = await Promise.all([
    prepared(configOfRun(committedConfig(QUEUES), input)),
    prepared(publicStoreWith(configOfRun(committedConfig(PUBLIC_STORE_WORKER), input))),
    prepared(configOfRun(committedConfig(DOOR), input)),
    ...configs.map(prepared),
  ]);
  await endBundler();
  return { workers, queues, store, door };
}
