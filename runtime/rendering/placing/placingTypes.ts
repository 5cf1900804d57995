import type { DrawnType } from "../../../manifests/manifest/contentType.ts";
import { entryTypePlaced } from "../../../manifests/rules/placesRules.ts";
import type { Contributions } from "../../contributions/points.ts";
import type { PlacingType, PlacingTypes } from "../../documents/content/placing.ts";

/** The way in which sections of a type show the sections of an entry. Undefined if they do not. */
export function placingTypeOf(type: DrawnType): PlacingType | undefined {
  const of = entryTypePlaced(type);
  return type.places === undefined || of === undefined ? undefined : { field: type.places, of };
}

/** The active section types that show the sections of an entry. */
export const placingTypes = ({ sections }: Pick<Contributions, "sections">): PlacingTypes =>
  new Map(
    [...sections].flatMap(([qualified, { item }]) => {
      const placing = placingTypeOf(item);
      return placing ? [[qualified, placing] as const] : [];
    }),
  );
