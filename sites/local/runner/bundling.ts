import { Problem, reason } from "../problem.ts";
import { loadBundler } from "./platform.ts";
import type { WorkerConfig } from "./workerConfig.ts";

/** Modules of the runtime itself. */
const OF_THE_RUNTIME = ["cloudflare:*", "node:*"];

/** Bundles a worker, whose paths are absolute, into one module, as a deployment does. */
export async function bundleWorker(config: WorkerConfig, target: string): Promise<void> {
  const { build } = loadBundler();
  try {
    await build({
      entryPoints: [config.main],
      outfile: target,
      bundle: true,
      format: "esm",
      target: "es2024",
      charset: "utf8",
      conditions: ["workerd", "worker", "browser"],
      external: OF_THE_RUNTIME,
      keepNames: config.keep_names !== false,
      alias: { ...config.alias },
      define: {
        "process.env.NODE_ENV": '"production"',
        "navigator.userAgent": '"Cloudflare-Workers"',
        ...config.define,
      },
      logLevel: "silent",
    });
  } catch (error) {
    throw new Problem(`The worker ${config.name} does not build: ${reason(error)}`, { cause: error });
  }
}

/** Ends the bundler's own process, which would keep its memory as long as the run lasts. */
export const endBundler = (): Promise<void> => loadBundler().stop();
