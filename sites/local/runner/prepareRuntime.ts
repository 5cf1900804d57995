import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { ADDRESS } from "../entrance/listening.ts";
import { claimPort } from "../port.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { bundleWorker, endBundler } from "./bundling.ts";
import { QUEUES, queuesFor } from "./queues.ts";
import { ALIVE, writeRuntimeConfig } from "./runtimeConfig.ts";
import type { HostServices, RunWorker } from "./runtimeConfig.ts";
import { committedConfig, configOfRun, secretTextsOf } from "./workerConfig.ts";
import type { RunConfigInput, WorkerConfig } from "./workerConfig.ts";

/** The ports at which the workers of a run answer, and the state they share. */
export interface RuntimePlace {
  readonly folder: DataFolder;
  /** The port of the first worker. */
  readonly inner: number;
  readonly host: HostServices;
  /** The changes this run makes to the committed workers. */
  readonly family?: RunFamily;
}

export interface RunFamily {
  config(config: WorkerConfig): WorkerConfig;
  workers(workers: readonly RunWorker[]): readonly RunWorker[];
}

const AS_THEY_ARE: RunFamily = { config: (config) => config, workers: (workers) => workers };

/** A process to be started: its configuration, and a port on which it answers. */
export interface RuntimeProcess {
  readonly config: string;
  readonly port: number;
}

/** Two processes: the sandbox has one of its own. */
export interface Pair {
  readonly main: RuntimeProcess;
  readonly sandbox: RuntimeProcess;
}

/** The two ways to run the workers. Each writes its configuration when it is asked for. */
export interface Runtimes {
  readonly together: () => RuntimeProcess;
  /** Undefined without a sandbox. */
  readonly apart: (() => Promise<Pair>) | undefined;
}

/** The worker that runs code of strangers. */
const SANDBOX = "drawbridge-plugin-sandbox";

/** Bundles the workers of a run. */
export async function prepareRuntime(
  sources: readonly string[],
  input: RunConfigInput,
  place: RuntimePlace,
): Promise<Runtimes> {
  const { folder, inner, host, family = AS_THEY_ARE } = place;
  const configs = sources.map((source) => family.config(configOfRun(source, input)));
  const workers = family.workers(await prepareWorkers(configs, input, folder.config));
  const [first] = workers;
  const sockets = { entry: { address: `${ADDRESS}:${inner}`, worker: first?.config.name ?? "" } };
  const around = { sockets, state: folder.state, host };
  const strange = workers.filter(({ config }) => config.name === SANDBOX);
  const own = workers.filter((worker) => !strange.includes(worker));
  const inTwo = async (): Promise<Pair> => {
    const [sandbox, remote] = await apart(strange, folder);
    const elsewhere = { [SANDBOX]: remote };
    const config = writeRuntimeConfig({ workers: own, elsewhere, folder: join(folder.config, "main"), ...around });
    return { main: { config, port: inner }, sandbox };
  };
  return {
    together: () => ({ config: writeRuntimeConfig({ workers, folder: folder.config, ...around }), port: inner }),
    apart: strange.length > 0 ? inTwo : undefined,
  };
}

/** A process that has nothing but the sandbox: no store, no secret and no way out but the calls of the other process. */
export async function apart(workers: readonly RunWorker[], { config, state }: DataFolder) {
  const [calls, port] = [await claimPort(0), await claimPort(0)];
  const remote = { address: `${ADDRESS}:${calls}`, secret: randomBytes(32).toString("hex") };
  const sockets = {
    calls: { ...remote, worker: SANDBOX },
    alive: { address: `${ADDRESS}:${port}`, worker: ALIVE },
  };
  const own = { workers, sockets, folder: join(config, "apart"), state, host: undefined };
  return [{ config: writeRuntimeConfig(own), port }, remote] as const;
}

/** The workers, and the one that keeps their queues. */
async function prepareWorkers(
  configs: readonly WorkerConfig[],
  input: RunConfigInput,
  folder: string,
): Promise<RunWorker[]> {
  const queues = queuesFor(configOfRun(committedConfig(QUEUES), input), configs);
  const workers = await Promise.all(
    [...configs, queues].map(async (config) => {
      const script = join(folder, config.name, "index.js");
      await bundleWorker(config, script);
      return { config, script, secrets: secretTextsOf(config, input.secrets) };
    }),
  );
  await endBundler();
  return workers;
}
