import { join } from "node:path";
import { ADDRESS } from "../entrance/listening.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { bundleWorker } from "./bundling.ts";
import { QUEUES, queuesFor } from "./queues.ts";
import { writeRuntimeConfig } from "./runtimeConfig.ts";
import type { HostServices, RunWorker } from "./runtimeConfig.ts";
import { committedConfig, configOfRun, secretTextsOf } from "./workerConfig.ts";
import type { RunConfigInput, WorkerConfig } from "./workerConfig.ts";

/** Where the workers of a run answer, and what they share. */
export interface RuntimePlace {
  readonly folder: DataFolder;
  /** The port of the first worker. */
  readonly inner: number;
  readonly host: HostServices;
  /** What this run makes of the workers, where it is not what they are. */
  readonly family?: RunFamily;
}

export interface RunFamily {
  config(config: WorkerConfig): WorkerConfig;
  workers(workers: readonly RunWorker[]): readonly RunWorker[];
}

const AS_THEY_ARE: RunFamily = { config: (config) => config, workers: (workers) => workers };

/** Bundles the workers of a run and writes the configuration of their runtime. Returns its path. */
export async function prepareRuntime(
  sources: readonly string[],
  input: RunConfigInput,
  { folder, inner, host, family = AS_THEY_ARE }: RuntimePlace,
): Promise<string> {
  const configs = sources.map((source) => family.config(configOfRun(source, input)));
  const workers = family.workers(await prepareWorkers(configs, input, folder.config));
  const sockets = { entry: { address: `${ADDRESS}:${inner}`, worker: workers[0]?.config.name ?? "" } };
  return writeRuntimeConfig({ workers, sockets, folder: folder.config, state: folder.state, host });
}

/** The workers, and the one that keeps their queues. */
function prepareWorkers(configs: readonly WorkerConfig[], input: RunConfigInput, folder: string): Promise<RunWorker[]> {
  const queues = queuesFor(configOfRun(committedConfig(QUEUES), input), configs);
  return Promise.all(
    [...configs, queues].map(async (config) => {
      const script = join(folder, config.name, "index.js");
      await bundleWorker(config, script);
      return { config, script, secrets: secretTextsOf(config, input.secrets) };
    }),
  );
}
