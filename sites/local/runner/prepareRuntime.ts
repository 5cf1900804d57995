import { join } from "node:path";
import { ADDRESS } from "../entrance/listening.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { bundleWorker } from "./bundling.ts";
import { QUEUES, queuesFor } from "./queues.ts";
import { writeRuntimeConfig } from "./runtimeConfig.ts";
import type { HostServices, RunWorker } from "./runtimeConfig.ts";
import { committedConfig, configOfRun, secretTextsOf } from "./workerConfig.ts";
import type { RunConfigInput } from "./workerConfig.ts";

/** Where the workers of a run answer, and what they share. */
export interface RuntimePlace {
  readonly folder: DataFolder;
  /** The port of the first worker. */
  readonly inner: number;
  readonly host: HostServices;
}

/** Bundles the workers of a run and writes the configuration of their runtime. Returns its path. */
export async function prepareRuntime(
  sources: readonly string[],
  input: RunConfigInput,
  { folder, inner, host }: RuntimePlace,
): Promise<string> {
  const workers = await prepareWorkers(sources, input, folder.config);
  const sockets = { entry: { address: `${ADDRESS}:${inner}`, worker: workers[0]?.config.name ?? "" } };
  return writeRuntimeConfig({ workers, sockets, folder: folder.config, state: folder.state, host });
}

/** The workers, and the one that keeps their queues. */
function prepareWorkers(sources: readonly string[], input: RunConfigInput, folder: string): Promise<RunWorker[]> {
  const configs = sources.map((source) => configOfRun(source, input));
  const queues = queuesFor(configOfRun(committedConfig(QUEUES), input), configs);
  return Promise.all(
    [...configs, queues].map(async (config) => {
      const script = join(folder, config.name, "index.js");
      await bundleWorker(config, script);
      return { config, script, secrets: secretTextsOf(config, input.secrets) };
    }),
  );
}
