import type { WorkerConfig } from "./workerConfig.ts";

/** The service of this program with the page cache. */
export const PAGES = "pages";

/** The worker that purges what a publication replaces. */
const PURGING = "drawbridge-workspace";

/** Gives the page cache to the worker that purges many pages at once. */
export const withPages = (config: WorkerConfig): WorkerConfig =>
  config.name === PURGING
    ? { ...config, services: [...(config.services ?? []), { binding: "MACHINE_PAGES", service: PAGES }] }
    : config;
