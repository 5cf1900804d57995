import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Paths of the platform's tools. All are resolved from wrangler, whose pinned workerd, Miniflare and esbuild were
 * tested together.
 */
const wrangler = createRequire(createRequire(import.meta.url).resolve("wrangler/package.json"));
const simulator = createRequire(wrangler.resolve("miniflare"));

/** Path of the workerd binary. */
export const workerdPath = (): string => (simulator("workerd") as { readonly default: string }).default;

/** Path of a worker of Miniflare, such as `kv/namespace`. */
export const simulatorFile = (name: string): string =>
  join(dirname(simulator.resolve("miniflare")), "workers", `${name}.worker.js`);

export const loadBundler = (): typeof import("esbuild") => wrangler("esbuild") as typeof import("esbuild");

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
  avif(): Picture;
  jpeg(): Picture;
  png(): Picture;
  toBuffer(): Promise<Buffer>;
}
