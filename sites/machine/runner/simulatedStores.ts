import { join } from "node:path";
import { Miniflare, convertV4MiniflareOptions } from "miniflare";
import type { WorkerConfig } from "./workerConfig.ts";

/**
 * Opens the stores of a configuration in a state folder, through the platform's simulator, and closes them after the
 * work. The ids in the configuration name the files.
 */
export async function withStores<S extends Record<string, unknown>>(
  state: string,
  { name, compatibility_date: date, d1_databases = [], r2_buckets = [] }: WorkerConfig,
  work: (stores: S) => Promise<void>,
): Promise<void> {
  const simulator = new Miniflare(
    convertV4MiniflareOptions({
      name,
      modules: true,
      script: "",
      compatibilityDate: date,
      d1Databases: Object.fromEntries(d1_databases.map(({ binding, database_id }) => [binding, database_id])),
      r2Buckets: Object.fromEntries(r2_buckets.map(({ binding, bucket_name }) => [binding, bucket_name])),
      resourcePersistencePath: join(state, "v3"),
    }),
  );
  try {
    await work(await simulator.getBindings<S>());
  } finally {
    await simulator.dispose();
  }
}
