import { COMPRESSED_MAX_BYTES, PAGE_CACHE_MAX_BYTES } from "../../../manifests/bounds/publicContent.ts";
import { cacheService } from "../pageCache/cacheService.ts";
import { MachinePageCache } from "../pageCache/pageCache.ts";
import { PagesInFront } from "../pageCache/pagesInFront.ts";
import { Compressor } from "../pageCache/representations.ts";
import type { HostServices } from "../runner/runtimeConfig.ts";
import { blobService } from "../blobs/blobService.ts";
import { startPatrol, type PatrolInput } from "../blobs/patrol.ts";
import { damagedValues } from "./damagedValues.ts";
import { startHostServices } from "./hostServices.ts";
import { resizePicture } from "./images.ts";

/**
 * Services that this program runs for the workers: the page cache, answers from it, resizing, the stores' files, and
 * damage of the public store.
 */
export interface Host extends AsyncDisposable {
  readonly services: HostServices;
  readonly pages: PagesInFront;
}

export interface HostInput extends PatrolInput {
  /** Called with the key of a damaged value of the public store. */
  readonly onValue: (key: string) => void;
}

export async function startHost({ keeper, tell, onValue }: HostInput): Promise<Host> {
  const compressor = new Compressor(COMPRESSED_MAX_BYTES);
  const cache = new MachinePageCache(PAGE_CACHE_MAX_BYTES, (key, answer) => compressor.formsOf(key, answer));
  const services = await startHostServices({
    images: resizePicture,
    pages: cacheService(cache),
    blobs: blobService(keeper),
    values: damagedValues(onValue),
  });
  const patrol = startPatrol({ keeper, tell });
  const stop = (): Promise<void> => {
    patrol[Symbol.dispose]();
    return services.stop();
  };
  return { services, pages: new PagesInFront(cache), [Symbol.asyncDispose]: stop };
}
