import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Problem, reason } from "../process/problem.ts";
import type { Builds } from "./builds.ts";
import { digestOfBytes } from "./buildRecord.ts";
import { bundlerVersion, loadBundler } from "./platform.ts";
import type { WorkerConfig } from "./workerConfig.ts";

/** Modules that workerd itself provides. */
const OF_THE_RUNTIME = ["cloudflare:*", "node:*"];

/** Data that a name stands for, such as the pack of the plugins. Each data folder has its own, often the same. */
const isData = (path: string): boolean => path.endsWith(".json");

/** The paths of data that the configuration gives a name. */
const dataOf = ({ alias = {} }: WorkerConfig): ReadonlySet<string> => new Set(Object.values(alias).filter(isData));

/** The names of a configuration, each with its path. Data counts by its content, so that data folders share the bundle. */
const namedIn = ({ alias = {} }: WorkerConfig): unknown =>
  Object.entries(alias).map(([name, path]) => [name, isData(path) ? digestOfBytes(readFileSync(path)) : path]);

/** Everything besides files that a bundle depends on: the bundler's version, and members of the configuration. */
const bundleSettings = (config: WorkerConfig): unknown => [
  bundlerVersion(),
  { main: config.main, keep_names: config.keep_names, alias: namedIn(config), define: config.define },
];

/**
 * Bundles a worker into one module, as a deployment does. Paths in the configuration must be absolute. Returns the
 * paths of its inputs, without those that the settings count by content.
 */
export async function bundleWorker(config: WorkerConfig, target: string): Promise<readonly string[]> {
  const { build } = loadBundler();
  try {
    const { metafile } = await build({
      entryPoints: [config.main],
      outfile: target,
      metafile: true,
      bundle: true,
      format: "esm",
      target: "es2024",
      charset: "ascii",
      minifySyntax: true,
      minifyWhitespace: true,
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
    keepNarrow(target);
    const data = dataOf(config);
    const inputs = Object.keys(metafile.inputs).map((path) => resolve(path));
    return [...inputs.filter((path) => !data.has(path)), fileURLToPath(import.meta.url)];
  } catch (error) {
    throw new Problem(`The worker ${config.name} does not build: ${reason(error)}`, { cause: error });
  }
}

/**
 * Escapes what the bundler leaves of wide characters, in patterns and in tagged templates. One of them would make V8 keep
 * two bytes for each character of the bundle.
 */
function keepNarrow(path: string): void {
  const text = readFileSync(path, "utf8");
  writeFileSync(
    path,
    text.replace(WIDE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

/** Units of UTF-16 beyond Latin-1. A pair of them is one character in a pattern, too. */
const WIDE = /[\u0100-\uffff]/g;

const SCRIPT = "index.js";

/** Bundles a worker, unless its last bundle is current. Answers the bundle's path. */
export async function currentBundle(config: WorkerConfig, builds: Builds): Promise<string> {
  const folder = await builds.makeFolder({
    name: config.name,
    settings: bundleSettings(config),
    make: (target) => bundleWorker(config, join(target, SCRIPT)),
  });
  return join(folder, SCRIPT);
}
