import { PUBLIC_STORE } from "../state/places.ts";
import type { Value } from "./capnp.ts";
import type { WorkerConfig } from "./workerConfig.ts";

/** The folder of the worker that implements the public store. */
export const PUBLIC_STORE_WORKER = "sites/workers/public-store";

/** The service of this program that learns of damaged values. */
export const VALUES = "values";

/** A binding to the public store, with the functions of KV that the workers use. */
export const publicStoreBinding = (): Value => ({
  name: "drawbridge-public-store",
  entrypoint: "Values",
  props: { json: JSON.stringify({ store: PUBLIC_STORE }) },
});

/** Gives the worker the program that it reports to. */
export const publicStoreWith = (config: WorkerConfig): WorkerConfig => ({
  ...config,
  services: [{ binding: "HOST", service: VALUES }],
});
