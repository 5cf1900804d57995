import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Paths of the platform's tools: the simulator, with the workerd and the library for pictures that it was tested with,
 * and the bundler. They are those of wrangler, which only a deployment needs; a test compares their versions.
 */
const beside = createRequire(import.meta.url);
const simulator = createRequire(beside.resolve("miniflare"));

/** Path of the workerd binary. */
export const workerdPath = (): string => (simulator("workerd") as { readonly default: string }).default;

/** Path of a worker of Miniflare, such as `kv/namespace`. */
export const simulatorFile = (name: string): string =>
  join(dirname(beside.resolve("miniflare")), "workers", `${name}.worker.js`);

type Bundler = typeof import("esbuild");

let bundler: Bundler | undefined;

export const loadBundler = (): Bundler => (bundler ??= beside("esbuild") as Bundler);

/** The bundler's version. A start whose bundles are current loads no bundler for it. */
export const bundlerVersion = (): string => (beside("esbuild/package.json") as { readonly version: string }).version;

/** Ends the bundler's child process, which would keep its memory for the whole run. */
export const endBundler = async (): Promise<void> => bundler?.stop();

/** Loads sharp, with which Miniflare resizes pictures. */
export const loadPictures = (): OpenPicture => simulator("sharp") as OpenPicture;

type OpenPicture = (bytes: Uint8Array, options: { readonly autoOrient: boolean }) => Picture;

interface Picture {
  resize(size: {
    readonly width?: number;
    readonly height?: number;
    readonly fit: "inside";
    readonly withoutEnlargement: boolean;
  }): Picture;
  flatten(how: { readonly background: string }): Picture;
  webp(): Picture;
  avif(options: { readonly effort: number }): Picture;
  jpeg(): Picture;
  png(): Picture;
  toBuffer(): Promise<Buffer>;
}
