/** Maps the places of a fault from the package to the author's source. */
import type { Fault, ShownFault } from "../../../manifests/faults/fault.ts";
import { bundleName } from "./bundling.ts";
import { type MappedBundle, sourceOf } from "./sourceMap.ts";

/** Maps the fault of one plugin version, named by its digest. Places without a known source stay as they are. */
export type InSource = (fault: ShownFault, digest: string) => ShownFault;

/** The author's own source map overrides the one at the site. */
const inMap = (bundle: MappedBundle, place: Fault["places"][number]): Fault["places"][number] => ({
  function: place.function,
  ...sourceOf(bundle, place),
});

/** Maps nothing: modules that were packed without a bundler already are the author's source. */
export const AS_PACKED: InSource = (fault) => fault;

/** Maps only faults of the version with this digest. The map would point to wrong lines in any other version. */
export const inSourceOf =
  (bundle: MappedBundle, digest: string): InSource =>
  (fault, of) =>
    of === digest
      ? {
          ...fault,
          places: fault.places.map((place) => (place.file === bundleName(bundle.main) ? inMap(bundle, place) : place)),
        }
      : fault;
