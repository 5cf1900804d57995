import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * The places of the platform's pinned parts. All are looked up from wrangler, which pins them: a runtime, a simulator
 * and a bundler that were tested together.
 */
const wrangler = createRequire(createRequire(import.meta.url).resolve("wrangler/package.json"));
const simulator = createRequire(wrangler.resolve("miniflare"));

/** The program that runs the workers. */
export const workerdPath = (): string => (simulator("workerd") as { readonly default: string }).default;

/** A worker of the platform's simulator, such as `kv/namespace`. */
export const simulatorFile = (name: string): string =>
  join(dirname(simulator.resolve("miniflare")), "workers", `${name}.worker.js`);

export const loadBundler = (): typeof import("esbuild") => wrangler("esbuild") as typeof import("esbuild");

/** The library with which the simulator resizes pictures. */
export const loadPictures = (): OpenPicture => simulator("sharp") as OpenPicture;

type OpenPicture = (bytes: ArrayBuffer, options: { readonly autoOrient: boolean }) => Picture;

interface Picture {
  resize(size: {
    readonly width?: number;
    readonly height?: number;
    readonly fit: "inside";
    readonly withoutEnlargement: boolean;
  }): Picture;
  webp(): Picture;
  avif(): Picture;
  jpeg(): Picture;
  png(): Picture;
  toBuffer(): Promise<Buffer>;
}
