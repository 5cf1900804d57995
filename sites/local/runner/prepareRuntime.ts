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
  /** True gives the worker that runs plugin code a process of its own. */
  readonly isolate: boolean;
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

/** The processes of a run. */
export interface Runtimes {
  readonly main: RuntimeProcess;
  /** The process of the sandbox, where it has one. */
  readonly sandbox: RuntimeProcess | undefined;
}

/** The worker that runs code of strangers. */
const SANDBOX = "drawbridge-plugin-sandbox";

/** Bundles the workers of a run and writes the configuration of each of their processes. */
export async function prepareRuntime(
  sources: readonly string[],
  input: RunConfigInput,
  place: RuntimePlace,
): Promise<Runtimes> {
  const { folder, inner, host, isolate, family = AS_THEY_ARE } = place;
  const configs = sources.map((source) => family.config(configOfRun(source, input)));
  const workers = family.workers(await prepareWorkers(configs, input, folder.config));
  const [first] = workers;
  const sockets = { entry: { address: `${ADDRESS}:${inner}`, worker: first?.config.name ?? "" } };
  const around = { sockets, folder: folder.config, state: folder.state, host };
  const strange = isolate ? workers.filter(({ config }) => config.name === SANDBOX) : [];
  if (strange.length === 0)
    return { main: { config: writeRuntimeConfig({ workers, ...around }), port: inner }, sandbox: undefined };
  const [sandbox, remote] = await apart(strange, folder);
  const own = workers.filter((worker) => !strange.includes(worker));
  const config = writeRuntimeConfig({ workers: own, elsewhere: { [SANDBOX]: remote }, ...around });
  return { main: { config, port: inner }, sandbox };
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
