/** Leads from a place in a package to the place in what its author wrote. */
import type { Fault, ShownFault } from "../../../manifests/faults/fault.ts";
import { bundleName } from "./bundling.ts";
import type { MappedBundle } from "./sourceMap.ts";
import { sourceOf } from "./sourceMap.ts";

/** The fault of a call of the version with this digest, by the author's own places where they are known. */
export type InSource = (fault: ShownFault, digest: string) => ShownFault;

/** The author's own map counts, not the one that the site was given. */
const inMap = (bundle: MappedBundle, place: Fault["places"][number]): Fault["places"][number] => ({
  function: place.function,
  ...sourceOf(bundle, place),
});

/** Modules that go into a package as they are written are in their place already. */
export const AS_PACKED: InSource = (fault) => fault;

/** A map leads astray in every other version. */
export const inSourceOf =
  (bundle: MappedBundle, digest: string): InSource =>
  (fault, of) =>
    of === digest
      ? {
          ...fault,
          places: fault.places.map((place) => (place.file === bundleName(bundle.main) ? inMap(bundle, place) : place)),
        }
      : fault;
