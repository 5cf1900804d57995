import { COMPRESSED_MAX_BYTES, PAGE_CACHE_MAX_BYTES } from "../../../manifests/bounds/publicContent.ts";
import { cacheService } from "../pageCache/cacheService.ts";
import { MachinePageCache } from "../pageCache/pageCache.ts";
import { PagesInFront } from "../pageCache/pagesInFront.ts";
import { Compressor } from "../pageCache/representations.ts";
import type { HostServices } from "../runner/runtimeConfig.ts";
import { startHostServices } from "./hostServices.ts";
import { resizePicture } from "./images.ts";

/** Services that this program runs for the workers: the page cache, answers from it, and image resizing. */
export interface Host extends AsyncDisposable {
  readonly services: HostServices;
  readonly pages: PagesInFront;
}

export async function startHost(): Promise<Host> {
  const compressor = new Compressor(COMPRESSED_MAX_BYTES);
  const cache = new MachinePageCache(PAGE_CACHE_MAX_BYTES, (key, answer) => compressor.formsOf(key, answer));
  const services = await startHostServices({ images: resizePicture, pages: cacheService(cache) });
  return { services, pages: new PagesInFront(cache), [Symbol.asyncDispose]: () => services.stop() };
}
