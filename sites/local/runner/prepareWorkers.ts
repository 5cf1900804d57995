import { join } from "node:path";
import { bundleWorker } from "./bundling.ts";
import { QUEUES, queuesFor } from "./queues.ts";
import type { RunWorker } from "./runtimeConfig.ts";
import { committedConfig, configOfRun, secretTextsOf } from "./workerConfig.ts";
import type { RunConfigInput } from "./workerConfig.ts";

/** Bundles the workers of a run, and the one that keeps their queues. */
export async function prepareWorkers(
  sources: readonly string[],
  input: RunConfigInput,
  folder: string,
): Promise<RunWorker[]> {
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
